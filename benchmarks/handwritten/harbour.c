// Harbour written by hand in C, as small and as direct as it gets: what compiled rules are measured against.
// The rules are those of harbour.py. Chance and players draw from xorshift, which costs next to nothing.

#include <stdint.h>
#include <string.h>

enum { PLAYERS = 3, SHIPS = 6, GOODS = 3, SUITS = 3, COLOURS = 3, CONTRACTS = 18, OPEN = 4 };
enum { HOME, SHOAL, REEF, STRAIT, GULF, BANK, FIRST_PORT, PLACES = 9 };
enum { BUY, WIND, STEER, CONTRACT, OVER };
enum { PASS = -1, NO_CARGO = -1, NO_WIND = -1, LAST_ROUND = 60, GOAL = 12 };

// For each place and colour: how many ways there are, and where they lead.
static const int8_t WAYS[PLACES][COLOURS][3] = {
    [HOME] = {{2, SHOAL, REEF}, {1, REEF}, {1, SHOAL}},
    [SHOAL] = {{0}, {1, STRAIT}, {2, STRAIT, GULF}},
    [REEF] = {{1, GULF}, {0}, {2, GULF, BANK}},
    [STRAIT] = {{1, FIRST_PORT}, {2, FIRST_PORT, FIRST_PORT + 1}, {0}},
    [GULF] = {{1, FIRST_PORT + 1}, {0}, {2, FIRST_PORT, FIRST_PORT + 2}},
    [BANK] = {{2, FIRST_PORT + 1, FIRST_PORT + 2}, {1, FIRST_PORT + 2}, {0}},
};
static const int8_t WANTS[] = {2, 0, 1}, PRICE[] = {1, 2, 3, 4, 6, 8}, BASE[] = {0, 1, 2};
static const int8_t PAIRS[][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

typedef struct {
  int16_t coins[PLAYERS];
  int8_t points[PLAYERS], cards[PLAYERS][SUITS], place[SHIPS], cargo[SHIPS], rung[GOODS], supply[SUITS];
  int8_t row[OPEN], in_row, deck[CONTRACTS], next, round, active, turns_left, wind, sailing, phase;
} Game;

static uint64_t lot = 88172645463325252ULL;

static inline int below(int n) {
  lot ^= lot << 13;
  lot ^= lot >> 7;
  lot ^= lot << 17;
  return (int)(((lot >> 32) * (uint64_t)n) >> 32);
}

static int buys(const Game *g, int8_t *moves) {
  int n = 0;
  for (int ship = 0; ship < 2; ship++) {
    int s = g->active * 2 + ship;
    if (g->place[s] != HOME || g->cargo[s] != NO_CARGO) continue;
    for (int good = 0; good < GOODS; good++)
      if (PRICE[g->rung[good]] <= g->coins[g->active]) moves[n++] = (int8_t)(ship * GOODS + good);
  }
  return n;
}

static int fulfilments(const Game *g, int8_t *moves) {
  const int8_t *cards = g->cards[g->active];
  int n = 0;
  for (int i = 0; i < g->in_row; i++) {
    const int8_t *pair = PAIRS[g->row[i] / 3];
    if (cards[pair[0]] >= 1 + (pair[0] == pair[1]) && cards[pair[1]] >= 1) moves[n++] = (int8_t)i;
  }
  return n;
}

static void begin_turn(Game *g) {
  int8_t moves[6];
  g->coins[g->active]++;
  g->phase = buys(g, moves) ? BUY : WIND;
}

static void end_turn(Game *g) {
  if (--g->turns_left) {
    g->active = (int8_t)((g->active + 1) % PLAYERS);
  } else {
    if (g->round == LAST_ROUND) {
      g->phase = OVER;
      return;
    }
    g->round++;
    g->turns_left = PLAYERS;
    for (int good = 0; good < GOODS; good++)
      if (g->rung[good] > BASE[good]) g->rung[good]--;
    g->active = (int8_t)((g->round - 1) % PLAYERS);
  }
  begin_turn(g);
}

static void arrive(Game *g, int ship, int place) {
  int owner = ship / 2, suit = place - FIRST_PORT;
  if (suit < 0) {
    g->place[ship] = (int8_t)place;
    return;
  }
  if (g->cargo[ship] != NO_CARGO) {
    int is_wanted = g->cargo[ship] == WANTS[suit], earned = 1 + is_wanted;
    if (earned > g->supply[suit]) earned = g->supply[suit];
    g->coins[owner] += is_wanted ? 4 : 2;
    g->supply[suit] -= earned;
    g->cards[owner][suit] += earned;
    g->cargo[ship] = NO_CARGO;
  }
  g->place[ship] = HOME;
}

static inline int sailing_ship(const Game *g) {
  return (g->active + g->sailing / 2) % PLAYERS * 2 + g->sailing % 2;
}

// Ships move until one needs its owner's choice.
static void sail_on(Game *g) {
  int8_t moves[OPEN];
  for (; g->sailing < SHIPS; g->sailing++) {
    int ship = sailing_ship(g);
    const int8_t *ways = WAYS[g->place[ship]][g->wind];
    if (ways[0] > 1) {
      g->phase = STEER;
      return;
    }
    if (ways[0]) arrive(g, ship, ways[1]);
  }
  if (fulfilments(g, moves)) g->phase = CONTRACT;
  else end_turn(g);
}

static void begin(Game *g) {
  memset(g, 0, sizeof *g);
  for (int i = 0; i < CONTRACTS; i++) g->deck[i] = (int8_t)i;
  for (int i = CONTRACTS - 1; i > 0; i--) {
    int j = below(i + 1);
    int8_t card = g->deck[i];
    g->deck[i] = g->deck[j];
    g->deck[j] = card;
  }
  memcpy(g->row, g->deck, OPEN);
  g->in_row = g->next = OPEN;
  for (int player = 0; player < PLAYERS; player++) {
    g->coins[player] = 6;
    g->cargo[player * 2 + 1] = 1;
  }
  memcpy(g->rung, BASE, sizeof BASE);
  memset(g->supply, 8, sizeof g->supply);
  g->round = 1;
  g->turns_left = PLAYERS;
  g->wind = NO_WIND;
  begin_turn(g);
}

static int legal(const Game *g, int8_t *moves) {
  int n = 0;
  switch (g->phase) {
    case WIND:
      for (int colour = 0; colour < COLOURS; colour++)
        if (colour != g->wind) moves[n++] = (int8_t)colour;
      return n;
    case STEER: {
      const int8_t *ways = WAYS[g->place[sailing_ship(g)]][g->wind];
      for (; n < ways[0]; n++) moves[n] = ways[n + 1];
      return n;
    }
    case BUY: n = buys(g, moves); break;
    default: n = fulfilments(g, moves);
  }
  moves[n++] = PASS;
  return n;
}

static void fulfil(Game *g, int slot) {
  int contract = g->row[slot], player = g->active;
  memmove(g->row + slot, g->row + slot + 1, (size_t)(g->in_row - slot - 1));
  g->in_row--;
  for (int i = 0; i < 2; i++) {
    g->cards[player][PAIRS[contract / 3][i]]--;
    g->supply[PAIRS[contract / 3][i]]++;
  }
  g->points[player] += 2 + contract % 3;
  if (g->next < CONTRACTS) g->row[g->in_row++] = g->deck[g->next++];
}

static void apply(Game *g, int move) {
  switch (g->phase) {
    case BUY:
      if (move != PASS) {
        int good = move % GOODS;
        g->coins[g->active] -= PRICE[g->rung[good]];
        g->cargo[g->active * 2 + move / GOODS] = (int8_t)good;
        if (g->rung[good] < 5) g->rung[good]++;
      }
      g->phase = WIND;
      return;
    case WIND:
      g->wind = (int8_t)move;
      g->sailing = 0;
      sail_on(g);
      return;
    case STEER:
      arrive(g, sailing_ship(g), move);
      g->sailing++;
      sail_on(g);
      return;
    case CONTRACT:
      if (move != PASS) fulfil(g, move);
      if (g->points[g->active] >= GOAL) g->phase = OVER;
      else end_turn(g);
  }
}

// So many games at random; how many decisions they took.
int64_t play_many(int32_t games) {
  int64_t made = 0;
  for (int32_t i = 0; i < games; i++) {
    Game g;
    int8_t moves[8];
    for (begin(&g); g.phase != OVER; made++) apply(&g, moves[below(legal(&g, moves))]);
  }
  return made;
}

int32_t size_of_game(void) { return sizeof(Game); }
