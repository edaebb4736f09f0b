// Choosing a game: players, variants and options with their sentences, and who sits where.
import { html, Markup } from "./html";
import type { Game } from "./types";
import { spoken, word } from "./words";

export interface Lobby {
  games: Game[];
  chosen: Game | null;
  players: number;
  problem: string;
  made: { match: string; seats: string[] } | null;
}

const SITTERS = ["me", "human", "greedy", "random", "mcts"];

export const link = (match: string, seat?: string): string => `#match=${match}${seat ? `&seat=${seat}` : ""}`;

export function drawLobby(lobby: Lobby): Markup {
  return html`<header><h1 class="t">rulelang</h1><span class="sp"></span><button class="ic" data-do="language">${spoken().toUpperCase()}</button><button class="ic" data-do="theme">${word("theme")}</button></header><div class="lobby">${lobby.made ? drawLinks(lobby) : lobby.chosen ? drawForm(lobby, lobby.chosen) : drawGames(lobby)}${lobby.problem ? html`<p class="warn" role="alert">${word(lobby.problem)}</p>` : ""}</div>`;
}

const drawGames = (lobby: Lobby): Markup =>
  html`<h2 class="q">${word("choose game")}</h2><div class="games">${lobby.games.map((game, n) => html`<button class="game panel" data-game="${n}"><b>${game.label}</b><span>${game.about}</span><span class="none">${word("players")}: ${game.players.join(", ")}</span></button>`)}</div>`;

function drawForm(lobby: Lobby, game: Game): Markup {
  const seats = Array.from({ length: lobby.players }, (_, n) => html`<label>${n + 1} <select name="seat">${SITTERS.map((who) => html`<option value="${who}" ${who === (n ? "greedy" : "me") ? "selected" : ""}>${who === "me" ? word("me") : who === "human" ? word("person") : word(`bot ${who}`)}</option>`)}</select></label>`);
  return html`<form class="panel" data-form="1"><h2 class="q">${game.label}</h2><p>${game.about}</p>
    <fieldset><legend>${word("players")}</legend>${game.players.map((count) => html`<label><input type="radio" name="players" value="${count}" ${count === lobby.players ? "checked" : ""}> ${count}</label>`)}</fieldset>
    <fieldset><legend>${word("seats")}</legend>${seats}</fieldset>
    ${game.variants.length ? html`<fieldset><legend>${word("variants")}</legend>${game.variants.map((variant) => html`<label class="wide"><input type="checkbox" name="variant" value="${variant.name}"> <b>${variant.label}</b> ${variant.about}</label>`)}</fieldset>` : ""}
    ${game.options.length ? html`<details><summary>${word("options")}</summary>${game.options.map((option) => html`<label class="wide"><span>${option.label}</span> <select name="option" data-name="${option.name}">${option.values.map((value) => html`<option ${value === option.value ? "selected" : ""}>${value}</option>`)}</select></label>`)}</details>` : ""}
    <fieldset><legend>${word("language")}</legend><select name="language" aria-label="${word("language")}">${["en", ...game.languages.filter((code) => code !== "en")].map((code) => html`<option ${code === spoken() ? "selected" : ""}>${code}</option>`)}</select></fieldset>
    <button class="opt" type="submit"><span>${word("start")}</span></button></form>`;
}

function drawLinks(lobby: Lobby): Markup {
  const made = lobby.made!;
  return html`<section class="panel"><h2 class="q">${word("links")}</h2>${made.seats.map((token, n) => (token ? html`<p><a href="${link(made.match, token)}">${word("seat", { n: n + 1 })}</a></p>` : ""))}<p><a href="${link(made.match)}">${word("watch")}</a></p></section>`;
}
