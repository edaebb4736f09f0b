// What all drawings share: which options lie where, players' shapes, chips, keys.
import { html, Markup } from "./html";
import type { Choice, Person, Picture, Thing } from "./types";

const SHAPES: Record<string, (r: number) => Markup> = {
  disc: (r) => html`<circle r="${r}"/>`,
  square: (r) => html`<rect x="${-r * 0.88}" y="${-r * 0.88}" width="${r * 1.76}" height="${r * 1.76}" rx="${r * 0.2}"/>`,
  triangle: (r) => html`<path d="M0 ${-r * 1.12}L${r * 1.08} ${r * 0.82}L${-r * 1.08} ${r * 0.82}Z" stroke-linejoin="round"/>`,
  diamond: (r) => html`<path d="M0 ${-r * 1.18}L${r * 1.1} 0L0 ${r * 1.18}L${-r * 1.1} 0Z" stroke-linejoin="round"/>`,
  hexagon: (r) => html`<path d="M${r} 0L${r / 2} ${r * 0.87}L${-r / 2} ${r * 0.87}L${-r} 0L${-r / 2} ${-r * 0.87}L${r / 2} ${-r * 0.87}Z"/>`,
};
export const DASHES = ["", "14 5", "2 5", "9 4 2 4", "5 4"];
const COLOURS = new Set(["red", "blue", "green", "yellow", "orange", "violet", "purple", "brown", "black", "white", "grey", "pink"]);
const OTHERS = ["blue", "orange", "green", "violet", "red", "brown"];

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
export const number = (value: number | string, from = 10_000): string => (typeof value === "number" && Math.abs(value) >= from ? value.toLocaleString(document.documentElement.lang || "en") : String(value));
export const points = (value: number | string): string => number(value, 1000);

/** A piece by its kind and number; what is called after its kind needs no word before its name. */
export const called = (thing: Thing): string => (thing.name.toLowerCase().startsWith(thing.kind.toLowerCase()) ? thing.name : `${thing.kind} ${thing.name}`);

/** A colour for a mark: its own name if it is one. */
export function colourOf(key: string, at: number): string {
  const name = key.split(":").pop() ?? "";
  return COLOURS.has(name) ? name : OTHERS[at % OTHERS.length] ?? "grey";
}

/** One picture with what its drawings look up. */
export class Look {
  readonly at = new Map<string, Choice[]>();
  readonly here = new Map<string, Thing[]>();
  readonly numbers = new Map<string, number>();
  readonly about: Set<string>;
  private readonly short = new Map<string, string>();
  private readonly taken = new Map<string, Set<string>>();

  constructor(readonly picture: Picture, readonly touched: Set<string>, readonly live: boolean) {
    (live ? picture.question?.options ?? [] : []).forEach((option, n) => {
      this.numbers.set(option.key, n + 1);
      for (const id of option.at ?? []) this.at.set(id, [...(this.at.get(id) ?? []), option]);
    });
    this.about = new Set(picture.question?.about ?? []);
    for (const thing of picture.things ?? []) if (thing.on) this.here.set(thing.on, [...(this.here.get(thing.on) ?? []), thing]);
  }

  person(seat: number): Person {
    return this.picture.players[seat] as Person;
  }

  /** Attributes of what can be clicked: its options, a name, and a place in the order of the Tab key. */
  act(id: string, label: string): Markup {
    const options = this.at.get(id);
    if (!options) return html`data-at="${id}"`;
    const said = options.map((option) => option.text).join(", ");
    return html`data-at="${id}" data-can="1" role="button" tabindex="0" aria-label="${label === said ? said : `${label}: ${said}`}"`;
  }

  can(id: string): boolean {
    return this.at.has(id);
  }

  /** What is written on a key: the number to press, or that there are several. */
  sign(id: string): string {
    const options = this.at.get(id) ?? [];
    return options.length === 1 ? String(this.numbers.get(options[0]!.key)) : options.length ? "…" : "";
  }

  key(id: string): Markup {
    const sign = this.sign(id);
    return sign ? html`<span class="k" aria-hidden="true">${sign}</span>` : html``;
  }

  svgKey(id: string, x: number, y: number): Markup {
    const sign = this.sign(id);
    return sign ? html`<g transform="translate(${x} ${y})" class="sk" aria-hidden="true"><rect x="-11" y="-11" width="22" height="22" rx="6"/><text y="5" text-anchor="middle">${sign}</text></g>` : html``;
  }

  token(seat: number | undefined, r: number, x = 0, y = 0, width = 1.5): Markup {
    const person = seat === undefined ? undefined : this.person(seat);
    const shape = SHAPES[person?.shape ?? "disc"] ?? SHAPES["disc"]!;
    return html`<g transform="translate(${x} ${y})" fill="var(--${person?.colour ?? "grey"})" stroke="var(--edge)" stroke-width="${width}">${shape(r)}</g>`;
  }

  mark(seat: number | undefined, size = 20): Markup {
    return html`<svg class="m" width="${size}" height="${size}" viewBox="-12 -12 24 24" aria-hidden="true">${this.token(seat, 8.5)}</svg>`;
  }

  /** Two letters or so for a thing, none like those of another of its kind, and one of eight tints. */
  letters(id: string, label: string): { text: string; tint: number } {
    const kind = id.split(":")[0] ?? "";
    const taken = this.taken.get(kind) ?? new Set<string>();
    this.taken.set(kind, taken);
    if (!this.short.has(id)) {
      const word = capital(label).replace(/[^\p{L}\p{N}]/gu, "");
      let length = 2;
      while (taken.has(word.slice(0, length)) && length < 4) length++;
      this.short.set(id, word.slice(0, length));
      taken.add(word.slice(0, length));
    }
    return { text: this.short.get(id) ?? "", tint: [...taken].indexOf(this.short.get(id) ?? "") % 8 };
  }

  chip(id: string, label: string, value?: number | string): Markup {
    const { text, tint } = this.letters(id, label);
    const last = this.touched.has(id) ? " last" : "";
    return html`<span class="chip${this.can(id) ? " can" : ""}${last}" ${this.act(id, label)}>${this.key(id)}<u class="g${tint}">${text}</u>${capital(label)}${value === undefined ? "" : html` <b>${number(value)}</b>`}</span>`;
  }
}
