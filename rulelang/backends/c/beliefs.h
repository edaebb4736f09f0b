// What bots draw, and positions as one player may believe them to be: cards that he can not see are dealt anew.
//
// What he can not see is handed in as numbers: for each player where his part begins; there how many groups of cards,
// and of each the deck, how many zones, and each zone, twice its number, and one more if its top is open.

typedef struct { u64 seed, place[PLAYERS + 1]; i32 round; } Luck;

static inline Luck luck_of(u64 seed) { return (Luck){.seed = seeded(seed), .round = -1}; }
// Where a seat draws next; nobody is seat -1.
static inline u64 next_place(Luck *luck, i32 seat, i32 round) {
  if (luck->round != round) {
    u64 base = mix(luck->seed + (u64)round * GOLDEN);
    luck->round = round;
    for (i32 p = 0; p <= PLAYERS; p++) luck->place[p] = base + SEATS[p];
  }
  u64 *place = luck->place + ((u32)seat < PLAYERS ? seat + 1 : 0), found = *place;
  *place += GOLDEN;
  return found;
}

// Whose draws are meant, in which round.
typedef struct { Luck *luck; i32 seat, round; } Draws;

static inline u64 bits(Draws *d, i32 k) { return mix(next_place(d->luck, d->seat, d->round)) & (((u64)1 << k) - 1); }
static inline u64 draw_lot(Draws *d) { return mix(next_place(d->luck, d->seat, d->round)) >> 33; }
static inline i32 below(Draws *d, i32 n) {
  i32 k = 0, found;
  while (n >> k) k++;
  do found = (i32)bits(d, k); while (found >= n);
  return found;
}

// ---- cards that lie where a player can not see them ----

// The cards that the open decision shows to whoever decides.
static void mark_offered(const S *s, i32 deck, u8 *marked, i32 cards) {
  for (i32 i = 0; i < s->options; i++) {
    const Opt *o = s->option + i;
    i32 first = o->window ? SPOKEN_WINDOW[o->window - 1] : SPOKEN_POINT[s->point];
    if (first < 0 || (o->n == 1 && o->v[0] == PASSED)) continue;
    const i8 *decks = SPOKEN[first + (WAYS[first] > 1 ? o->v[0] : 0)];
    for (i32 j = 0; j < o->n; j++) if (decks[j] == deck && (u32)o->v[j] < (u32)cards) marked[o->v[j]] = 1;
  }
}

typedef struct { i16 zone, at; } Spot;

// Cards that were shown to the player stay in their zone, but at a place that he can not tell.
static void move_told(Cards k, const Spot *spot, i32 n, const u8 *told, Draws *d) {
  for (i32 i = 0; i < n; i++) {
    i32 card = k.order[spot[i].at], same = 0, goal = 0;
    if (!told[card]) continue;
    for (i32 j = 0; j < n; j++) same += spot[j].zone == spot[i].zone;
    i32 wanted = below(d, same);
    while (spot[goal].zone != spot[i].zone || wanted--) goal++;
    k.order[spot[i].at] = k.order[spot[goal].at];
    k.order[spot[goal].at] = (i16)card;
  }
}

// All cards of some places, but for those that were told, in another order; `now` says which stands for which.
static void deal_anew(Cards k, const Spot *spot, i32 n, const u8 *told, i16 *now, Draws *d) {
  u8 here[MOST_CARDS] = {0};
  u64 lots[MOST_CARDS];
  i16 before[MOST_CARDS];
  i32 unknown = 0, count = 0, at = 0;
  for (i32 i = 0; i < n; i++) {
    i32 card = k.order[spot[i].at];
    if (!told[card]) { here[card] = 1; before[unknown++] = (i16)card; }
  }
  move_told(k, spot, n, told, d);
  for (i32 card = 0; card < k.cards; card++) {
    if (!here[card]) continue;
    u64 lot = draw_lot(d) << 16 | (u64)card;
    i32 j = count++;
    for (; j && lots[j - 1] > lot; j--) lots[j] = lots[j - 1];
    lots[j] = lot;
  }
  for (i32 i = 0; i < n; i++) {
    if (told[k.order[spot[i].at]]) continue;
    i16 card = (i16)(lots[at] & 0xffff);
    k.order[spot[i].at] = card;
    k.zone[card] = spot[i].zone;
    now[before[at++]] = card;
  }
}

static void rename_bits(BITS *of, const i16 *now, i32 cards) {
  BITS old[MOST_CARDS];
  memcpy(old, of, sizeof(BITS) * (size_t)cards);
  for (i32 card = 0; card < cards; card++) of[now[card]] = old[card];
}
static inline i32 renamed(i32 card, const i16 *now, i32 cards) { return (u32)card < (u32)cards ? now[card] : card; }

static void rename_cards(S *s, i32 deck, const i16 *now) {
  Cards k = deck_of(s, deck);
  rename_fields(s, deck, now, k.cards);
  for (i32 at = s->top; at >= 0; at = s->stack[at + 1]) rename_frame(s->stack + at, deck, now, k.cards);
  if (k.shown) rename_bits(k.shown, now, k.cards);
  if (k.boxed) rename_bits(k.boxed, now, k.cards);
}

// One group of cards; was there anything to deal?
static i32 deal_group(S *s, i32 player, const i32 *group, Draws *d) {
  Cards k = deck_of(s, group[0]);
  u8 offered[MOST_CARDS] = {0}, told[MOST_CARDS] = {0};
  Spot spot[MOST_CARDS];
  i16 now[MOST_CARDS];
  i32 n = 0;
  mark_offered(s, group[0], offered, k.cards);
  for (i32 z = 0; z < group[1]; z++) {
    i32 zone = group[2 + z] >> 1;
    for (i32 i = k.start[zone] + (group[2 + z] & 1); i < k.start[zone + 1]; i++)
      if (!offered[k.order[i]]) spot[n++] = (Spot){(i16)zone, (i16)i};
  }
  for (i32 i = 0; k.boxed && i < k.start[1]; i++)
    if (k.boxed[k.order[i]] >> player & 1) spot[n++] = (Spot){0, (i16)i};
  if (n < 2) return 0;
  for (i32 card = 0; card < k.cards; card++) {
    now[card] = (i16)card;
    told[card] = k.shown ? k.shown[card] >> player & 1 : 0;
  }
  deal_anew(k, spot, n, told, now, d);
  rename_cards(s, group[0], now);
  return 1;
}

// Make a position one that a player may believe in; was anything hidden from him?
static i32 believe(S *s, i32 player, const i32 *blind, Draws *d) {
  i32 is_hidden = 0;
  if (IS_CHANCY) {
    s->seed = seeded(bits(d, 63));
    s->luck = mix(s->seed + (u64)s->rounds * GOLDEN);
  }
  const i32 *group = blind + blind[player];
  for (i32 n = *group++; n > 0; n--, group += 2 + group[1]) is_hidden |= deal_group(s, player, group, d);
  return is_hidden;
}

// ---- one decision ahead ----

#define WON 1000000000
#define MOST_SAMPLES 16

static i32 has_won(S *s, i32 player) {
  for (i32 p = 0; p < PLAYERS; p++) {
    for (i32 r = 0; r < RANKS; r++) {
      i32 own = rank(s, player, r), other = rank(s, p, r);
      if (own > other) break;
      if (own < other) return 0;
    }
  }
  return 1;
}
// How good a position is for a player: who has won knows no better one.
static i32 worth(S *s, i32 player) {
  if (s->over) return has_won(s, player) ? WON : -WON;
  return estimate(s, player);
}

// A copy of all but the options: something is chosen in it at once.
static inline void copy_position(S *to, const S *from) {
  copied(to, from, used(from));
  to->has_forced = from->has_forced;
  to->forced = from->forced;
  to->options = 0;
}

// The positions that a player believes in stand in `worlds`, as many as were wanted so far; `tried` is room to try in.
typedef struct { S *tried, *worlds; const i32 *blind; i32 samples, believed; u8 is_hidden[MOST_SAMPLES]; } Prospects;

// The mean worth of what follows an option. Where chance plays no part and two positions agree, two are enough; where
// nothing is hidden either, one is. Positions that can not be say nothing. False if there was a fault.
static i32 look_at(const S *s, i32 index, Prospects *look, Draws *d, double *found) {
  i64 total = 0, last = 0;
  i32 tried = 0, player = s->decider;
  S *t = look->tried;
  for (i32 i = 0; i < look->samples; i++) {
    S *world = look->worlds + i;
    if (i == look->believed) {
      rules_copy(world, s);
      look->is_hidden[look->believed++] = (u8)believe(world, player, look->blind, d);
    }
    copy_position(t, world);
    t->choice = world->option[index];
    t->steps = 0;
    i32 how = settled(t, run(t));
    if (t->fault || how == FAULT) return 0;
    if (how != GO) continue;
    i64 value = worth(t, player);
    if (t->fault) return 0;
    total += value;
    tried++;
    if (t->lots == world->lots && (!look->is_hidden[i] || (tried > 1 && value == last))) break;
    last = value;
  }
  *found = tried ? (double)total / (double)tried : -(double)WON;
  return 1;
}

// The option with the best prospects for whoever decides, ties are drawn; -1 if there was a fault.
static i32 best_option(const S *s, Prospects *look, Draws *d) {
  i32 ties[MOST_OPTIONS], n = 0;
  double best = 0, found;
  if (s->options == 1) return 0;
  look->believed = 0;
  for (i32 index = 0; index < s->options; index++) {
    if (!look_at(s, index, look, d, &found)) return -1;
    if (!n || found > best) { best = found; ties[0] = index; n = 1; }
    else if (found == best) ties[n++] = index;
  }
  return ties[(i32)(draw_lot(d) * (u64)n >> 31)];
}
