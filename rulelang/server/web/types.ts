// What the server sends: the parts of rulelang/table/picture.py. What is empty there is left out.

export interface Item { id: string; label: string; value?: number | string }
export interface Spot { id: string; label: string; x: number; y: number; size?: "step" | "large"; flags?: string[] }
export interface Way { id: string; start: string; end: string; mark?: string; wrap?: number }
interface Base { id: string; label?: string; on?: string }
export interface MapNode extends Base { node: "map"; directed?: boolean; spots: Spot[]; ways?: Way[]; legend?: Item[]; beside?: Node[] }
export interface Cell { id: string; label: string; column: number; row: number; owner?: number; text?: string }
export interface Grid extends Base { node: "grid"; columns: number; rows: number; cells: Cell[] }
export interface Ring extends Base { node: "ring"; fields: Item[]; tokens?: { owner: number; on: string }[] }
export interface Ladder extends Base { node: "ladder"; goods: { id: string; label: string; spaces: { price: number; filled?: boolean }[] }[] }
export interface Track extends Base { node: "track"; goods: { id: string; label: string; value: number; floor: number; ceiling: number; price: number }[] }
export interface Places extends Base { node: "places"; rows: { id: string; label: string; berths: { id: string; column: number; value?: number; owner?: number; off?: boolean }[] }[] }
export interface Fact { key: string; label: string; value: string; money?: boolean; laid?: boolean }
export interface Card { key: string; title: string; facts?: Fact[]; price?: number }
export interface Cards extends Base { node: "row" | "pile" | "hand"; count: number | null; cards?: Card[]; top?: Card; shown?: Card[] }
export interface Stock extends Base { node: "stock"; items: Item[] }
export interface Badge extends Base { node: "badge"; value: number | string }
export type Node = MapNode | Grid | Ring | Ladder | Track | Places | Cards | Stock | Badge;
export interface Thing { id: string; kind: string; name: string; owner?: number; on?: string; carries?: Item[]; notes?: string[] }
export interface Person { seat: number; id: string; name: string; colour: string; shape: string; turn?: boolean; asked?: boolean; score: number | string | null; holds?: string[] }
export interface Choice { key: string; text: string; at?: string[]; anytime?: boolean; price?: string }
export interface Question { player: number | null; prompt: string; about?: string[]; notes?: string[]; cites?: string[]; options?: Choice[] }
export interface Die { face: string; pips?: number }
export interface Result { seat: number; score: number | string; parts?: (number | string)[]; ties?: (number | string)[]; won?: boolean }
export interface Ending { reason: string; score: string; parts?: string[]; ties?: string[]; results: Result[] }
export interface Picture {
  title: string; language: string; viewer: number | null; move?: number; round_text?: string; phase?: string; score?: string;
  players: Person[]; table?: Node[]; things?: Thing[]; mats: { seat: number; nodes?: Node[] }[]; rolled?: Die[]; question?: Question; ending?: Ending;
}
export interface Line { move: number; by: number | null; text: string; tone: string }
export interface Reason { about: string; reason: string; cites?: string[] }
export interface Table {
  type: "picture" | "past"; picture: Picture; log: Line[]; touched: string[]; seats: string[]; moves: number; undo: boolean; fault: string;
}
export interface Thought { key: string; share: number; worth?: number }
export interface Thoughts { type: "thoughts"; move: number; made: string; thoughts: Thought[] }
export type Message = Table | Thoughts | { type: "refused" | "closed"; reason: string } | { type: "reasons"; reasons: Reason[] } | { type: "confirm"; key: string } | { type: "pong" };
export interface Game {
  game: string; label: string; about: string; players: number[]; languages: string[];
  variants: { name: string; label: string; about: string; excludes: string[] }[];
  options: { name: string; label: string; value: string; values: string[] }[];
}
