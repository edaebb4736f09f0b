"""An estimate for a game that declares none: learnt from games of the bots themselves, kept as data."""
