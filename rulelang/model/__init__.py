"""Names resolved, types checked: the rules of one game as typed declarations."""
