"""The same generated source with types, compiled to machine code: an extra."""
