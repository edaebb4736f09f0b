// A map: places at their coordinates, ways with a colour and a dash each, pieces, and labels where they cover least.
import { called, colourOf, DASHES, Look, number } from "./draw";
import { html, Markup } from "./html";
import { word } from "./words";
import type { MapNode, Spot } from "./types";

interface Point { x: number; y: number }
interface Box extends Point { w: number; h: number; weight: number }
type Segment = [number, number, number, number];
const DENSE = 40; // spots
const LARGE = 36; // names
const NEAR = 34;
const ROUNDS = 4;
export const SCROLLED = 760; // how wide a dense map is drawn where it is scrolled

export const isDense = (node: MapNode): boolean => node.spots.length > DENSE;
export const isLarge = (node: MapNode): boolean => node.spots.filter((spot) => spot.size !== "step").length > LARGE;

export function drawMap(look: Look, node: MapNode, width: number): Markup {
  const dense = isDense(node);
  const r = dense ? 7.5 : width < 600 ? 13 : 15;
  const size = width < 600 ? 13 : 13.5;
  const points = placed(node, width, dense);
  const height = Math.max(...[...points.values()].map((point) => point.y)) + (dense ? 34 : 44);
  const boxes: Box[] = [];
  const segments: Segment[] = [];
  const ways = drawWays(look, node, points, r, dense, width, segments);
  const spots = node.spots.map((spot) => drawSpot(look, node, spot, points.get(spot.id)!, r, dense, boxes));
  const pieces = node.spots.map((spot) => drawPieces(look, spot, points.get(spot.id)!, r, dense, boxes));
  const keys = node.spots.map((spot) => drawKey(look, spot, points.get(spot.id)!, r, dense, boxes));
  const labels = drawLabels(look, node, points, { r, size, width, height, dense }, boxes, segments);
  const legend = (node.legend ?? []).length > 1 ? html`<div class="legend">${(node.legend ?? []).map((item, n) => html`<span class="${look.can(item.id) ? "can" : ""}" ${look.act(item.id, item.label)}>${look.key(item.id)}<svg viewBox="0 0 34 10" aria-hidden="true"><line x1="0" y1="5" x2="34" y2="5" stroke="var(--${colourOf(item.id, n)})" stroke-width="3.4" stroke-dasharray="${DASHES[n % DASHES.length]}"/></svg>${item.label}</span>`)}</div>` : "";
  return html`<section class="panel board${dense ? " wide" : ""}" aria-label="${node.label ?? ""}"><svg viewBox="0 0 ${width} ${Math.round(height)}">${ways}${spots}${pieces}${labels}${keys}</svg>${legend}</section>`;
}

/** Where each place is drawn: to scale; on a dense map those that are too near are pushed apart. */
function placed(node: MapNode, width: number, dense: boolean): Map<string, Point> {
  const xs = node.spots.map((spot) => spot.x);
  const ys = node.spots.map((spot) => spot.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const margin = dense ? { left: 62, top: 46, right: 62 } : { left: 40, top: 40, right: 74 };
  const scale = (width - margin.left - margin.right) / Math.max(1, Math.max(...xs) - left);
  const points = new Map(node.spots.map((spot) => [spot.id, { x: (spot.x - left) * scale + margin.left, y: (spot.y - top) * scale + margin.top }]));
  if (!dense) return points;
  const named = node.spots.filter((spot) => spot.size !== "step").map((spot) => points.get(spot.id)!);
  for (let round = 0; round < 60; round++) named.forEach((one, n) => named.slice(n + 1).forEach((two) => apart(one, two)));
  smooth(node, points);
  for (const point of points.values()) point.x = Math.max(10, Math.min(width - 10, point.x));
  const lowest = Math.min(...[...points.values()].map((point) => point.y));
  if (lowest < 46) for (const point of points.values()) point.y += 46 - lowest;
  return points;
}

function apart(one: Point, two: Point): void {
  const [dx, dy] = [two.x - one.x, two.y - one.y];
  const distance = Math.hypot(dx, dy) || 1;
  if (distance >= NEAR) return;
  const share = (NEAR - distance) / 2 / distance;
  one.x -= dx * share;
  one.y -= dy * share;
  two.x += dx * share;
  two.y += dy * share;
}

/** Steps lie evenly between what they lie between; not where the way goes over the edge of the map. */
function smooth(node: MapNode, points: Map<string, Point>): void {
  const next = new Map<string, string[]>();
  const wraps = new Set<string>();
  for (const way of node.ways ?? []) {
    if (way.wrap) wraps.add(way.start).add(way.end);
    next.set(way.start, [...(next.get(way.start) ?? []), way.end]);
    next.set(way.end, [...(next.get(way.end) ?? []), way.start]);
  }
  const steps = node.spots.filter((spot) => spot.size === "step" && !wraps.has(spot.id));
  for (let round = 0; round < 200; round++)
    for (const step of steps) {
      const around = [...new Set(next.get(step.id) ?? [])].map((id) => points.get(id)!);
      if (around.length < 2) continue;
      const point = points.get(step.id)!;
      point.x = around.reduce((sum, other) => sum + other.x, 0) / around.length;
      point.y = around.reduce((sum, other) => sum + other.y, 0) / around.length;
    }
}

function drawWays(look: Look, node: MapNode, points: Map<string, Point>, r: number, dense: boolean, width: number, segments: Segment[]): Markup[] {
  const marks = (node.legend ?? []).map((item) => item.id);
  const sizes = new Map(node.spots.map((spot) => [spot.id, spot.size === "step" ? 3 : spot.size === "large" && !dense ? r + 3 : r]));
  return (node.ways ?? []).flatMap((way) => {
    const [one, two] = [points.get(way.start)!, points.get(way.end)!];
    const mark = marks.indexOf(way.mark ?? "");
    const colour = mark >= 0 && marks.length > 1 ? colourOf(way.mark ?? "", mark) : "river";
    const ends: [Point, Point][] = way.wrap && Math.abs(two.x - one.x) > width / 2 ? over(one, two, width) : [[one, two]];
    return ends.map(([from, to]) => {
      const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
      const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
      const gap = (to === two ? sizes.get(way.end)! : 0) + (node.directed ? 6 : 0);
      const start = from === one ? sizes.get(way.start)! : 0;
      const [x1, y1, x2, y2] = [from.x + ux * start, from.y + uy * start, to.x - ux * gap, to.y - uy * gap];
      segments.push([x1, y1, x2, y2]);
      const can = look.can(way.id);
      const hot = can || look.touched.has(way.id);
      const halo = can ? html`<line class="halo" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"/>` : "";
      const head = node.directed ? html`<path stroke="none" d="M${x2 + ux * 6} ${y2 + uy * 6}L${x2 - ux * 7 - uy * 5} ${y2 - uy * 7 + ux * 5}L${x2 - ux * 7 + uy * 5} ${y2 - uy * 7 - ux * 5}Z"/>` : "";
      const dash = marks.length > 1 && mark >= 0 ? DASHES[mark % DASHES.length] : "";
      return html`<g stroke="var(--${colour})" fill="var(--${colour})" opacity="${hot ? 1 : dense ? 0.6 : 0.8}" ${can ? new Markup(`data-at="${way.id}"`) : ""}>${halo}<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke-width="${hot ? 4.5 : dense ? 2.5 : 3}" stroke-dasharray="${dash}"/>${head}</g>`;
    });
  });
}

/** A way over the edge of the map: out on one side, in on the other. */
function over(one: Point, two: Point, width: number): [Point, Point][] {
  const [out, back] = one.x > two.x ? [width, 0] : [0, width];
  const y = (one.y + two.y) / 2;
  return [[one, { x: out, y }], [{ x: back, y }, two]];
}

function drawSpot(look: Look, node: MapNode, spot: Spot, at: Point, r: number, dense: boolean, boxes: Box[]): Markup {
  const step = spot.size === "step";
  const large = spot.size === "large" && !dense;
  const own = step ? 4 : r + 2;
  boxes.push({ x: at.x - own, y: at.y - own, w: 2 * own, h: 2 * own, weight: step ? 1 : 3 });
  const can = look.can(spot.id);
  const ring = can ? html`<circle class="ring" cx="${at.x}" cy="${at.y}" r="${(step ? 5 : r) + 8}"/>` : "";
  const last = look.touched.has(spot.id) && !look.here.has(spot.id) ? html`<circle class="lastring" cx="${at.x}" cy="${at.y}" r="${(step ? 4 : r) + 5}"/>` : "";
  const body = step
    ? html`<circle class="spot" cx="${at.x}" cy="${at.y}" r="${can ? 6 : node.spots.length > 150 ? 2.4 : 3.6}"/>`
    : large
      ? html`<rect class="spot large" x="${at.x - r - 3}" y="${at.y - r - 1}" width="${2 * r + 6}" height="${2 * r + 2}" rx="6"/>`
      : html`<circle class="spot${spot.size === "large" ? " large" : ""}" cx="${at.x}" cy="${at.y}" r="${r}"/>`;
  const flag = !dense && (spot.flags ?? []).length && !look.here.has(spot.id) ? html`<circle class="flag" cx="${at.x + r * 0.8}" cy="${at.y - r * 0.8}" r="3"><title>${(spot.flags ?? []).join(", ")}</title></circle>` : "";
  const inside = spot.label.length <= 2 && !look.here.has(spot.id) && !can ? html`<text class="in" x="${at.x}" y="${at.y + 4.5}">${spot.label}</text>` : "";
  const hit = can ? html`<circle class="hit" cx="${at.x}" cy="${at.y}" r="16"/>` : "";
  return html`<g class="place" ${look.act(spot.id, spot.label)}><title>${spot.label}</title>${ring}${last}${body}${flag}${inside}${hit}</g>`;
}

function drawPieces(look: Look, spot: Spot, at: Point, r: number, dense: boolean, boxes: Box[]): Markup[] {
  const things = look.here.get(spot.id) ?? [];
  return things.map((thing, n) => {
    const size = dense ? 9.5 : r - 2;
    const across = (n - (things.length - 1) / 2) * (dense ? 20 : 26);
    const [x, y] = [at.x + across, at.y - (dense ? (spot.size === "step" ? 0 : r + 9) : 0)];
    boxes.push({ x: x - size - 2, y: y - size - 2, w: 2 * size + 4, h: 2 * size + 4, weight: 3 });
    const name = (thing.name.match(/\d+/) ?? [thing.name.slice(0, 1)])[0];
    const person = thing.owner === undefined ? undefined : look.person(thing.owner);
    const last = look.about.has(thing.id) ? html`<circle class="about" cx="${x}" cy="${y}" r="${size + 6}"/>` : look.touched.has(thing.id) ? html`<circle class="lastring" cx="${x}" cy="${y}" r="${size + 5}"/>` : "";
    const above = dense || things.length > 1; // where pieces stand side by side, what they carry lies above them
    const load = (thing.carries ?? []).filter((item) => item.id.includes(":")).slice(0, 3).map((item, number_) => {
      const { text, tint } = look.letters(item.id, item.label);
      const [cx, cy] = above ? [x - 7.5, y - size - 8 - number_ * 15] : [x + size - 1 + number_ * 20, y - size - 4];
      boxes.push({ x: cx - 3, y: cy - 8, w: 22, h: 16, weight: 3 });
      return html`<g transform="translate(${cx} ${cy})" class="load"><rect class="f${tint}" x="-3" y="-8" width="21" height="15" rx="4"/><text x="7.5" y="3.6">${text}</text></g>`;
    });
    const bright = ["yellow", "white", "orange"].includes(person?.colour ?? "");
    const label = `${person?.name ?? ""} ${called(thing)}${(thing.carries ?? []).map((item) => `, ${item.label}`).join("")}`;
    return html`<g class="piece" ${look.act(thing.id, label)}><title>${label}</title>${last}${look.can(thing.id) ? html`<circle class="ring" cx="${x}" cy="${y}" r="${size + 6}"/>` : ""}${look.token(thing.owner, size, x, y, 1.8)}<text class="num${bright ? " dark" : ""}" x="${x}" y="${y + (person?.shape === "triangle" ? 6 : 4)}">${name}</text>${load}${look.svgKey(thing.id, x - size - 6, y - size - 2)}</g>`;
  });
}

function drawKey(look: Look, spot: Spot, at: Point, r: number, dense: boolean, boxes: Box[]): Markup {
  if (!look.can(spot.id)) return html``;
  const taken = look.here.has(spot.id);
  const [x, y] = dense ? (spot.size === "step" ? [at.x, at.y] : [at.x - r - 8, at.y + (taken ? r + 4 : -r - 6)]) : [at.x - (taken ? r + 6 : 0), at.y - (taken ? r + 4 : 0)];
  boxes.push({ x: x - 11, y: y - 11, w: 22, h: 22, weight: 4 });
  return html`<g class="nohit">${look.svgKey(spot.id, x, y)}</g>`;
}

interface Sheet { r: number; size: number; width: number; height: number; dense: boolean }

interface Place extends Point { anchor: string; preference: number }
interface Label { spot: Spot; extra: string; box: Box; places: Place[]; anchor: string }

/** Places around each spot; the one that covers least is taken, the longest label first, and all once more as the others lie. */
function drawLabels(look: Look, node: MapNode, points: Map<string, Point>, sheet: Sheet, boxes: Box[], segments: Segment[]): Markup[] {
  const beside = new Map<string, string[]>();
  for (const part of node.beside ?? []) {
    const said = part.node === "pile" ? word("cards", { n: part.count ?? "?" }) : part.node === "badge" ? number(part.value) : part.node === "stock" ? part.items.map((item) => `${look.letters(item.id, item.label).text} ${item.value ?? ""}`).join(" ") : "";
    if (part.on && said) beside.set(part.on, [...(beside.get(part.on) ?? []), said]);
  }
  const named = node.spots.filter((spot) => spot.size !== "step" && spot.label.length > 2);
  const labels = named.sort((one, two) => two.label.length - one.label.length).map((spot): Label => {
    const extra = (beside.get(spot.id) ?? []).join(" · ");
    const w = Math.max(spot.label.length * sheet.size * 0.57, extra.length * 6.3) + 4;
    const box = { x: 0, y: 0, w, h: extra ? 30 : 17, weight: 6 };
    return { spot, extra, box, places: placesAround(points.get(spot.id)!, box, sheet), anchor: "" };
  });
  const laid: Box[] = [];
  for (let round = 0; round < ROUNDS; round++)
    for (const label of labels) {
      const others = [...boxes, ...laid.filter((box) => box !== label.box)];
      const costs = label.places.map((place) => ({ ...place, cost: cost({ ...label.box, x: place.x, y: place.y }, place.preference, sheet, others, segments) }));
      const { x, y, anchor } = costs.reduce((least, one) => (one.cost < least.cost ? one : least));
      Object.assign(label.box, { x, y });
      label.anchor = anchor;
      if (!round) laid.push(label.box);
    }
  return labels.map(({ spot, extra, box, anchor }) => {
    const x = anchor === "start" ? box.x : anchor === "end" ? box.x + box.w : box.x + box.w / 2;
    return html`<text class="label${spot.size === "large" ? " large" : ""}" x="${x}" y="${box.y + 13}" text-anchor="${anchor}" font-size="${sheet.size}">${spot.label}${extra ? html`<tspan x="${x}" dy="14" font-size="11.5">${extra}</tspan>` : ""}</text>`;
  });
}

/** To the right, the left, below, above, at the corners; then the same a little farther off. */
function placesAround(at: Point, { w, h }: Box, { r, dense }: Sheet): Place[] {
  const near = r + (dense ? 5 : 8);
  return [near, near + 12, near + 24].flatMap((g, n): Place[] => [
    { x: at.x + g, y: at.y - h / 2, anchor: "start", preference: 5 * n }, { x: at.x - g - w, y: at.y - h / 2, anchor: "end", preference: 5 * n + 0.5 },
    { x: at.x - w / 2, y: at.y + g, anchor: "middle", preference: 5 * n + 0.6 }, { x: at.x - w / 2, y: at.y - g - h, anchor: "middle", preference: 5 * n + 0.6 },
    { x: at.x + g * 0.85, y: at.y + g * 0.6, anchor: "start", preference: 5 * n + 0.8 }, { x: at.x + g * 0.85, y: at.y - g * 0.6 - h, anchor: "start", preference: 5 * n + 0.8 },
    { x: at.x - g * 0.85 - w, y: at.y + g * 0.6, anchor: "end", preference: 5 * n + 1 }, { x: at.x - g * 0.85 - w, y: at.y - g * 0.6 - h, anchor: "end", preference: 5 * n + 1 },
  ]);
}

function cost(box: Box, preference: number, sheet: Sheet, boxes: Box[], segments: Segment[]): number {
  let sum = preference * 6;
  for (const other of boxes) {
    const across = Math.min(box.x + box.w, other.x + other.w) - Math.max(box.x, other.x);
    const down = Math.min(box.y + box.h, other.y + other.h) - Math.max(box.y, other.y);
    if (across > 0 && down > 0) sum += across * down * other.weight;
  }
  for (const [x1, y1, x2, y2] of segments)
    for (let t = 0; t <= 1; t += 0.08) {
      const [x, y] = [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t];
      if (x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h) sum += 5;
    }
  return box.x < 2 || box.y < 2 || box.x + box.w > sheet.width - 2 || box.y + box.h > sheet.height - 2 ? sum + 900 : sum;
}
