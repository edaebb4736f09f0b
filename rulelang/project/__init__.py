"""From names and paths to the declarations in force: files, games, variants, options, rules."""
