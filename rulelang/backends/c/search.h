// The tree search of `rulelang/bots/tree_search`, without Python between two games in the head: step for step the
// same, so a seed and a budget give the same choice there and here. Why it is done like this is said there.

#define ANY_SIGHT 0
#define NOWHERE (-1)
// As much memory as a tree may take, in bytes; what is seen for the first time after that is not remembered.
#define MOST_OF_A_TREE ((size_t)1 << 28)
// Positions may come again, so going down ends here at the latest.
#define DEEPEST 1000

typedef double f64;
typedef struct { f64 of[PLAYERS]; } Shares;

// A choice. Those of a node are in a row, and so are the nodes that were seen after it.
typedef struct {
  Shares reached, proven;
  f64 prior;
  i32 visits, offered, next, first_node, last_node, nodes;
  u8 is_proven;
  Opt option;
} Edge;
// Where a position has its node by itself, and not by the way that led there, `next` is the next one of its bucket.
typedef struct { u64 sight; i32 first, last, next; u8 is_judged; } Node;
typedef struct { i32 at, count, index, decider; } Step;

// In this order they are handed in.
typedef struct { f64 playout, temperature, curiosity, sights, trust, stakes; } Settings;

typedef struct {
  Settings how;
  i32 player, is_open, is_proven, is_certain;
  Shares proven, end;
  Luck luck;
  Draws draws;
  const i32 *blind, *eyes;
  i64 games, choices;
  Edge *edge; Node *node; Step *step; i32 *listed;
  i32 *bucket;
  i32 edges, edge_room, nodes, node_room, steps, step_room, list, list_room, buckets;
  S world, tried;
} Tree;

// ---- room ----

static i32 grown(void **row, i32 *room, i32 wanted, size_t size) {
  if (wanted <= *room) return 1;
  size_t more = (size_t)(wanted < 64 ? 64 : wanted) * 2;
  void *found = more * size > MOST_OF_A_TREE ? 0 : realloc(*row, more * size);
  if (!found) return 0;
  *row = found;
  *room = (i32)more;
  return 1;
}
#define ROOM(row, room, wanted) grown((void **)&(row), &(room), wanted, sizeof *(row))

static i32 new_node(Tree *t, u64 sight) {
  if (!ROOM(t->node, t->node_room, t->nodes + 1)) return NOWHERE;
  t->node[t->nodes] = (Node){.sight = sight, .first = NOWHERE, .last = NOWHERE, .next = NOWHERE};
  return t->nodes++;
}
// The bucket of a sight, of about as many as there are nodes; nothing if there is no room.
static i32 *bucket_of(Tree *t, u64 sight) {
  if (t->nodes >= t->buckets) {
    i32 count = t->buckets ? t->buckets * 2 : 256;
    i32 *made = malloc(sizeof(i32) * (size_t)count);
    if (!made) return 0;
    for (i32 i = 0; i < count; i++) made[i] = NOWHERE;
    for (i32 n = 0; n < t->nodes; n++) {
      i32 *first = made + (t->node[n].sight & (u64)(count - 1));
      t->node[n].next = *first;
      *first = n;
    }
    free(t->bucket);
    t->bucket = made;
    t->buckets = count;
  }
  return t->bucket + (sight & (u64)(t->buckets - 1));
}
// The node of a sight, whatever way led there, and whether it is new; nowhere if there is no room.
static i32 shared_node(Tree *t, u64 sight, i32 *is_new) {
  i32 *bucket = bucket_of(t, sight), made;
  *is_new = 0;
  for (i32 n = bucket ? *bucket : NOWHERE; n != NOWHERE; n = t->node[n].next) if (t->node[n].sight == sight) return n;
  if (!bucket || (made = new_node(t, sight)) == NOWHERE) return NOWHERE;
  t->node[made].next = *bucket;
  *bucket = made;
  *is_new = 1;
  return made;
}
static i32 new_edge(Tree *t, i32 node, const Opt *option) {
  if (!ROOM(t->edge, t->edge_room, t->edges + 1)) return NOWHERE;
  Edge *e = t->edge + t->edges;
  memset(e, 0, sizeof *e);
  e->option = *option;
  e->next = e->first_node = e->last_node = NOWHERE;
  Node *n = t->node + node;
  if (n->last == NOWHERE) n->first = t->edges; else t->edge[n->last].next = t->edges;
  n->last = t->edges;
  return t->edges++;
}
static i32 edge_of(Tree *t, i32 node, const Opt *option, i32 guess) {
  if (guess != NOWHERE && same_option(&t->edge[guess].option, option)) return guess;
  for (i32 e = t->node[node].first; e != NOWHERE; e = t->edge[e].next)
    if (same_option(&t->edge[e].option, option)) return e;
  return new_edge(t, node, option);
}
// The edges of the options that a position has, at the end of the list; false if there is no room left.
static i32 offered_at(Tree *t, i32 node, const S *s) {
  i32 guess = t->node[node].first;
  if (!ROOM(t->listed, t->list_room, t->list + s->options)) return 0;
  for (i32 i = 0; i < s->options; i++) {
    i32 e = edge_of(t, node, s->option + i, guess);
    if (e == NOWHERE) return 0;
    t->listed[t->list + i] = e;
    guess = t->edge[e].next;
  }
  return 1;
}

// ---- what positions are worth ----

static Shares shares_of(S *s) {
  Shares found;
  i32 best = 0;
  for (i32 p = 0; p < PLAYERS; p++) best += RANKS ? has_won(s, p) : 1;
  for (i32 p = 0; p < PLAYERS; p++) found.of[p] = !RANKS || has_won(s, p) ? 1.0 / best : 0.0;
  return found;
}
static Shares odds_of(S *s, f64 temperature) {
  Shares found;
  i64 worth[PLAYERS], best = 0;
  f64 total = 0.0;
  for (i32 p = 0; p < PLAYERS; p++) {
    worth[p] = estimate(s, p);
    if (!p || worth[p] > best) best = worth[p];
  }
  for (i32 p = 0; p < PLAYERS; p++) {
    found.of[p] = exp((f64)(worth[p] - best) / temperature);
    total += found.of[p];
  }
  for (i32 p = 0; p < PLAYERS; p++) found.of[p] /= total;
  return found;
}
static Shares by_stakes(S *s, f64 stakes) {
  Shares found;
  i64 score[PLAYERS], total = 0;
  for (i32 p = 0; p < PLAYERS; p++) total += score[p] = RANKS ? rank(s, p, 0) : 0;
  for (i32 p = 0; p < PLAYERS; p++) found.of[p] = 0.5 + ((f64)score[p] - (f64)total / PLAYERS) / (2 * stakes);
  return found;
}
static Shares reward_of(const Tree *t, S *s) {
  if (t->how.stakes != 0) return by_stakes(s, t->how.stakes);
  return s->over ? shares_of(s) : odds_of(s, t->how.temperature);
}

// ---- down ----

// False if the rules met a fault.
static i32 choose_in(S *s, i32 index) {
  s->choice = s->option[index];
  s->steps = 0;
  return settled(s, run(s)) == GO;
}

static i32 known_node(const Tree *t, const Edge *e, u64 sight) {
  for (i32 n = e->first_node; n != NOWHERE; n = t->node[n].next) if (t->node[n].sight == sight) return n;
  return NOWHERE;
}
// The node for what is seen after a choice; nowhere if it was not seen before, and from now on it is known.
static i32 node_after(Tree *t, const Step *step, S *world) {
  i32 at = t->listed[step->at + step->index], is_new;
  if (t->is_open) {
    i32 node = shared_node(t, seen(world, world->decider, t->eyes), &is_new);
    t->edge[at].first_node = node;
    return is_new ? NOWHERE : node;
  }
  u64 sight = t->how.sights ? seen(world, t->player, t->eyes) : ANY_SIGHT;
  i32 known = known_node(t, t->edge + at, sight);
  if (known == NOWHERE && t->edge[at].nodes >= most(1, (i32)t->how.sights)) {
    sight = ANY_SIGHT;
    known = known_node(t, t->edge + at, sight);
  }
  if (known != NOWHERE) return known;
  i32 made = new_node(t, sight);
  if (made == NOWHERE) return NOWHERE;
  Edge *e = t->edge + at;
  if (e->last_node == NOWHERE) e->first_node = made; else t->node[e->last_node].next = made;
  e->last_node = made;
  e->nodes++;
  return NOWHERE;
}

static i32 judge(Tree *t, i32 node, const i32 *edges, S *world) {
  i32 decider = world->decider, count = world->options;
  t->node[node].is_judged = 1;
  for (i32 i = 0; i < count; i++) {
    rules_copy(&t->tried, world);
    if (!choose_in(&t->tried, i)) continue;
    Edge *e = t->edge + edges[i];
    if (t->how.trust != 0) e->prior = reward_of(t, &t->tried).of[decider];
    if (t->is_open && t->tried.over) { e->is_proven = 1; e->proven = reward_of(t, &t->tried); }
  }
  return count;
}

static inline i32 is_fresh(const Edge *e) { return !e->visits && !e->is_proven; }
// The choice to make on the way down: what looks best, or was tried too seldom to tell.
static i32 promising(Tree *t, const i32 *edges, i32 count, i32 decider) {
  f64 trust = t->how.trust, best = -1.0;
  i32 found = 0, fresh = 0;
  if (trust == 0) for (i32 i = 0; i < count; i++) fresh += is_fresh(t->edge + edges[i]);
  if (fresh) {
    i32 wanted = (i32)(draw_lot(&t->draws) * (u64)fresh >> 31);
    while (!is_fresh(t->edge + edges[found]) || wanted--) found++;
    return found;
  }
  for (i32 i = 0; i < count; i++) {
    const Edge *e = t->edge + edges[i];
    if (e->is_proven) continue;
    f64 weight = e->visits + trust;
    f64 mean = (e->reached.of[decider] + trust * e->prior) / weight;
    f64 value = mean + t->how.curiosity * sqrt(log(e->offered + 2.0) / weight);
    if (value > best) { best = value; found = i; }
  }
  return found;
}

// How the game ends if everybody chooses best, as far as that is certain: which of some edges says it, or nowhere.
static i32 outcome_of(const Tree *t, const i32 *edges, i32 count, i32 decider) {
  i32 best = NOWHERE, proven = 0;
  for (i32 i = 0; i < count; i++) {
    const Edge *e = t->edge + edges[i];
    if (!e->is_proven) continue;
    if (e->proven.of[decider] >= 1) return edges[i];
    if (best == NOWHERE || e->proven.of[decider] > t->edge[best].proven.of[decider]) best = edges[i];
    proven++;
  }
  return proven == count ? best : NOWHERE;
}

// Go down to something new; how many choices that took, less than 0 if the rules met a fault.
static i32 descend(Tree *t) {
  S *world = &t->world;
  i32 made = 0, node = 0;
  while (!world->over && t->steps < DEEPEST) {
    if (!world->options) return -most(1, made);
    if (world->options == 1) {
      made++;
      if (!choose_in(world, 0)) return -made;
      continue;
    }
    if (node == NOWHERE && (node = node_after(t, t->step + t->steps - 1, world)) == NOWHERE) break;
    i32 at = t->list, count = world->options, decider = world->decider;
    if ((u32)decider >= PLAYERS) return -most(1, made);
    if (!ROOM(t->step, t->step_room, t->steps + 1) || !offered_at(t, node, world)) break;
    t->list += count;
    if ((t->how.trust != 0 || t->is_open) && !t->node[node].is_judged)
      made += judge(t, node, t->listed + at, world);
    if (t->is_open) {
      i32 known = outcome_of(t, t->listed + at, count, decider);
      if (known != NOWHERE) { t->is_certain = 1; t->end = t->edge[known].proven; break; }
    }
    i32 index = promising(t, t->listed + at, count, decider);
    i32 is_new = !t->edge[t->listed[at + index]].visits;
    t->step[t->steps++] = (Step){at, count, index, decider};
    made++;
    if (!choose_in(world, index)) return -made;
    if (is_new) break;
    node = NOWHERE;
  }
  return made;
}

// ---- up ----

static void prove(Tree *t, Shares shares) {
  for (i32 i = t->steps - 1; i >= 0; i--) {
    const Step *step = t->step + i;
    Edge *chosen = t->edge + t->listed[step->at + step->index];
    chosen->proven = shares;
    chosen->is_proven = 1;
    i32 known = outcome_of(t, t->listed + step->at, step->count, step->decider);
    if (known == NOWHERE) return;
    shares = t->edge[known].proven;
  }
  t->proven = shares;
  t->is_proven = 1;
}

// One game in the head; how many choices were made in it.
static i32 game_in_the_head(Tree *t, const S *s) {
  S *world = &t->world;
  rules_copy(world, s);
  believe(world, t->player, t->blind, &t->draws);
  t->steps = t->list = t->is_certain = 0;
  i32 made = descend(t);
  if (made < 0) return -made;
  if (!t->is_certain && world->over && t->is_open) { t->is_certain = 1; t->end = reward_of(t, world); }
  if (!t->is_certain && t->how.playout) {
    Luck luck = luck_of(bits(&t->draws, 63));
    for (i32 more = 0; more < t->how.playout && !world->over; more++, made++)
      if (!world->options || !choose_in(world, pick(&luck, world))) return made - more + 1;
  }
  Shares reward = t->is_certain ? t->end : reward_of(t, world);
  if (world->fault) return made;
  for (i32 i = 0; i < t->steps; i++) {
    const Step *step = t->step + i;
    for (i32 j = 0; j < step->count; j++) t->edge[t->listed[step->at + j]].offered++;
    Edge *chosen = t->edge + t->listed[step->at + step->index];
    chosen->visits++;
    for (i32 p = 0; p < PLAYERS; p++) chosen->reached.of[p] += reward.of[p];
  }
  if (t->is_certain) prove(t, reward);
  return made;
}

// ---- called from outside ----

// Is it over, who decides, where, how often chance was asked, how many options.
void rules_asked(const S *s, i32 *out) {
  out[0] = s->over; out[1] = s->decider; out[2] = s->point; out[3] = s->lots; out[4] = s->options;
}
// Choices one after the other; false if the rules met a fault.
i32 rules_replay(S *s, const i32 *indexes, i32 count) {
  for (i32 i = 0; i < count; i++) if (rules_choose(s, indexes[i]) != GO) return 0;
  return 1;
}

void rules_fell(Tree *t) {
  if (!t) return;
  free(t->edge); free(t->node); free(t->step); free(t->listed); free(t->bucket); free(t);
}

// The nodes that can be seen from the root of a tree, one after the other; each is marked once it is found.
typedef struct { i32 *waiting; u8 *known; i32 count; } Walk;

static i32 walk_from_root(const Tree *t, Walk *w) {
  *w = (Walk){malloc(sizeof(i32) * (size_t)(t->nodes + 1)), calloc((size_t)t->nodes + 1, 1), 1};
  if (!w->waiting || !w->known) return 0;
  w->waiting[0] = 0;
  w->known[0] = 1;
  return 1;
}
static i32 walked(const Tree *t, Walk *w) {
  i32 n = w->waiting[--w->count];
  for (i32 e = t->node[n].first; e != NOWHERE; e = t->edge[e].next)
    for (i32 k = t->edge[e].first_node; k != NOWHERE; k = t->is_open ? NOWHERE : t->node[k].next)
      if (!w->known[k]) { w->known[k] = 1; w->waiting[w->count++] = k; }
  return n;
}
// The first of them that has this sight and something was tried in; or nowhere.
static i32 node_seen(const Tree *t, u64 sight) {
  Walk w;
  i32 found = NOWHERE, ok = walk_from_root(t, &w);
  while (ok && w.count && found == NOWHERE) {
    i32 n = walked(t, &w);
    if (t->node[n].sight == sight && t->node[n].first != NOWHERE) found = n;
  }
  free(w.waiting); free(w.known);
  return found;
}

// The nodes after an edge of another tree become those of its copy; each gets a number here when it is first met.
static i32 copied_nodes(Tree *t, const Tree *old, const Edge *from, Edge *to, i32 *source, i32 *copy) {
  i32 last = NOWHERE;
  to->first_node = NOWHERE;
  for (i32 k = from->first_node; k != NOWHERE; k = t->is_open ? NOWHERE : old->node[k].next) {
    i32 is_new = copy[k] == NOWHERE, unused;
    if (is_new) copy[k] = t->is_open ? shared_node(t, old->node[k].sight, &unused) : new_node(t, old->node[k].sight);
    if (copy[k] == NOWHERE) return 0;
    if (is_new) source[copy[k]] = k;
    if (last == NOWHERE) to->first_node = copy[k]; else t->node[last].next = copy[k];
    last = copy[k];
  }
  to->last_node = last;
  return 1;
}
// What another tree knows of a node and all that was seen after it becomes part of this one, from its root on.
static i32 transplanted(Tree *t, const Tree *old, i32 root) {
  i32 *source = malloc(sizeof(i32) * (size_t)old->nodes), *copy = malloc(sizeof(i32) * (size_t)old->nodes);
  i32 ok = source && copy;
  for (i32 n = 0; ok && n < old->nodes; n++) copy[n] = NOWHERE;
  if (ok) source[0] = root, copy[root] = 0;
  for (i32 n = 0; ok && n < t->nodes; n++) {
    t->node[n].is_judged = old->node[source[n]].is_judged;
    for (i32 e = old->node[source[n]].first; ok && e != NOWHERE; e = old->edge[e].next) {
      Edge kept = old->edge[e];
      i32 made = new_edge(t, n, &kept.option);
      ok = made != NOWHERE && copied_nodes(t, old, old->edge + e, &kept, source, copy);
      kept.next = NOWHERE;
      if (ok) t->edge[made] = kept;
    }
  }
  free(source); free(copy);
  return ok;
}

// A tree for whoever decides; what is left of an old one is taken over if that saw this position coming.
Tree *rules_tree(S *s, const Tree *old, const Settings *how, const i32 *blind, const i32 *eyes, u64 seed) {
  Tree *t = calloc(1, sizeof *t);
  if (!t) return 0;
  t->how = *how;
  t->player = s->decider;
  t->blind = blind;
  t->eyes = eyes;
  t->luck = luck_of(seed);
  t->draws = (Draws){&t->luck, -1, 0};
  Luck other = luck_of(0);
  rules_copy(&t->world, s);
  t->is_open = !(believe(&t->world, t->player, blind, &(Draws){&other, -1, 0}) || IS_CHANCY);
  u64 sight = seen(s, t->player, eyes);
  i32 known = old && old->is_open == t->is_open ? node_seen(old, sight) : NOWHERE, unused;
  i32 root = t->is_open ? shared_node(t, sight, &unused) : new_node(t, sight);
  if (root == NOWHERE || (known != NOWHERE && !transplanted(t, old, known)) || !offered_at(t, 0, s)) {
    rules_fell(t);
    return 0;
  }
  i32 proven = outcome_of(t, t->listed, s->options, t->player);
  if (proven != NOWHERE) { t->is_proven = 1; t->proven = t->edge[proven].proven; }
  return t;
}

static f64 now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (f64)at.tv_sec + (f64)at.tv_nsec * 1e-9;
}
// Grow until so many games were played or choices made, the end is certain, or the time is up. True if the time was.
i32 rules_grow(Tree *t, const S *s, i64 games, i64 choices, f64 seconds) {
  f64 end = now() + seconds;
  while (!t->is_proven && (!games || t->games < games) && (!choices || t->choices < choices)) {
    if (now() >= end) return 1;
    t->games++;
    t->choices += most(1, game_in_the_head(t, s));
  }
  return 0;
}
// What was learnt of each option: visits, how often it was offered, is its end certain, what players got, and will get.
void rules_learnt(Tree *t, const S *s, f64 *out) {
  t->list = 0;
  if (!offered_at(t, 0, s)) return;
  for (i32 i = 0; i < s->options; i++) {
    const Edge *e = t->edge + t->listed[i];
    *out++ = e->visits; *out++ = e->offered; *out++ = e->is_proven;
    for (i32 p = 0; p < PLAYERS; p++) *out++ = e->reached.of[p];
    for (i32 p = 0; p < PLAYERS; p++) *out++ = e->proven.of[p];
  }
}
