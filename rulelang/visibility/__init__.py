"""Who may know what: permissions, views, and what a player may believe of the rest."""
