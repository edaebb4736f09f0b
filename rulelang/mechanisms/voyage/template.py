"""What a voyage stands for, in the core language.

GIVEN are the parameters of the block by name, PARAMETERS the same with their types, PIECE the first of them.
A trip is looked ahead by `can`: each step is tried on a copy, which asks the same of the next one. Needs that
tell without a copy stand in front, and where a trip can not end the way on is not asked for again.
"""

# What a parameter can not be called: it would mean two things in these rules.
OWN_WORDS = frozenset(
    {"place", "here", "there", "w", "left", "due", "more", "another", "going", "passing", "extra", "came_from"}
    | {"steps", "bonus", "cost", "pass_cost", "least_cost", "early", "may_turn", "may_turn_at_start", "room", "open"}
    | {"leaves", "enters", "passes", "stops", "put"}
    | {"go", "set_out", "come", "arrive", "stay", "goes_on", "go_on", "pass_on"}
)

STATE = """
state
  NAME.came_from: PLACES or none per KIND starts none
  NAME.going: KIND or none starts none
  NAME.left: number starts 0
  NAME.due: number starts 0 not shown
  NAME.extra: number starts 0 not shown
  NAME.passing: yes or no starts no not shown
FIELDS
value NAME.steps(PARAMETERS) gives STEPS
value NAME.bonus(PARAMETERS) gives BONUS
value NAME.cost(PARAMETERS, place: PLACES) gives COST
value NAME.pass_cost(PARAMETERS, place: PLACES) gives GOINGON
value NAME.least_cost(PARAMETERS, place: PLACES)
    gives min(NAME.cost(GIVEN, place), NAME.pass_cost(GIVEN, place))
value NAME.early(PARAMETERS, place: PLACES) gives FORFEIT
value NAME.may_turn(PARAMETERS, place: PLACES) gives TURNBACK
value NAME.may_turn_at_start(PARAMETERS, place: PLACES) gives STARTBACK
"""
ROOM = """
value NAME.room(PARAMETERS, place: PLACES) gives SPACES
"""
OPEN = """
value NAME.open(PARAMETERS, here: PLACES, there: PLACES) gives any(w in ways(here) where w.to = there: WAYOPEN)
"""

# `go` asks before anything is changed: so `can` asks each way for itself.
TRIP = """
rule NAME.go(PARAMETERS)
  windows: closed
  let here = PIECE.AT
  need here is not none because "it is not on the map"
  LEADON
  let left = NAME.steps(GIVEN) + NAME.bonus(GIVEN)
  need left > 0 because "there are no steps to go"
  choose there in different(list(w in ways(here): w.to)) where can(NAME.set_out(GIVEN, here, there)) by STEERS
      prompt "Which way does {PIECE} go?STEPSLEFT"
  NAME.set_out(GIVEN, here, there)
  set NAME.going to none

rule NAME.set_out(PARAMETERS, here: PLACES, there: PLACES)
  ISOPEN
  need NAME.may_turn_at_start(GIVEN, here) or NAME.came_from[PIECE] != there because NOSTART
  let due = NAME.steps(GIVEN)
  let left = due + NAME.bonus(GIVEN)
  need left >= NAME.least_cost(GIVEN, there) because "there are not enough steps left"
  NAME.leaves(GIVEN, here)
  set NAME.going to PIECE
  set NAME.extra to 0
  set NAME.left to left
  set NAME.due to due
  KEEP
  NAME.come(GIVEN, here, there, count(PLACES) + left)

rule NAME.come(PARAMETERS, here: PLACES, there: PLACES, more: number)
  set NAME.came_from[PIECE] to here
  set PIECE.AT to there
  set NAME.passing to no
  NAME.enters(GIVEN, there)
  if NAME.going = PIECE
    NAME.arrive(GIVEN, there, more)

rule NAME.arrive(PARAMETERS, place: PLACES, more: number)
  let left = NAME.left
  if can(NAME.stay(GIVEN, place))
CHOICE
  otherwise
    NAME.goes_on(GIVEN, place, more)

rule NAME.goes_on(PARAMETERS, place: PLACES, more: number)
  set NAME.passing to yes
  NAME.go_on(GIVEN, place, more)

rule NAME.stay(PARAMETERS, place: PLACES)
  let cost = NAME.cost(GIVEN, place)
  need NAME.left >= cost because "there are not enough steps left"
  need NAME.due <= cost or NAME.early(GIVEN, place) because NOTEARLY
  HASROOM
  set NAME.extra to max(0, cost - NAME.due)
  add -cost to NAME.left
  add -cost to NAME.due
  set NAME.going to none
  NAME.stops(GIVEN, place)

rule NAME.go_on(PARAMETERS, here: PLACES, more: number)
  let left = NAME.left - NAME.pass_cost(GIVEN, here)
  need left >= 0 and more > 0 because "there are no steps left"
  choose there in different(list(w in ways(here): w.to)) where can(NAME.pass_on(GIVEN, here, there, more)) by STEERS
      prompt "Which way does {PIECE} go on? Steps: {left}"
  NAME.pass_on(GIVEN, here, there, more)

rule NAME.pass_on(PARAMETERS, here: PLACES, there: PLACES, more: number)
  ISOPEN
  need NAME.may_turn(GIVEN, here) or NAME.came_from[PIECE] != there because NOBACK
  let cost = NAME.pass_cost(GIVEN, here)
  need NAME.left >= cost + NAME.least_cost(GIVEN, there) because "there are not enough steps left"
  NAME.passes(GIVEN, here)
  add -cost to NAME.left
  add -cost to NAME.due
  NAME.come(GIVEN, here, there, more - 1)

rule NAME.put(PIECE: KIND, place: PLACES)
  let here = PIECE.AT
  set NAME.came_from[PIECE] to none
  if here is not none
    if any(w in ways(here) where w.to = place)
      set NAME.came_from[PIECE] to here
  set PIECE.AT to place
  if NAME.going = PIECE
    set NAME.going to none
"""
LEAD_ON = """need any(w in ways(here): NAME.open(GIVEN, here, w.to)) because NOWAY"""
IS_OPEN = """need NAME.open(GIVEN, here, there) because NOWAY"""
HAS_ROOM = """need count(another in KIND where another.AT = place and another != PIECE) < NAME.room(GIVEN, place)
    because NOROOM"""

# What may be chosen on coming to a place: the labels are those of the parts `stops` and `passes`.
CHOICE = """\
choose one by STEERS prompt "{PIECE} has come to {place}. Steps: {left}"
  way stop "STOPLABEL"
    NAME.stay(GIVEN, place)
    STOPWORDS()
  way on "PASSLABEL" when can(NAME.go_on(GIVEN, place, more))
    NAME.goes_on(GIVEN, place, more)
    PASSWORDS()
"""
