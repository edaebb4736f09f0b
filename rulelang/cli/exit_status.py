"""What a command leaves behind for scripts: its exit status."""

from __future__ import annotations

FINE = 0
FINDINGS = 1
WRONG_USAGE = 2
UNREADABLE = 2
INTERNAL = 70
INTERRUPTED = 130
# A command that a signal ended leaves this and the number of the signal.
BY_SIGNAL = 128
BROKEN_PIPE = 141
