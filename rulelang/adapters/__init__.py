"""Games for other people's programs: OpenSpiel, PettingZoo and Gymnasium, each an extra of its own.

All three share what an action is (`actions`), what a player sees as numbers (`observations`) and what a game is
worth in the end (`payoff`). They use the public interface, and nothing imports them.
"""
