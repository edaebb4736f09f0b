"""Who plays the games of an experiment: this process, several on this machine, or a cluster. The games are the same."""
