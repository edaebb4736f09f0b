// What happens: the connection, clicks, keys, and the address.
import { show } from "./html";
import { drawLobby, link, Lobby } from "./lobby";
import { drawTable, State } from "./table";
import type { Choice, Game, Message, Table } from "./types";
import { LANGUAGES, speak, spoken, word } from "./words";

const PROTOCOL = 1;
const WAITS = [500, 1000, 2000, 4000, 8000];
const PAUSE = 600;
const [WIDE, SHEET] = [1100, 0.4]; // from this width on a sheet takes so much of it: as in the style
const page = document.getElementById("app")!;
const news = document.getElementById("news")!;

let lobby: Lobby = { games: [], chosen: null, players: 2, problem: "", made: null };
let state: State | null = null;
let socket: WebSocket | null = null;
let tries = 0;
let address = "";
let typing = 0;
let wondering = 0;
let seen = -1;

// ---- drawing ------------------------------------------------------------------------------------------------

function draw(): void {
  const isBeside = Boolean(state?.sheet) && window.innerWidth >= WIDE;
  if (state) show(page, drawTable({ ...state, width: window.innerWidth * (isBeside ? 1 - SHEET : 1) }));
  else show(page, drawLobby(lobby));
  bringIntoSight();
  page.className = state ? (isBeside ? "app beside" : "app") : "app one";
}

/** On a phone a large map is wider than the screen: once somebody has moved, what is asked about is moved into it. */
function bringIntoSight(): void {
  const board = page.querySelector<HTMLElement>(".board.wide");
  if (!board || seen === state?.table.moves) return;
  seen = state?.table.moves ?? -1;
  const found = board.querySelector("[data-can], .about");
  if (!found || board.scrollWidth <= board.clientWidth) return;
  const [own, around] = [found.getBoundingClientRect(), board.getBoundingClientRect()];
  board.scrollLeft += own.left + own.width / 2 - around.left - around.width / 2;
}

function fresh(table: Table): State {
  return { table, past: null, connected: true, notice: "", reasons: null, thoughts: null, sheet: "", asking: false, choosing: null, typed: "", width: window.innerWidth, open: false, details: localStorage.getItem("details") === "yes", confirming: "" };
}

// ---- the connection -------------------------------------------------------------------------------------------

const asked = (): URLSearchParams => new URLSearchParams(location.hash.slice(1));

function connect(): void {
  const match = asked().get("match");
  if (!match) return;
  const own = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/matches/${encodeURIComponent(match)}/socket`);
  socket = own;
  own.onopen = () => own.send(JSON.stringify({ type: "hello", protocol: PROTOCOL, seat: asked().get("seat") ?? "", language: localStorage.getItem("language") ?? "" }));
  own.onmessage = (event) => { if (own === socket) hear(JSON.parse(String(event.data)) as Message); };
  own.onclose = () => { if (own === socket) lose(); };
}

function lose(): void {
  if (state) {
    state.connected = false;
    draw();
  }
  const wait = WAITS[Math.min(tries++, WAITS.length - 1)]!;
  if (!lobby.problem) setTimeout(connect, wait * (0.8 + 0.4 * Math.random()));
}

function hear(message: Message): void {
  if (message.type === "picture") {
    tries = 0;
    const before = state;
    const same = before?.table.moves === message.moves && before.connected;
    state = same && before ? { ...before, table: message } : { ...fresh(message), past: before?.past ?? null, sheet: before?.sheet ?? "", thoughts: before?.thoughts ?? null };
    speak(message.picture.language, draw);
    tell(before, message);
    const wanted = asked().get("move");
    if (wanted && !before) send({ type: "look", move: Number(wanted) });
  } else if (message.type === "past" && state) {
    state.past = message.picture.move === state.table.moves ? null : message;
    wonder();
  } else if (message.type === "thoughts" && state) state.thoughts = message;
  else if (message.type === "confirm" && state) state.confirming = message.key;
  else if (message.type === "refused" && state) state.notice = message.reason;
  else if (message.type === "reasons" && state) {
    state.reasons = message.reasons;
    state.asking = false;
  } else if (message.type === "closed") {
    lobby = { ...lobby, problem: message.reason };
    state = null;
  }
  draw();
}

/** For who listens: what happened, and whether it is his turn. */
function tell(before: State | null, table: Table): void {
  if (before && before.table.moves === table.moves) return;
  const lines = table.log.filter((line) => line.move === table.moves && line.tone !== "dim").map((line) => line.text);
  const question = table.picture.question;
  if (question && question.player === table.picture.viewer) lines.push(word("your turn", { prompt: question.prompt }));
  news.textContent = lines.join(". ");
}

/** Ask what a bot makes of the options that are shown of the past, once the slider rests. */
function wonder(): void {
  clearTimeout(wondering);
  const move = state?.past?.picture.move ?? 0;
  if (!state?.past?.picture.question?.options || state.thoughts?.move === move) return;
  wondering = window.setTimeout(() => send({ type: "think", move }), PAUSE / 2);
}

function send(message: object): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

// ---- acting -------------------------------------------------------------------------------------------------

/** What ends the game is asked about once more, unless that was done. */
function choose({ key }: { key: string }, careful = true): void {
  if (!state || state.past) return;
  state.confirming = "";
  send({ type: "choose", move: state.table.moves, key, careful });
}

const options = (): Choice[] => state?.table.picture.question?.options ?? [];

function point(id: string): void {
  if (!state) return;
  if (state.asking) return send({ type: "why", about: id });
  const here = options().filter((option) => (option.at ?? []).includes(id));
  if (here.length === 1) choose(here[0]!);
  else if (here.length) {
    state.choosing = here;
    draw();
  }
}

function act(what: string): void {
  if (what === "language") return language();
  if (what === "theme") return theme(document.documentElement.dataset["theme"] === "dark" ? "light" : "dark");
  if (!state) return;
  if (what === "undo") send({ type: "undo" });
  else if (what === "why") {
    if (state.asking) send({ type: "why" });
    state.asking = !state.asking;
    state.reasons = null;
  } else if (what === "all") state.choosing = null;
  else if (what === "sure") choose({ key: state.confirming }, false);
  else if (what === "not") state.confirming = "";
  else if (what === "open") state.open = true;
  else if (what === "details") localStorage.setItem("details", (state.details = !state.details) ? "yes" : "no");
  else if (what === "now") back(null);
  else if (what === "sheet") state.sheet = state.sheet ? "" : `/api/matches/${encodeURIComponent(asked().get("match") ?? "")}/sheet?language=${spoken()}`;
  draw();
}

function language(): void {
  const next = LANGUAGES[(LANGUAGES.indexOf(spoken()) + 1) % LANGUAGES.length]!;
  localStorage.setItem("language", next);
  if (state) return send({ type: "say", language: next });
  speak(next, draw);
  void offer();
}

function theme(name: string): void {
  document.documentElement.dataset["theme"] = name;
  localStorage.setItem("theme", name);
}

function back(move: number | null): void {
  if (!state) return;
  if (move === null || move >= state.table.moves) state.past = null;
  else send({ type: "look", move });
  const at = asked();
  if (move === null || move >= state.table.moves) at.delete("move");
  else at.set("move", String(move));
  address = `#${at.toString()}`;
  history.replaceState(null, "", address);
}

// ---- what people do -------------------------------------------------------------------------------------------

page.addEventListener("click", (event) => {
  const target = (event.target as Element).closest<HTMLElement | SVGElement>("[data-key], [data-do], [data-move], [data-game], [data-at]");
  if (!target) return;
  const data = target.dataset;
  if (data["key"] !== undefined) { const option = options().find((one) => one.key === data["key"]); if (option) choose(option); }
  else if (data["do"]) act(data["do"]);
  else if (data["move"]) back(Number(data["move"]));
  else if (data["game"]) pick(Number(data["game"]));
  else if (data["at"] && (data["can"] || state?.asking)) point(data["at"]);
});

page.addEventListener("input", (event) => {
  const target = event.target as HTMLInputElement;
  if (target.id === "moves") back(Number(target.value));
  if (target.name === "players") { lobby.players = Number(target.value); draw(); }
});

page.addEventListener("submit", (event) => {
  event.preventDefault();
  void make(event.target as HTMLFormElement);
});

for (const [kind, on] of [["mouseover", true], ["mouseout", false], ["focusin", true], ["focusout", false]] as const)
  page.addEventListener(kind, (event) => {
    const over = (event.target as Element).closest<HTMLElement>("[data-over]")?.dataset["over"];
    if (over) for (const id of over.split(" ")) for (const drawn of page.querySelectorAll(`[data-at="${CSS.escape(id)}"]`)) drawn.classList.toggle("lit", on);
  });

document.addEventListener("keydown", (event) => {
  if (!state || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.matches("input, select, textarea") && !/^\d$/.test(event.key)) return;
  if (/^\d$/.test(event.key)) return type(event.key);
  if (event.key === "Enter" && state.typed) { event.preventDefault(); return settle(); }
  if ((event.key === "Enter" || event.key === " ") && target.dataset["at"]) { event.preventDefault(); return point(target.dataset["at"]); }
  if (event.key.startsWith("Arrow")) return walk(event);
  const what = { u: "undo", w: "why" }[event.key.toLowerCase()];
  if (what) act(what);
  if (event.key === "Escape") { state.asking = false; state.choosing = null; state.reasons = null; state.confirming = ""; draw(); }
});

function type(digit: string): void {
  if (!state) return;
  state.typed += digit;
  clearTimeout(typing);
  const most = options().length;
  if (Number(state.typed) * 10 > most) settle();
  else { typing = window.setTimeout(settle, PAUSE); draw(); }
}

function settle(): void {
  if (!state) return;
  clearTimeout(typing);
  const option = options()[Number(state.typed) - 1];
  state.typed = "";
  if (option) choose(option);
  else draw();
}

function walk(event: KeyboardEvent): void {
  const all = [...page.querySelectorAll<HTMLElement>("[data-can], .opt")];
  const at = all.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  event.preventDefault();
  const step = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
  all[(at + step + all.length) % all.length]?.focus();
}

// ---- a new match ----------------------------------------------------------------------------------------------

function pick(number: number): void {
  const game = lobby.games[number] ?? null;
  lobby = { ...lobby, chosen: game, players: game?.players[0] ?? 2, problem: "" };
  draw();
}

async function make(form: HTMLFormElement): Promise<void> {
  const given = new FormData(form);
  const wanted = given.getAll("seat").map(String);
  const defaults = new Map(lobby.chosen?.options.map((option) => [option.name, option.value]));
  const set = [...form.querySelectorAll<HTMLSelectElement>("[data-name]")].map((field) => [field.dataset["name"]!, field.value] as const);
  const body = {
    game: lobby.chosen?.game, variants: given.getAll("variant"), language: given.get("language"),
    seats: wanted.map((who) => (who === "me" ? "human" : who)), options: Object.fromEntries(set.filter(([name, value]) => defaults.get(name) !== value)),
  };
  const answer = await fetch("/api/matches", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const made = (await answer.json()) as { error?: string; match: string; seats: string[] };
  localStorage.setItem("language", String(given.get("language")));
  if (!answer.ok) lobby = { ...lobby, problem: made.error ?? "" };
  else if (made.seats.filter(Boolean).length === 1) location.hash = link(made.match, made.seats.find(Boolean));
  else lobby = { ...lobby, made, problem: "" };
  draw();
}

async function open(): Promise<void> {
  if (location.hash === address && address) return;
  address = location.hash;
  const old = socket;
  socket = null;
  old?.close();
  state = null;
  lobby = { ...lobby, made: null, chosen: null, problem: "" };
  tries = 0;
  if (asked().get("match")) return connect();
  await offer();
}

/** The games in the language of who looks; one that was chosen stays so. */
async function offer(): Promise<void> {
  const answer = await fetch(`/api/games?language=${spoken()}`);
  lobby.games = ((await answer.json()) as { games: Game[] }).games;
  lobby.chosen = lobby.games.find((game) => game.game === lobby.chosen?.game) ?? null;
  draw();
}

window.addEventListener("hashchange", () => void open());
window.addEventListener("resize", draw);
setInterval(() => send({ type: "ping" }), 20_000);
const wanted = localStorage.getItem("language") ?? navigator.language.slice(0, 2);
speak(LANGUAGES.includes(wanted) ? wanted : "en", draw);
theme(localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
void open();
