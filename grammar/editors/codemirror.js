// Made by `make docs` from the words of the language. For CodeMirror 6: StreamLanguage.define(rules).
export const words = {
  "blocks": [
    "instead of",
    "translate",
    "estimate",
    "scenario",
    "auction",
    "between",
    "contest",
    "include",
    "measure",
    "silence",
    "variant",
    "action",
    "always",
    "before",
    "change",
    "column",
    "effect",
    "enters",
    "finish",
    "forbid",
    "leaves",
    "market",
    "option",
    "passes",
    "places",
    "player",
    "rondel",
    "unsold",
    "voyage",
    "window",
    "after",
    "allow",
    "begin",
    "draft",
    "drawn",
    "extra",
    "given",
    "phase",
    "piece",
    "round",
    "score",
    "setup",
    "state",
    "stops",
    "table",
    "trade",
    "value",
    "while",
    "card",
    "drop",
    "game",
    "grid",
    "kind",
    "lost",
    "play",
    "rule",
    "says",
    "then",
    "turn",
    "zone",
    "die",
    "map",
    "way",
    "won"
  ],
  "verbs": [
    "otherwise",
    "subtract",
    "shuffle",
    "choose",
    "repeat",
    "reveal",
    "draw",
    "each",
    "fill",
    "move",
    "need",
    "stop",
    "tell",
    "add",
    "let",
    "pay",
    "set",
    "if"
  ],
  "clauses": [
    "order chosen by",
    "reconstructed",
    "asked anyway",
    "refill from",
    "not shown",
    "sorted by",
    "excludes",
    "optional",
    "shown as",
    "at once",
    "because",
    "costing",
    "printed",
    "seen by",
    "prompt",
    "starts",
    "after",
    "cites",
    "gives",
    "lasts",
    "limit",
    "needs",
    "from",
    "when",
    "with",
    "for",
    "per",
    "as",
    "by",
    "of",
    "to"
  ],
  "operators": [
    "forever",
    "rounded",
    "times",
    "until",
    "where",
    "while",
    "done",
    "and",
    "has",
    "not",
    "one",
    "in",
    "is",
    "or",
    "up"
  ],
  "literals": [
    "none",
    "yes",
    "no"
  ],
  "functions": [
    "counterclockwise",
    "leads_onward",
    "decreasing",
    "increasing",
    "clockwise",
    "connected",
    "different",
    "remainder",
    "ways_into",
    "complete",
    "distance",
    "position",
    "offered",
    "reaches",
    "reverse",
    "why_not",
    "acting",
    "hidden",
    "unique",
    "winner",
    "asked",
    "count",
    "first",
    "other",
    "right",
    "title",
    "total",
    "last",
    "left",
    "list",
    "over",
    "rows",
    "seat",
    "take",
    "ways",
    "abs",
    "all",
    "any",
    "can",
    "max",
    "min",
    "sum",
    "top"
  ]
};

const oneOf = (list) => list.map((word) => word.replace(/ /g, "\\ ")).join("|");
const block = new RegExp(`^(${oneOf(words.blocks)})(?=\\s|$)(?!\\s*:)`);
const verb = new RegExp(`^(${oneOf(words.verbs)})\\b(?!\\s*:)`);
const clause = new RegExp(`^(${oneOf(words.clauses)})\\b`);
const literal = new RegExp(`^(${oneOf(words.literals)})\\b`);
const operator = new RegExp(`^(${oneOf([...words.operators, "otherwise", "if"])})\\b`);
const builtin = new RegExp(`^(${oneOf(words.functions)})(?=\\()`);

export const rules = {
  name: "rulelang",
  startState: () => ({ text: false, hole: false }),
  token(stream, state) {
    if (stream.sol()) state.text = state.hole = false;
    if (state.text && !state.hole) {
      if (stream.match(/^[^"{]+/)) return "string";
      if (stream.match('"')) { state.text = false; return "string"; }
      stream.next();
      state.hole = true;
      return "punctuation";
    }
    if (state.hole && stream.match("}")) { state.hole = false; return "punctuation"; }
    const first = stream.sol() || /^\s*$/.test(stream.string.slice(0, stream.pos));
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match('"')) { state.text = true; state.hole = false; return "string"; }
    if (stream.match(/^[A-Z][A-Z0-9]*-[0-9]+/)) return "labelName";
    if (stream.match(/^[0-9]+(_[0-9]{3})*%?/)) return "number";
    if (first && stream.match(block)) return "definitionKeyword";
    if (first && stream.match(verb)) return "controlKeyword";
    if (first && stream.match(/^[a-z][a-z0-9_.]*(?=:)/)) return "propertyName";
    if (stream.match(clause)) return "modifier";
    if (stream.match(literal)) return "atom";
    if (stream.match(operator)) return "operatorKeyword";
    if (stream.match(builtin)) return "variableName.standard";
    if (stream.match(/^[a-z][a-z0-9_]*(?=\()/)) return "variableName.function";
    if (stream.match(/^[a-z][a-z0-9_]*/)) return "variableName";
    if (stream.match(/^(!=|<=|>=|\.\.|[=<>+\-*\/])/)) return "operator";
    stream.next();
    return "punctuation";
  },
  languageData: { commentTokens: { line: "#" } },
};
