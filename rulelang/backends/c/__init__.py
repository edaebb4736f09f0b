"""The core as C: printed, compiled by the machine's compiler, loaded."""
