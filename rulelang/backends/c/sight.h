// What a player sees of a position, as one number: the same for all positions that he can not tell apart.
//
// All fields are seen by all; which zones he looks into is handed in as numbers: for each player where his part begins;
// there for each deck how many zones he can look into, and which, then the same for zones of which he sees the top, and
// for those of which he sees how many cards there are.

static inline u64 hashed(u64 h, i64 word) { h = (h ^ (u64)word) * GOLDEN; return h ^ (h >> 29); }
static inline u64 hashed_bytes(u64 h, const void *from, size_t size) {
  const u8 *at = from;
  u64 word;
  for (; size >= 8; size -= 8, at += 8) { memcpy(&word, at, 8); h = hashed(h, (i64)word); }
  for (; size; size--) h = hashed(h, *at++);
  return h;
}
static inline u64 hashed_list(u64 h, const i16 *items, i32 n) {
  h = hashed(h, n);
  for (i32 i = 0; i < n; i++) h = hashed(h, items[i]);
  return h;
}
static inline u64 hashed_option(u64 h, const Opt *o) {
  h = hashed(h, o->window);
  if (o->window) h = hashed(hashed(h, o->holder), o->card);
  for (i32 i = 0; i < o->n; i++) h = hashed(h, o->v[i]);
  return hashed(h, o->n);
}
static inline i32 same_option(const Opt *a, const Opt *b) {
  if (a->window != b->window || a->n != b->n) return 0;
  if (a->window && (a->holder != b->holder || a->card != b->card)) return 0;
  for (i32 i = 0; i < a->n; i++) if (a->v[i] != b->v[i]) return 0;
  return 1;
}

static u64 see_fields(const S *s, u64 h);
static u64 see_shown(const S *s, i32 player, u64 h);

static const i32 *see_deck(S *s, i32 deck, const i32 *eye, u64 *h) {
  Cards k = deck_of(s, deck);
  for (i32 n = *eye++; n > 0; n--, eye++)
    *h = hashed_list(*h, k.order + k.start[*eye], k.start[*eye + 1] - k.start[*eye]);
  for (i32 n = *eye++; n > 0; n--, eye++)
    *h = hashed(*h, k.start[*eye] < k.start[*eye + 1] ? k.order[k.start[*eye]] : -1);
  for (i32 n = *eye++; n > 0; n--, eye++) *h = hashed(*h, k.start[*eye + 1] - k.start[*eye]);
  return eye;
}

// Never nought.
static u64 seen(S *s, i32 player, const i32 *eyes) {
  u64 h = hashed(hashed(hashed(1, s->point), s->decider), s->over);
  if (s->decider == player) for (i32 i = 0; i < s->options; i++) h = hashed_option(h, s->option + i);
  const i32 *eye = eyes + eyes[player];
  h = see_fields(s, h);
  for (i32 deck = 0; deck < DECKS; deck++) eye = see_deck(s, deck, eye, &h);
  h = mix(see_shown(s, player, h));
  return h ? h : 1;
}
