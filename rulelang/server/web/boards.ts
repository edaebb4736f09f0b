// Grids, rings, markets, places, cards and values.
import { capital, Look, number } from "./draw";
import { html, Markup } from "./html";
import type { Badge, Card, Cards, Grid, Ladder, Places, Ring, Stock, Track } from "./types";

export function drawGrid(look: Look, node: Grid): Markup {
  const side = node.columns > 5 ? 64 : 112;
  const [width, height] = [node.columns * side, node.rows * side];
  const cells = node.cells.map((cell) => {
    const [x, y] = [(cell.column - 1) * side, height - cell.row * side];
    const last = look.touched.has(cell.id) ? html`<rect class="lastring" x="9" y="9" width="${side - 18}" height="${side - 18}" rx="7"/>` : "";
    const pieces = (look.here.get(cell.id) ?? []).map((thing, n) => look.token(thing.owner, side * 0.26, side / 2 + n * 8, side / 2, 2));
    const token = cell.owner === undefined ? "" : look.token(cell.owner, side * 0.27, side / 2, side / 2, 2.5);
    const text = cell.text ? html`<text class="celltext" x="${side / 2}" y="${side / 2 + 5}">${cell.text}</text>` : "";
    const owner = cell.owner === undefined ? "" : `, ${look.person(cell.owner).name}`;
    return html`<g class="cell" transform="translate(${x} ${y})" ${look.act(cell.id, cell.label + owner)}><title>${cell.label}${owner}</title><rect class="square" x="3" y="3" width="${side - 6}" height="${side - 6}" rx="10"/>${last}${token}${pieces}${text}<text class="corner" x="${side > 80 ? 13 : 8}" y="${side - (side > 80 ? 13 : 8)}">${cell.label}</text>${look.svgKey(cell.id, side / 2, side / 2)}</g>`;
  });
  return html`<section class="panel board" aria-label="${node.label ?? ""}"><svg class="square" viewBox="0 0 ${width} ${height}">${cells}</svg></section>`;
}

export function drawRing(look: Look, node: Ring): Markup {
  const [outer, inner] = [146, 70];
  const count = node.fields.length;
  const fields = node.fields.map((field, n) => {
    const from = (n / count - 0.25 - 0.5 / count) * 2 * Math.PI;
    const to = from + (2 * Math.PI) / count;
    const middle = (from + to) / 2;
    const at = (r: number, angle: number): string => `${(r * Math.cos(angle)).toFixed(1)} ${(r * Math.sin(angle)).toFixed(1)}`;
    const path = `M${at(outer, from + 0.015)}A${outer} ${outer} 0 0 1 ${at(outer, to - 0.015)}L${at(inner, to - 0.03)}A${inner} ${inner} 0 0 0 ${at(inner, from + 0.03)}Z`;
    const [x, y] = [109 * Math.cos(middle), 109 * Math.sin(middle)];
    const words = capital(field.label).replace(/ \(\d\)/, "").split(" ");
    const price = (look.at.get(field.id) ?? [])[0]?.price;
    const lines = [...words.map((text) => html`${text}`), ...(price ? [html`${price}`] : [])];
    const texts = lines.map((text, line) => html`<text class="${line >= words.length ? "price" : ""}" x="${x}" y="${y + 4 + (line - (lines.length - 1) / 2) * 13}">${text}</text>`);
    const here = (node.tokens ?? []).filter((token) => token.on === field.id);
    const tokens = here.map((token, k) => { const a = middle + (k - (here.length - 1) / 2) * 0.5; return look.token(token.owner, 9, 52 * Math.cos(a), 52 * Math.sin(a), 1.8); });
    return html`<g class="field" ${look.act(field.id, field.label)}><title>${field.label}</title><path d="${path}"/>${texts}${tokens}${look.svgKey(field.id, (outer + 15) * Math.cos(middle), (outer + 15) * Math.sin(middle))}</g>`;
  });
  return html`<section class="panel"><h2>${node.label ?? ""}</h2><svg class="ring-board" viewBox="-176 -176 352 352">${fields}</svg></section>`;
}

export function drawPlaces(look: Look, node: Places): Markup {
  const rows = node.rows.map((row) => html`<tr class="${look.can(row.id) ? "can" : ""}" ${look.act(row.id, row.label)}><th scope="row">${look.key(row.id)}${capital(row.label)}</th>${row.berths.map((berth) => html`<td><span class="berth${berth.owner === undefined ? "" : " full"}${berth.off ? " off" : ""}${look.can(berth.id) ? " can" : ""}" ${look.can(row.id) ? "" : look.act(berth.id, `${row.label} ${berth.column}`)}>${berth.owner !== undefined ? look.mark(berth.owner, 22) : look.can(berth.id) ? look.key(berth.id) : berth.value ? `+${berth.value}` : ""}</span></td>`)}</tr>`);
  return html`<section class="panel"><h2>${node.label ?? ""}</h2><table class="places"><tbody>${rows}</tbody></table></section>`;
}

export function drawLadder(look: Look, node: Ladder): Markup {
  const most = Math.max(...node.goods.map((good) => good.spaces.length));
  const goods = node.goods.map((good) => {
    const next = good.spaces.findIndex((space) => space.filled);
    const { tint } = look.letters(good.id, good.label);
    const cells = Array.from({ length: most }, (_, n) => { const space = good.spaces[n]; return space ? html`<td><span class="rung${space.filled ? ` full g${tint}` : ""}${n === next ? " next" : ""}">${space.price}</span></td>` : html`<td></td>`; });
    return html`<tr><th scope="row">${look.chip(good.id, good.label)}</th>${cells}</tr>`;
  });
  return html`<section class="panel"><h2>${node.label ?? ""}</h2><table class="ladder"><tbody>${goods}</tbody></table></section>`;
}

export function drawTrack(look: Look, node: Track): Markup {
  const goods = node.goods.map((good) => {
    const steps = Array.from({ length: good.ceiling - good.floor + 1 }, (_, n) => good.floor + n);
    return html`<tr><th scope="row">${look.chip(good.id, good.label)}</th>${steps.map((step) => html`<td><span class="step${step === good.value ? " now" : ""}">${step}</span></td>`)}</tr>`;
  });
  return html`<section class="panel"><h2>${node.label ?? ""}</h2><table class="track"><tbody>${goods}</tbody></table></section>`;
}

// ---- cards and values ---------------------------------------------------------------------------------------

export function drawCards(look: Look, node: Cards): Markup {
  const cards = (node.cards ?? []).map((card, n) => drawCard(look, card, `${node.id}#${n}`));
  return html`<div class="cards">${cards}</div>`;
}

function drawCard(look: Look, card: Card, id: string): Markup {
  const title = card.title.replace(/ \([\d,.]+\)$/, "");
  const said = (value: string): boolean => value.toLowerCase().split(", ").every((part) => [card.title.toLowerCase(), card.title.replace(/,/g, "")].some((text) => text.includes(part)));
  const facts = (card.facts ?? []).filter((fact) => !said(fact.value) || (fact.money === true && !title.includes(fact.value)));
  const ends = ["from", "to"].map((key) => (card.facts ?? []).find((fact) => fact.key === key)?.value);
  const worth = /\(([\d,.]+)\)$/.exec(card.title)?.[1];
  const foot = facts.filter((fact) => !ends.includes(fact.value)).map((fact) => html`<span>${fact.label} <b>${fact.value}</b></span>`);
  return html`<div class="card${look.can(id) ? " can" : ""}${look.touched.has(id) ? " last" : ""}" ${look.act(id, card.title)}>${look.key(id)}${card.price === undefined ? "" : html`<span class="price">${number(card.price)}</span>`}<b>${capital(title)}</b><div class="foot">${foot}${worth ? html`<b class="worth">${worth}</b>` : ""}</div></div>`;
}

export function drawPile(look: Look, node: Cards): Markup {
  const top = node.top ?? node.cards?.[0];
  return html`<div class="pile${look.can(node.id) ? " can" : ""}" ${look.act(node.id, node.label ?? "")}><span class="back${node.cards ? " up" : ""}"><b>${node.count ?? "?"}</b></span><span>${node.label ?? ""}${top ? html`<br><b>${top.title}</b>` : ""}${node.shown ? html`<br>${node.shown.map((card) => card.title).join(", ")}` : ""}</span></div>`;
}

export const drawStock = (look: Look, node: Stock): Markup =>
  html`<div><h2>${node.label ?? ""}</h2><div class="chips">${node.items.map((item) => look.chip(item.id, item.label, item.value))}</div></div>`;

export const drawBadge = (node: Badge): Markup => html`<div><h2>${node.label ?? ""}</h2><span class="big">${number(node.value)}</span></div>`;
