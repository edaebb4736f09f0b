// The bot of `rulelang/bots/greedy.py`, without Python between two choices: step for step the same, so a seed gives the
// same worth of each option there and here. Why it is done like this is said there.

// Own choices in a row. `world` is each of the positions believed in after them, or nothing where it can not be.
typedef struct {
  S *world[MOST_SAMPLES];
  Opt option;
  f64 worth;
  i32 made, parent, index, root, depth, is_finished, is_waiting;
} Line;

// In this order they are handed in.
typedef struct { i32 samples, dives, budget, depth; } Reach;

typedef struct {
  const S *start;
  const i32 *blind, *eyes;
  Reach how;
  Draws *draws;
  Line *line;
  u64 *known;
  f64 *best;
  u8 *has_best;
  i32 player, is_hidden, spent, is_broken, lines, line_room, knowns, known_room;
} Plans;

static i32 new_line(Plans *p, i32 parent, i32 index, i32 root) {
  if (!ROOM(p->line, p->line_room, p->lines + 1)) { p->is_broken = 1; return 0; }
  Line *line = p->line + p->lines;
  *line = (Line){.parent = parent, .index = index, .root = root, .worth = -(f64)WON, .is_finished = 1};
  if (parent != NOWHERE) line->depth = p->line[parent].depth + 1;
  return p->lines++;
}
static void free_plans(Plans *p) {
  for (i32 i = 0; i < p->lines; i++) for (i32 w = 0; w < p->line[i].made; w++) free(p->line[i].world[w]);
  free(p->line); free(p->known); free(p->best); free(p->has_best);
}
// The first of the positions after a line: what is asked there is asked in all of them.
static S *first_world(const Line *line) {
  i32 i = 0;
  while (i < line->made && !line->world[i]) i++;
  return i < line->made ? line->world[i] : 0;
}

// ---- carrying out ----

static i32 is_mine(const Plans *p, const S *world) { return !world->over && world->decider == p->player; }
// Can the last choice of a line be made in a position? Other positions may ask something else there.
static i32 can_be_chosen(const Plans *p, const Line *line, const S *world) {
  return is_mine(p, world) && line->index < world->options && same_option(world->option + line->index, &line->option);
}
static S *world_after(Plans *p, i32 line, i32 number);
// One of the positions after a line, or nothing, and how often chance had been asked before its last choice.
static S *carried_out(Plans *p, i32 line, i32 number, i32 *lots) {
  S *before = world_after(p, p->line[line].parent, number), *after = 0;
  Line *l = p->line + line;
  *lots = before ? before->lots : 0;
  if (before) {
    p->spent++;
    if (can_be_chosen(p, l, before)) {
      if (!(after = malloc(sizeof *after))) { p->is_broken = 1; return 0; }
      copy_position(after, before);
      after->choice = before->option[l->index];
      after->steps = 0;
      i32 how = settled(after, run(after));
      if (after->fault) p->is_broken = 1;
      if (how != GO) { free(after); after = 0; }
    }
  }
  return l->world[l->made++] = after;
}
// One of the positions after a line; those that it took no need of so far are made now.
static S *world_after(Plans *p, i32 line, i32 number) {
  while (p->line[line].made <= number && !p->is_broken) {
    Line *l = p->line + line;
    i32 unused;
    if (l->parent != NOWHERE) { carried_out(p, line, l->made, &unused); continue; }
    S *world = malloc(sizeof *world);
    if (!world) { p->is_broken = 1; return 0; }
    rules_copy(world, p->start);
    p->is_hidden |= believe(world, p->player, p->blind, p->draws);
    l->world[l->made++] = world;
  }
  return p->is_broken ? 0 : p->line[line].world[number];
}
// Is the player asked again, and the same as in the other positions?
static i32 goes_on(const Plans *p, const Line *line, const S *world) {
  const S *other = first_world(line);
  if (!is_mine(p, world) || other->options != world->options) return 0;
  for (i32 i = 0; other != world && i < world->options; i++)
    if (!same_option(other->option + i, world->option + i)) return 0;
  return 1;
}
// How far a player is ahead of the best other.
static i64 lead(S *s, i32 player) {
  i64 best = 0;
  if (s->over || PLAYERS == 1) return worth(s, player);
  for (i32 p = 0, others = 0; p < PLAYERS; p++) {
    if (p == player) continue;
    i64 found = estimate(s, p);
    if (!others++ || found > best) best = found;
  }
  return estimate(s, player) - best;
}
// A line with one more choice: worth the mean of the positions it leads to.
static i32 extended(Plans *p, i32 parent, const Opt *option, i32 index, i32 root) {
  i32 at = new_line(p, parent, index, root), tried = 0, is_finished = 0, lots;
  i64 total = 0, last = 0;
  if (p->is_broken) return 0;
  p->line[at].option = *option;
  for (i32 number = 0; number < p->how.samples && !p->is_broken; number++) {
    S *world = carried_out(p, at, number, &lots);
    if (!world) continue;
    i64 found = lead(world, p->player);
    if (world->fault) p->is_broken = 1;
    i32 is_chance = world->lots != lots;
    is_finished |= is_chance || !goes_on(p, p->line + at, world);
    total += found;
    tried++;
    if (!is_chance && (!p->is_hidden || (tried > 1 && found == last))) break;
    last = found;
  }
  Line *line = p->line + at;
  if (tried) { line->worth = (f64)total / (f64)tried; line->is_finished = is_finished; }
  if (tried && is_finished && (!p->has_best[root] || line->worth > p->best[root])) {
    p->best[root] = line->worth;
    p->has_best[root] = 1;
  }
  return at;
}

// ---- which lines ----

// A line with each choice that may follow: these are the last ones. The first that looks best.
static i32 longer(Plans *p, i32 line) {
  const S *world = first_world(p->line + line);
  i32 first = p->lines, best = first;
  for (i32 i = 0; i < world->options && !p->is_broken; i++)
    extended(p, line, world->option + i, i, p->line[line].root);
  for (i32 i = first; i < p->lines; i++) if (p->line[i].worth > p->line[best].worth) best = i;
  return best;
}
// Straight to an end, by the step that looks best: each option has one before any is looked at closely.
static void dive(Plans *p, i32 line) {
  while (!p->is_broken && !p->line[line].is_finished && p->line[line].depth < p->how.depth && p->spent < p->how.dives)
    line = longer(p, line);
}
// Does it lead to where no line with the same beginning led?
static i32 is_new(Plans *p, const Line *line) {
  u64 key = hashed(seen(first_world(line), p->player, p->eyes), line->root);
  for (i32 i = 0; i < p->knowns; i++) if (p->known[i] == key) return 0;
  if (!ROOM(p->known, p->known_room, p->knowns + 1)) { p->is_broken = 1; return 0; }
  p->known[p->knowns++] = key;
  return 1;
}
// The best looking of the lines that wait, the first of equals; nowhere if there is none.
static i32 next_line(const Plans *p) {
  i32 best = NOWHERE;
  for (i32 i = 0; i < p->lines; i++)
    if (p->line[i].is_waiting && (best == NOWHERE || p->line[i].worth > p->line[best].worth)) best = i;
  return best;
}
static i32 next_to_dive(const Plans *p, i32 first, i32 count) {
  i32 best = NOWHERE;
  for (i32 i = first; i < first + count; i++)
    if (!p->line[i].is_finished && !p->line[i].is_waiting && (best == NOWHERE || p->line[i].worth > p->line[best].worth))
      best = i;
  return best;
}
static void look_through(Plans *p) {
  i32 start = new_line(p, NOWHERE, 0, 0), count = p->start->options, first = p->lines, line;
  for (i32 i = 0; i < count && !p->is_broken; i++) extended(p, start, p->start->option + i, i, i);
  p->spent = 0;
  while (!p->is_broken && (line = next_to_dive(p, first, count)) != NOWHERE) {
    p->line[line].is_waiting = 1;
    dive(p, line);
  }
  p->spent = 0;
  while (!p->is_broken && p->spent < p->how.budget && (line = next_line(p)) != NOWHERE) {
    p->line[line].is_waiting = 0;
    if (p->line[line].depth >= p->how.depth) continue;
    i32 from = p->lines;
    longer(p, line);
    for (i32 i = from; i < p->lines; i++)
      p->line[i].is_waiting = !p->line[i].is_finished && is_new(p, p->line + i);
  }
  for (i32 i = 0; i < count && !p->is_broken; i++)
    if (!p->has_best[i]) p->best[i] = p->line[first + i].worth;
}

// What each option of the open decision leads to, and how many there are; none where C has no room for what is asked.
i32 rules_plans(const S *s, const Reach *how, const i32 *blind, const i32 *eyes, u64 seed, f64 *out) {
  Luck luck = luck_of(seed);
  Draws draws = {&luck, -1, 0};
  Plans p = {.start = s, .blind = blind, .eyes = eyes, .how = *how, .draws = &draws, .player = s->decider};
  p.best = calloc((size_t)s->options + 1, sizeof *p.best);
  p.has_best = calloc((size_t)s->options + 1, 1);
  if (!p.best || !p.has_best || s->over) p.is_broken = 1; else look_through(&p);
  if (!p.is_broken) memcpy(out, p.best, sizeof(f64) * (size_t)s->options);
  free_plans(&p);
  return p.is_broken ? 0 : s->options;
}
