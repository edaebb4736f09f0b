// What is called from outside: games started, chosen in, played by bots, looked at.

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
i32 rules_worth(S *s, i32 player) { return worth(s, player); }

// A position as a player may believe it to be; was anything hidden from him?
i32 rules_believe(S *to, const S *from, i32 player, u64 seed, const i32 *blind) {
  Luck luck = luck_of(seed);
  Draws d = {&luck, player, from->rounds};
  rules_copy(to, from);
  return believe(to, player, blind, &d);
}

// The option that looks best to whoever decides; `room` is as many positions as there are samples, and one more.
i32 rules_best(const S *s, S *room, u64 seed, const i32 *blind, i32 samples) {
  Luck luck = luck_of(seed);
  Draws d = {&luck, s->decider, s->rounds};
  Prospects look = {.tried = room, .worlds = room + 1, .blind = blind, .samples = least(samples, MOST_SAMPLES)};
  return s->options ? best_option(s, &look, &d) : -1;
}

// ---- whole games ----

static inline i32 pick(Luck *luck, const S *s) {
  i32 n = s->options;
  return n == 1 ? 0 : drawn(next_place(luck, s->decider, s->rounds), n);
}

// At random until the game is over, so many decisions were made, or the rules meet a fault. How it ended.
static i32 play_randomly(S *s, Luck *luck, i32 limit, i32 *made) {
  i32 how = GO;
  while (how == GO && !s->over && *made < limit) {
    if (!s->options) return FAULT;
    s->choice = s->option[pick(luck, s)];
    s->steps = 0;
    ++*made;
    how = settled(s, run(s));
    if (how == GO && (s->over || *made % LOOK_EVERY == 0 || *made == limit) && !all_holds(s)) return FAULT;
  }
  return s->fault ? FAULT : how;
}

// The same where some seats are taken by bots that look ahead: for each seat how many positions they believe in.
// What was chosen is noted where there is room for it.
static i32 play_ahead(S *s, Luck *luck, i32 limit, const i32 *samples, Prospects *look, i32 *made, i16 *chosen) {
  i32 how = GO;
  while (how == GO && !s->over && *made < limit) {
    if (!s->options || (u32)s->decider >= PLAYERS) return FAULT;
    Draws d = {luck, s->decider, s->rounds};
    look->samples = samples[s->decider];
    i32 index = look->samples ? best_option(s, look, &d) : pick(luck, s);
    if (index < 0) return FAULT;
    s->choice = s->option[index];
    s->steps = 0;
    if (chosen) chosen[*made] = (i16)index;
    ++*made;
    how = settled(s, run(s));
    if (how == GO && !all_holds(s)) return FAULT;
  }
  return s->fault ? FAULT : how;
}

// At random from a position on; how many decisions that were, -1 if the rules met a fault.
i32 rules_play_on(S *s, u64 seed, i32 limit) {
  Luck luck = luck_of(seed);
  i32 made = 0;
  return play_randomly(s, &luck, limit, &made) == GO ? made : -1;
}

i32 rules_play(S *s, u64 seed, i32 limit, const i32 *samples, Prospects *look, i32 *made, i16 *chosen) {
  Luck luck = luck_of(seed);
  *made = 0;
  i32 how = rules_start(s, seed);
  if (how == GO && !all_holds(s)) return FAULT;
  if (how != GO) return how;
  return samples ? play_ahead(s, &luck, limit, samples, look, made, chosen) : play_randomly(s, &luck, limit, made);
}

// Many games, one row of numbers each: how it ended, is it over, why, decisions, rounds, then the ranks of each player.
// Without `samples` all play at random; with them there is room for two positions more than the most of them.
void rules_play_many(S *room, const u64 *seeds, i32 games, i32 limit, const i32 *samples, const i32 *blind, i32 *out) {
  S *s = room;
  Prospects look = {.tried = room + 1, .worlds = room + 2, .blind = blind};
  for (i32 g = 0; g < games; g++) {
    i32 made = 0, how = rules_play(s, seeds[g], limit, samples, &look, &made, 0);
    *out++ = how; *out++ = s->over; *out++ = s->reason; *out++ = made; *out++ = ROUND(s);
    for (i32 p = 0; p < PLAYERS; p++) for (i32 r = 0; r < RANKS; r++) *out++ = how == GO ? rank(s, p, r) : 0;
  }
}

// The choices of one game, and how many; -1 if the rules met a fault.
i32 rules_choices(S *room, u64 seed, i32 limit, const i32 *samples, const i32 *blind, i16 *chosen) {
  Prospects look = {.tried = room + 1, .worlds = room + 2, .blind = blind};
  i32 made = 0;
  return rules_play(room, seed, limit, samples, &look, &made, chosen) == GO ? made : -1;
}

// Games of consecutive seeds, all at random: how many decisions they took.
i64 rules_decisions(S *s, u64 seed, i32 games, i32 limit) {
  i64 total = 0;
  for (i32 g = 0; g < games; g++) {
    i32 made;
    rules_play(s, seed + (u64)g, limit, 0, 0, &made, 0);
    total += made;
  }
  return total;
}

// So many copies of a state: how long that takes is the question.
void rules_copy_often(S *to, const S *from, i32 times) {
  for (i32 i = 0; i < times; i++) { rules_copy(to, from); __asm__ volatile("" : : "r"(to) : "memory"); }
}
