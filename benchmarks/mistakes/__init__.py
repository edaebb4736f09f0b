"""How good is the checker? Mistakes that people make are planted in the shipped rule files and counted.

`make mistakes` prints, for each kind of mistake, how many were planted, caught, shown on the right line
and, where a word was misspelt, answered with the right word.
"""
