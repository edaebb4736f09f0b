// The whole page of a match: seats, boards, mats, the question, the log.
import { drawBadge, drawCards, drawGrid, drawLadder, drawPile, drawPlaces, drawRing, drawStock, drawTrack } from "./boards";
import { called, capital, Look, number, points } from "./draw";
import { html, Markup } from "./html";
import { drawMap, isDense, isLarge, SCROLLED } from "./map";
import type { Cards, Choice, Die, Ending, Line, Node, Person, Reason, Result, Table, Thoughts } from "./types";
import { word } from "./words";

// Where the pips of a die lie, in thirds of its side.
const PIPS: [number, number][][] = [
  [], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [-1, 1], [1, -1], [1, 1]],
  [[-1, -1], [-1, 1], [0, 0], [1, -1], [1, 1]], [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]],
];

export interface State {
  table: Table;
  past: Table | null;
  connected: boolean;
  notice: string;
  reasons: Reason[] | null;
  thoughts: Thoughts | null;
  sheet: string;
  asking: boolean;
  choosing: Choice[] | null;
  typed: string;
  width: number;
  open: boolean;
  details: boolean;
  confirming: string;
}

const FOLD = 7;

export function drawTable(state: State): Markup {
  const shown = state.past ?? state.table;
  const picture = shown.picture;
  const look = new Look(picture, new Set(shown.touched), state.past === null && state.connected);
  const where = [picture.round_text, picture.phase].filter(Boolean).join(" · ");
  return html`<header><h1 class="t">${picture.title}</h1><span class="ph">${capital(where)}</span><span class="sp"></span>
    <a class="ic" href="#">${word("games")}</a><button class="ic" data-do="sheet" aria-pressed="${state.sheet ? "true" : "false"}">${word("rules")}</button><button class="ic" data-do="language">${picture.language.toUpperCase()}</button><button class="ic" data-do="theme">${word("theme")}</button></header>
    ${state.connected ? "" : html`<p class="warn" role="status">${word("lost")}</p>`}
    ${shown.fault ? html`<p class="warn" role="alert">${shown.fault}</p>` : ""}
    <div class="seats">${picture.players.map((person) => drawSeat(look, person, shown))}</div>
    <div class="main">${drawBoards(look, state.width)}${drawShared(look)}${textTwin(look)}</div>
    <div class="side">${drawQuestion(state, look)}${drawLog(look, shown, state)}</div>
    ${state.sheet ? html`<aside class="sheet" id="sheet"><button class="ic" data-do="sheet">${word("close")}</button><iframe src="${state.sheet}" title="${word("rules")}"></iframe></aside>` : ""}`;
}

function drawSeat(look: Look, person: Person, table: Table): Markup {
  const nodes = look.picture.mats[person.seat]?.nodes ?? [];
  const facts = nodes.flatMap((node) => (node.node === "hand" && node.count ? [`${node.label ?? ""} ${node.count}`] : node.node === "badge" && node.value !== "0" ? [`${node.label} ${number(node.value)}`] : []));
  const own = person.seat === look.picture.viewer;
  const who = table.seats[person.seat];
  return html`<div class="seat${person.asked ? " on" : ""}${look.can(person.id) ? " can" : ""}" ${look.act(person.id, person.name)}>${look.key(person.id)}${look.mark(person.seat, 28)}<div class="who"><div class="n">${person.name} ${own ? html`<span class="tag q">${word("you")}</span>` : who !== "human" && who !== "saved" ? html`<span class="tag q">${word(`bot ${who ?? ""}`)}</span>` : ""} ${person.asked ? html`<span class="tag">${word("to play")}</span>` : ""} ${(person.holds ?? []).map((title) => html`<span class="tag q">${title}</span>`)}</div><div class="f">${facts.join(" · ")}</div></div><div class="sc"><b>${person.score === null ? "?" : points(person.score)}</b><span>${person.score === null ? word("hidden") : look.picture.score ?? ""}</span></div></div>`;
}

// ---- boards -------------------------------------------------------------------------------------------------

function drawBoards(look: Look, width: number): Markup {
  const nodes = look.picture.table ?? [];
  const aside = nodes.filter((node) => node.node === "ring" || node.node === "places");
  const first = nodes.filter((node) => node.node === "map" || node.node === "grid");
  const markets = nodes.filter((node) => node.node === "ladder" || node.node === "track");
  const narrow = width <= 760;
  const two = aside.length > 0 && first.length > 0;
  const main = Math.min(1440, width) - 24 - 384;
  // A map of many names has all the width to itself; then what else lies beside it goes beside the own mat.
  const large = first.some((node) => node.node === "map" && isLarge(node));
  const board = narrow ? (first.some((node) => node.node === "map" && isDense(node)) ? SCROLLED : 560) : main - (two && !large && width >= 1100 ? 342 : 0) - 26;
  const stack = (some: Node[]): Markup => (some.length ? html`<div class="stack">${some.map((node) => draw(look, node, board))}</div>` : html``);
  const sold = markets.length ? html`<div class="rows">${markets.map((node) => draw(look, node, board))}</div>` : "";
  const both = (one: Markup, other: Markup): Markup => html`<div class="boards${two ? " two" : ""}">${one}${other}</div>`;
  return large ? html`${stack(first)}${both(drawMat(look), stack(aside))}${sold}` : html`${both(stack(first), stack(aside))}${sold}${drawMat(look)}`;
}

function draw(look: Look, node: Node, width: number): Markup {
  switch (node.node) {
    case "map": return drawMap(look, node, width);
    case "grid": return drawGrid(look, node);
    case "ring": return drawRing(look, node);
    case "places": return drawPlaces(look, node);
    case "ladder": return drawLadder(look, node);
    case "track": return drawTrack(look, node);
    case "stock": return drawStock(look, node);
    case "badge": return drawBadge(node);
    case "pile": return drawPile(look, node);
    default: return html`<div><h2>${node.label ?? ""}</h2>${drawCards(look, node)}</div>`;
  }
}

function drawMat(look: Look): Markup {
  const viewer = look.picture.viewer;
  if (viewer === null) return html``;
  const nodes = look.picture.mats[viewer]?.nodes ?? [];
  const isEmpty = (node: Node): boolean => (node.node === "hand" && !node.count) || (node.node === "stock" && node.items.every((item) => !item.value));
  const kinds = new Map<string, [number, number]>();
  for (const thing of look.picture.things ?? [])
    if (thing.owner === viewer) {
      const [out, home] = kinds.get(thing.kind) ?? [0, 0];
      kinds.set(thing.kind, thing.on ? [out + 1, home] : [out, home + 1]);
    }
  const pieces = [...kinds].map(([kind, [out, home]]) => html`<div><h2>${kind}</h2><span>${word("in play", { n: out })}, ${word("at home", { n: home })}</span></div>`);
  const waiting = (look.picture.things ?? []).filter((thing) => thing.owner === viewer && !thing.on && look.can(thing.id)).map((thing) => look.chip(thing.id, called(thing)));
  const empty = nodes.filter(isEmpty).map((node) => node.label ?? "");
  const full = nodes.filter((node) => !isEmpty(node)).map((node) => draw(look, node, 0));
  return html`<section class="panel"><h2 class="own">${look.mark(viewer)}<span>${look.person(viewer).name}: ${word("your mat")}</span></h2><div class="mat">${full}${pieces}${waiting.length ? html`<div class="chips">${waiting}</div>` : ""}${empty.length ? html`<div><h2>${word("empty")}</h2><span class="none">${empty.join(", ")}</span></div>` : ""}</div></section>`;
}

function drawShared(look: Look): Markup {
  const nodes = (look.picture.table ?? []).filter((node) => ["row", "stock", "badge"].includes(node.node));
  const piles = (look.picture.table ?? []).filter((node): node is Cards => node.node === "pile");
  if (!nodes.length && !piles.length) return html``;
  return html`<section class="panel"><div class="rows">${nodes.map((node) => draw(look, node, 0))}</div><div class="rows piles">${piles.map((node) => drawPile(look, node))}</div></section>`;
}

/** The board for who can not see it. */
function textTwin(look: Look): Markup {
  const names = new Map<string, string>();
  for (const node of look.picture.table ?? []) {
    if (node.node === "map") for (const spot of node.spots) names.set(spot.id, spot.label);
    if (node.node === "grid") for (const cell of node.cells) if (cell.owner !== undefined) names.set(cell.id, `${cell.label}: ${look.person(cell.owner).name}`);
  }
  const cells = (look.picture.table ?? []).flatMap((node) => (node.node === "grid" ? node.cells.filter((cell) => cell.owner !== undefined).map((cell) => names.get(cell.id)) : []));
  const things = (look.picture.things ?? []).filter((thing) => thing.on && names.has(thing.on)).map((thing) => `${thing.owner === undefined ? "" : look.person(thing.owner).name} ${called(thing)}: ${names.get(thing.on ?? "")}${(thing.carries ?? []).map((item) => `, ${item.label}`).join("")}`);
  return html`<ul class="unseen">${[...cells, ...things].map((text) => html`<li>${text ?? ""}</li>`)}</ul>`;
}

// ---- the question ---------------------------------------------------------------------------------------------

function drawQuestion(state: State, look: Look): Markup {
  const { picture } = look;
  const ending = picture.ending;
  if (ending) return drawEnding(ending, look);
  const question = picture.question;
  if (!question) return html``;
  const options = state.choosing ?? question.options ?? [];
  const asked = question.player === null ? "" : look.person(question.player).name;
  const fold = state.width <= 760 && options.length >= FOLD && !state.open && !state.choosing;
  const listed = fold ? options.filter((option) => !(option.at ?? []).length || option.anytime) : options;
  const plain = listed.filter((option) => !option.anytime);
  const anytime = listed.filter((option) => option.anytime);
  const thoughts = state.past && state.thoughts?.move === (picture.move ?? 0) ? state.thoughts : null;
  const row = (option: Choice): Markup => html`<button class="opt${option.anytime ? " more" : ""}" data-key="${option.key}" data-over="${(option.at ?? []).join(" ")}"><span class="k">${look.numbers.get(option.key) ?? ""}</span><span>${capital(option.text)}</span>${option.price ? html`<span class="pr">${option.price}</span>` : ""}${drawThought(thoughts, option)}</button>`;
  const own = question.player === picture.viewer && picture.viewer !== null;
  const hint = state.asking ? word("why hint") : own && look.live ? state.typed || word("hint") : word("waits", { name: asked });
  return html`<section class="panel ask${own ? "" : " idle"}"><h2 class="q">${question.prompt}</h2>${(question.notes ?? []).map((note) => html`<p class="note">${capital(note)}</p>`)}<p class="hint" aria-live="polite">${hint}</p>${drawDice(picture.rolled ?? [])}
    ${thoughts ? html`<p class="grp">${word("thoughts")}</p>` : ""}
    ${state.choosing ? html`<button class="opt more" data-do="all"><span>${word("all options")}</span></button>` : ""}
    ${state.confirming ? html`<div class="sure" role="alertdialog" aria-label="${word("ends")}"><p>${word("ends")}</p><div class="acts"><button data-do="sure">${word("do it")}</button><button data-do="not">${word("not")}</button></div></div>` : ""}
    <div class="opts">${plain.map(row)}${anytime.length ? html`<p class="grp">${word("any time")}</p>` : ""}${anytime.map(row)}</div>
    ${fold ? html`<button class="opt more" data-do="open"><span>${word("all options")} (${options.length})</span></button>` : ""}
    ${own || state.table.undo ? html`<div class="acts"><button data-do="undo" ${state.table.undo ? "" : "disabled"}>${word("undo")} <kbd>U</kbd></button><button data-do="why" aria-pressed="${state.asking ? "true" : "false"}">${word("why")} <kbd>W</kbd></button></div>` : ""}
    ${state.notice ? html`<p class="why" role="status">${word(state.notice)}</p>` : ""}
    ${(state.reasons ?? []).map((reason) => html`<p class="why"><b>${capital(reason.about)}</b> ${reason.reason} <i>${(reason.cites ?? []).join(", ")}</i></p>`)}
    ${state.reasons && !state.reasons.length ? html`<p class="why">${word("nothing refused")}</p>` : ""}</section>`;
}

/** What a bot makes of an option: a bar between the worst and the best, and whether it was chosen. */
function drawThought(thoughts: Thoughts | null, option: Choice): Markup {
  const found = thoughts?.thoughts.find((thought) => thought.key === option.key);
  if (!found) return html``;
  const made = thoughts?.made === option.key;
  return html`<span class="thought" title="${word("thoughts")}">${made ? "✓ " : ""}${found.worth ?? ""}<svg viewBox="0 0 60 8" aria-hidden="true"><rect class="all" width="60" height="8" rx="4"/><rect width="${Math.max(4, Math.round(found.share * 60))}" height="8" rx="4"/></svg></span>`;
}

function drawDice(dice: Die[]): Markup {
  if (!dice.length) return html``;
  const face = (die: Die): Markup =>
    die.pips
      ? html`<svg class="die" viewBox="-17 -17 34 34" role="img" aria-label="${die.face}"><rect x="-16" y="-16" width="32" height="32" rx="7"/>${PIPS[die.pips]!.map(([x, y]) => html`<circle cx="${x * 8}" cy="${y * 8}" r="3"/>`)}</svg>`
      : html`<span class="die">${capital(die.face)}</span>`;
  return html`<p class="dice"><span>${word("rolled")}</span>${dice.map(face)}</p>`;
}

/** A sheet of scores: the players side by side, best first, what their scores are made of below. */
function drawEnding(ending: Ending, look: Look): Markup {
  const { results } = ending;
  const rows = (names: string[] | undefined, of: (result: Result) => (number | string)[] | undefined): Markup[] =>
    (names ?? []).map((name, n) => html`<tr><th scope="row">${capital(name)}</th>${results.map((result) => html`<td>${points(of(result)?.[n] ?? "")}</td>`)}</tr>`);
  return html`<section class="panel ask" aria-live="polite"><h2 class="q">${capital(ending.reason)}</h2><table class="result"><thead><tr><td></td>${results.map((result) => html`<th scope="col" class="${result.won ? "won" : ""}">${look.mark(result.seat)} ${look.person(result.seat).name}${result.won ? html` <span class="tag">${word("wins")}</span>` : ""}</th>`)}</tr></thead><tbody>
    ${rows(ending.parts, (result) => result.parts)}<tr class="sum"><th scope="row">${capital(ending.score)}</th>${results.map((result) => html`<td>${points(result.score)}</td>`)}</tr>${rows(ending.ties, (result) => result.ties)}</tbody></table></section>`;
}

interface Told { head: Line | null; details: Line[] }

/** The log, the newest first: phases with their moves, each with what it brought below it. */
function drawLog(look: Look, shown: Table, state: State): Markup {
  const phases: { name: string; moves: Told[] }[] = [{ name: "", moves: [] }];
  for (const line of shown.log) {
    const moves = phases[0]!.moves;
    if (line.tone === "heading") phases.unshift({ name: line.text, moves: [] });
    else if (line.tone !== "dim") moves.unshift({ head: line, details: [] });
    else if (moves[0]) moves[0].details.push(line);
    else moves.unshift({ head: null, details: [line] });
  }
  const last = shown.log[shown.log.length - 1]?.move;
  const extra = shown.log.some((line) => line.tone === "dim");
  const told = ({ head, details }: Told): Markup =>
    html`${head ? html`<li class="e${head.move === last ? " new" : ""}">${head.by === null ? "" : look.mark(head.by, 16)}<button data-move="${head.move}">${head.text}</button></li>` : ""}${(state.details || !head ? details : []).map((line) => html`<li class="d">${line.text}</li>`)}`;
  const move = state.past ? state.past.picture.move ?? 0 : state.table.moves;
  return html`<section class="panel"><h2 class="split">${word("log")}${extra ? html`<button class="ic" data-do="details" aria-pressed="${state.details ? "true" : "false"}">${word("details")}</button>` : ""}</h2><ul class="log">${phases.map(({ name, moves }) => html`${name ? html`<li class="rd">${capital(name)}</li>` : ""}${moves.map(told)}`)}</ul>
    <label class="slider"><span>0</span><input type="range" id="moves" min="0" max="${state.table.moves}" value="${move}" aria-label="${word("replay")}"><span>${move}/${state.table.moves}</span></label>
    ${state.past ? html`<button class="opt more" data-do="now"><span>${word("back to now")}</span></button>` : ""}</section>`;
}
