// What is called from outside: games started, chosen in, played at random, looked at.

static void finish(S *s) { s->over = 1; s->options = 0; s->top = -1; }

static i32 settled(S *s, i32 how) {
  if (s->fault) return FAULT;
  if (how == OVER) { finish(s); return GO; }
  return how == WAIT ? GO : how;
}

i32 rules_size(void) { return (i32)sizeof(S); }
i32 rules_used(const S *s) { return (i32)used(s); }

i32 rules_start(S *s, u64 seed) {
  memcpy(s, &START, offsetof(S, stack));
  s->top = -1;
  s->seed = seeded(seed);
  s->luck = mix(s->seed);
  return settled(s, open_game(s));
}

i32 rules_choose(S *s, i32 index) {
  if (s->over || (u32)index >= (u32)s->options) return FAULT;
  s->choice = s->option[index];
  s->steps = 0;
  return settled(s, run(s));
}

void rules_copy(S *to, const S *from) {
  memcpy(to, from, used(from));
  to->forced = from->forced;
  to->options = from->options;
  memcpy(to->option, from->option, sizeof(Opt) * (size_t)from->options);
}

// The open decision: is the game over, who decides, where, how many options of how many words, and the options.
i32 rules_decision(const S *s, i32 *out) {
  i32 *o = out;
  *o++ = s->over; *o++ = s->decider; *o++ = s->point; *o++ = s->options; *o++ = WIDTH + 4;
  for (i32 i = 0; i < s->options; i++) {
    const Opt *p = s->option + i;
    *o++ = p->window; *o++ = p->window ? p->holder : 0; *o++ = p->window ? p->card : 0; *o++ = p->n;
    for (i32 j = 0; j < WIDTH; j++) *o++ = j < p->n ? p->v[j] : 0;
  }
  return (i32)(o - out);
}

i32 rules_state(S *s, i32 *out) { return (i32)(dump(s, out) - out); }
i32 rules_rank(S *s, i32 player, i32 number) { return rank(s, player, number); }

// ---- games at random ----

typedef struct { u64 seed, place[PLAYERS]; i32 round; } Luck;

static inline i32 pick(Luck *luck, const S *s, i32 n) {
  if (luck->round != s->rounds) {
    u64 base = mix(luck->seed + (u64)s->rounds * GOLDEN);
    luck->round = s->rounds;
    for (i32 p = 0; p < PLAYERS; p++) luck->place[p] = base + SEATS[p];
  }
  u64 *place = luck->place + ((u32)s->decider < PLAYERS ? s->decider : 0);
  i32 found = drawn(*place, n);
  *place += GOLDEN;
  return found;
}

// Until the game is over, so many decisions were made, or the rules meet a fault. How it ended; how many were made.
i32 rules_play(S *s, u64 seed, i32 limit, i32 *made) {
  Luck luck = {.seed = seeded(seed), .round = -1};
  *made = 0;
  i32 how = rules_start(s, seed);
  if (how == GO && !all_holds(s)) return FAULT;
  while (how == GO && !s->over && *made < limit) {
    i32 n = s->options;
    if (!n) return FAULT;
    s->choice = s->option[n == 1 ? 0 : pick(&luck, s, n)];
    s->steps = 0;
    ++*made;
    how = settled(s, run(s));
    if (how == GO && (s->over || *made % LOOK_EVERY == 0 || *made == limit) && !all_holds(s)) return FAULT;
  }
  return s->fault ? FAULT : how;
}

// Many games, one row of numbers each: how it ended, is it over, why, decisions, rounds, then the ranks of each player.
void rules_play_many(S *s, const u64 *seeds, i32 games, i32 limit, i32 *out) {
  for (i32 g = 0; g < games; g++) {
    i32 made = 0, how = rules_play(s, seeds[g], limit, &made);
    *out++ = how; *out++ = s->over; *out++ = s->reason; *out++ = made; *out++ = ROUND(s);
    for (i32 p = 0; p < PLAYERS; p++) for (i32 r = 0; r < RANKS; r++) *out++ = how == GO ? rank(s, p, r) : 0;
  }
}

// So many copies of a state: how long that takes is the question.
void rules_copy_often(S *to, const S *from, i32 times) {
  for (i32 i = 0; i < times; i++) { rules_copy(to, from); __asm__ volatile("" : : "r"(to) : "memory"); }
}
