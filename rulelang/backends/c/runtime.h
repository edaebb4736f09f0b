// What printed C calls. It knows no game. The state `S` is printed in front of this.
//
// A function of the rules gives back how it ended. What no rule file should be able to do sets `fault` in the
// state and goes on harmlessly; whoever runs the program finds it there.

enum { GO, WAIT, FAILED, SPENT, OVER, FAULT, LEFT };

#define MOST_DEPTH 300
#define MOST_TRIALS 64

typedef struct { const i16 *p; i32 n; } L;
// All cards of a kind; what is not kept of them is null. Bits of who sees are as wide as the fields that hold them.
typedef struct {
  i16 *order, *start, *zone; i32 zones, cards;
  BITS *shown, *boxed;
  const i32 *seers, *titles, *holders;
  i16 *held; i32 copies;
} Cards;

// Memory in pieces that a processor moves in one go: what `memcpy` becomes for a known size is slower.
typedef long long Piece __attribute__((vector_size(16), aligned(8)));
static inline void copied(void *to, const void *from, size_t size) {
  u8 *t = to;
  const u8 *f = from;
  size_t i = 0;
  for (; i + 4 * sizeof(Piece) <= size; i += 4 * sizeof(Piece)) {
    const Piece *p = (const Piece *)(f + i);
    Piece a = p[0], b = p[1], c = p[2], d = p[3], *q = (Piece *)(t + i);
    q[0] = a; q[1] = b; q[2] = c; q[3] = d;
    __asm__("" : "+r"(i));  // else it becomes a call again
  }
  memcpy(t + i, f + i, size - i);
}

static inline i32 fault(S *s) { s->fault = 1; return 0; }

// ---- words ----

static inline i32 ix(S *s, i32 i, i32 n) { return (u32)i < (u32)n ? i : fault(s); }
static inline i32 narrow_none(i32 v) { return v < 0 ? NONE : v; }

static inline i32 fitting(S *s, i64 v, i32 a, i32 b) {
  return a <= PASSED || b <= PASSED || v <= PASSED || v > 2147483647 ? fault(s) : (i32)v;
}
static inline i32 add(S *s, i32 a, i32 b) { return fitting(s, (i64)a + b, a, b); }
static inline i32 subtract(S *s, i32 a, i32 b) { return fitting(s, (i64)a - b, a, b); }
static inline i32 multiply(S *s, i32 a, i32 b) { return fitting(s, (i64)a * b, a, b); }
static inline i32 quotient(i32 a, i32 b) { i32 q = a / b; return a % b && (a ^ b) < 0 ? q - 1 : q; }
static inline i32 modulo(i32 a, i32 b) { i32 r = a % b; return r && (r ^ b) < 0 ? r + b : r; }
static inline i32 checked_quotient(S *s, i32 a, i32 b) {
  return !b || a <= PASSED || b <= PASSED ? fault(s) : quotient(a, b);
}
static inline i32 checked_modulo(S *s, i32 a, i32 b) {
  return !b || a <= PASSED || b <= PASSED ? fault(s) : modulo(a, b);
}
static inline i32 least(i32 a, i32 b) { return a < b ? a : b; }
static inline i32 most(i32 a, i32 b) { return a > b ? a : b; }
static inline i32 absolute(i32 a) { return a < 0 ? -a : a; }
static inline i32 negative(S *s, i32 a) { return a <= PASSED ? fault(s) : -a; }

// ---- lists ----

static inline i32 item(S *s, L l, i32 i) {
  if (i < 0) i += l.n;
  return (u32)i < (u32)l.n ? l.p[i] : fault(s);
}
static inline i32 holds(L l, i32 x) {
  for (i32 i = 0; i < l.n; i++) if (l.p[i] == x) return 1;
  return 0;
}
static inline i32 same(L a, L b) {
  if (a.n != b.n) return 0;
  for (i32 i = 0; i < a.n; i++) if (a.p[i] != b.p[i]) return 0;
  return 1;
}
static inline i32 filled(S *s, i16 *to, i32 bound, L l) {
  if (l.n > bound) return fault(s);
  if (l.n) memmove(to, l.p, sizeof(i16) * (size_t)l.n);
  return l.n;
}
static inline i32 range_into(S *s, i16 *to, i32 bound, i32 low, i32 high) {
  i64 n = (i64)high - low + 1;
  if (n <= 0) return 0;
  if (n > bound || low < -32767 || high > 32767) return fault(s);
  for (i32 i = 0; i < n; i++) to[i] = (i16)(low + i);
  return (i32)n;
}
static inline i32 appended(S *s, i16 *to, i32 n, i32 bound, i32 v) {
  if (n >= bound || v < -32767 || v > 32767) { fault(s); return n; }
  to[n] = (i16)v;
  return n + 1;
}
static inline void sort_by(i16 *items, i16 *keys, i32 n) {
  for (i32 i = 1; i < n; i++) {
    i16 item_ = items[i], key = keys[i];
    i32 j = i;
    for (; j && keys[j - 1] > key; j--) { items[j] = items[j - 1]; keys[j] = keys[j - 1]; }
    items[j] = item_; keys[j] = key;
  }
}

// ---- work ----

static inline i32 work(S *s, i64 weight) {
  if (weight > 0) s->steps += weight;
  if (s->steps > MOST_STEPS) { fault(s); return 1; }
  return 0;
}

// ---- chance ----

#define GOLDEN 0x9E3779B97F4A7C15ULL

static inline u64 mix(u64 z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}
static inline u64 seeded(u64 seed) { return mix(seed * GOLDEN + 0x1F83D9ABFB41BD6BULL); }
static inline i32 drawn(u64 place, i32 n) { return (i32)(((mix(place) >> 33) * (u64)n) >> 31); }

static inline void renew(S *s) {
  s->luck = mix(s->seed + (u64)s->rounds * GOLDEN);
  memset(s->counts, 0, sizeof s->counts);
}
static inline i32 roll(S *s, i32 n, i32 stream) {
  if (n <= 0 || n > 0x3fffffff) return fault(s);
  i32 who = WHO(s), at = ix(s, who == NONE ? stream : stream + 1 + who, STREAMS);
  s->lots++;
  return drawn(s->luck + KEYS[at] + (u64)s->counts[at]++ * GOLDEN, n);
}

// ---- cards: all of a kind lie in one row, zone after zone ----

static inline L cards_of(S *s, Cards k, i32 zone) {
  zone = ix(s, zone, k.zones);
  return (L){k.order + k.start[zone], k.start[zone + 1] - k.start[zone]};
}
// A card goes elsewhere: who can not see where to can no longer tell which of the cards there it was.
static void went(Cards k, i32 card, i32 to) {
  for (i32 i = k.start[k.zone[card]]; i < k.start[k.zone[card] + 1]; i++) {
    i32 other = k.order[i];
    k.shown[other] = (BITS)(other == card ? 0 : k.shown[other] & k.seers[to]);
  }
}
// A card goes out of play: who did not see it where it lay, and was not shown it, does not know which it was.
static void box_card(S *s, Cards k, i32 card) {
  i32 seen = k.seers[k.zone[card]], everybody = (1 << (PLAYERS + 1)) - 1;
  (void)s;
  if (seen == everybody) return;
  i32 shown = k.shown ? k.shown[card] : 0;
  k.boxed[card] = (BITS)(k.boxed[card] | (((1 << PLAYERS) - 1) & ~seen & ~shown));
}
static void forget(S *s, Cards k, i32 zone) {
  L l = cards_of(s, k, zone);
  for (i32 i = 0; i < l.n; i++) k.shown[l.p[i]] = 0;
}
// Cards that work while they are held: those of each title, in the order in which they came.
static void hold(S *s, Cards k, i32 card, i32 to) {
  i16 *row = k.held + k.titles[card] * (k.copies + 1), *items = row + 1;
  if (k.holders[k.zone[card]] != NONE) {
    i32 n = 0;
    for (i32 i = 0; i < row[0]; i++) if (items[i] != card) items[n++] = items[i];
    for (i32 i = n; i < row[0]; i++) items[i] = 0;
    row[0] = (i16)n;
  }
  if (k.holders[to] != NONE) {
    if (row[0] >= k.copies) fault(s);
    else items[row[0]++] = (i16)card;
  }
}
static void move_card(S *s, Cards k, i32 card, i32 to, i32 is_bottom) {
  to = ix(s, to, k.zones);
  i32 from = k.zone[card], at = k.start[from];
  if (k.held) hold(s, k, card, to);
  if (k.shown) went(k, card, to);
  while (k.order[at] != card) at++;
  if (from < to || (from == to && is_bottom)) {
    i32 goal = is_bottom ? k.start[to + 1] - 1 : k.start[to] - (from != to);
    memmove(k.order + at, k.order + at + 1, sizeof(i16) * (size_t)(goal - at));
    k.order[goal] = (i16)card;
    for (i32 z = from + 1; z <= to; z++) k.start[z]--;
  } else {
    i32 goal = is_bottom ? k.start[to + 1] : k.start[to];
    memmove(k.order + goal + 1, k.order + goal, sizeof(i16) * (size_t)(at - goal));
    k.order[goal] = (i16)card;
    for (i32 z = to + 1; z <= from; z++) k.start[z]++;
  }
  k.zone[card] = (i16)to;
}
static void shuffle(S *s, Cards k, i32 zone, i32 stream) {
  L l = cards_of(s, k, zone);
  i16 *row = (i16 *)l.p;
  for (i32 i = l.n - 1; i > 0; i--) {
    i32 j = roll(s, i + 1, stream);
    i16 card = row[i]; row[i] = row[j]; row[j] = card;
  }
}
static void draw_cards(S *s, Cards k, i32 amount, i32 from, i32 to, i32 refill, i32 stream) {
  from = ix(s, from, k.zones);
  for (; amount > 0; amount--) {
    if (k.start[from] == k.start[from + 1]) {
      if (refill < 0 || k.start[refill] == k.start[refill + 1]) return;
      while (k.start[refill] < k.start[refill + 1]) move_card(s, k, k.order[k.start[refill]], from, 1);
      shuffle(s, k, from, stream);
    }
    move_card(s, k, k.order[k.start[from]], to, 1);
  }
}

// ---- options ----

static inline Opt *offered(S *s, i32 n) {
  if (s->options >= MOST_OPTIONS) { fault(s); s->options = 0; }
  Opt *o = s->option + s->options++;
  o->window = 0;
  o->n = n;
  return o;
}

// Room for one more, which counts only if the caller counts it.
static inline Opt *next_option(S *s, i32 *count, i32 n) {
  if (*count >= MOST_OPTIONS) { fault(s); *count = 0; }
  Opt *o = s->option + *count;
  o->window = 0;
  o->n = n;
  return o;
}

// ---- frames ----

static inline i32 *pushed(S *s, i32 function, i32 size) {
  i32 at = s->top < 0 ? 0 : s->top + SIZES[s->stack[s->top] >> 16];
  if (at + size > MOST_STACK) { fault(s); at = 0; }
  i32 *f = s->stack + at;
  memset(f, 0, sizeof(i32) * (size_t)size);
  f[0] = function << 16;
  f[1] = s->top;
  s->top = at;
  return f;
}
static inline size_t used(const S *s) {
  return offsetof(S, stack) + sizeof(i32) * (size_t)(s->top < 0 ? 0 : s->top + SIZES[s->stack[s->top] >> 16]);
}

void rules_copy(S *to, const S *from) {
  copied(to, from, used(from));
  to->has_forced = from->has_forced;
  to->forced = from->forced;
  to->options = from->options;
  memcpy(to->option, from->option, sizeof(Opt) * (size_t)from->options);
}
static i32 settled(S *s, i32 how) {
  if (s->fault) return FAULT;
  if (how == OVER) { s->over = 1; s->options = 0; s->top = -1; return GO; }
  return how == WAIT ? GO : how;
}

// A copy in which something can be tried: what lies on the stack does not belong to it.
static inline void begin_trial(S *t, const S *s) {
  copied(t, s, offsetof(S, stack));
  t->has_forced = s->has_forced;
  t->forced = s->forced;
  t->top = -1;
  forget_levels(t);
  t->trial = s->trial + 1;
  t->options = 0;
  if (t->trial > MOST_TRIALS || work(t, offsetof(S, stack) / 64)) fault(t);
}
// Of the windows offered, those after which there is still something to choose: each is tried on a copy.
static i32 run(S *s);
static __attribute__((noinline)) i32 leaves_a_choice(S *s, const Opt *option, i32 place) {
  S t;
  copied(&t, s, used(s));
  t.trial = (u8)(s->trial + 1);
  forget_levels(&t);
  t.options = 0;
  t.choice = *option;
  t.stack[t.top] = place;
  if (t.trial > MOST_TRIALS || work(&t, sizeof t / 64)) return fault(s);
  i32 how = run(&t);
  s->steps = t.steps;
  if (t.fault || how == FAULT) return fault(s);
  return how == GO || how == WAIT || how == OVER || how >= LEFT;
}
static void keep_useful(S *s, i32 place) {
  i32 n = 0;
  for (i32 i = 0; i < s->options; i++) {
    if (!s->option[i].window || leaves_a_choice(s, &s->option[i], place)) s->option[n++] = s->option[i];
  }
  s->options = n;
}
static inline i32 end_trial(S *s, const S *t, i32 how) {
  s->steps = t->steps;
  if (t->fault || how == FAULT) return fault(s);
  return how == GO || how == WAIT || how == OVER || how >= LEFT;
}
