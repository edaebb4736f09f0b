// Lines above declarations: what the language server offers to do with them, and how scenarios went.
import { EditorState, Extension, Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, DecorationSet, EditorView, WidgetType } from "@codemirror/view";

export interface Lens { range: { start: { line: number } }; command?: { title: string; command: string; arguments?: unknown[] } }
interface Shown { lenses: Lens[]; marks: Map<string, boolean> }
export const showLenses = StateEffect.define<Shown>();

class Line extends WidgetType {
  private readonly said: string;

  constructor(private readonly here: Lens[], private readonly mark: boolean | undefined, private readonly run: (lens: Lens) => void) {
    super();
    this.said = JSON.stringify([here, mark ?? null]);
  }

  override eq(other: Line): boolean {
    return other.said === this.said;
  }

  override toDOM(): HTMLElement {
    const line = document.createElement("div");
    line.className = "lens";
    if (this.mark !== undefined) line.append(worded("span", this.mark ? "✓ holds" : "✗ fails", this.mark ? "good" : "bad"));
    for (const lens of this.here) {
      const able = Boolean(lens.command?.command);
      const part = worded(able ? "button" : "span", lens.command?.title ?? "", "");
      if (able) part.addEventListener("click", () => this.run(lens));
      line.append(part);
    }
    return line;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function worded(tag: string, text: string, kind: string): HTMLElement {
  const part = document.createElement(tag);
  part.textContent = text;
  part.className = kind;
  return part;
}

function drawn(state: EditorState, shown: Shown, run: (lens: Lens) => void): DecorationSet {
  const lines = new Map<number, Lens[]>();
  for (const lens of shown.lenses) lines.set(lens.range.start.line, [...(lines.get(lens.range.start.line) ?? []), lens]);
  const found: Range<Decoration>[] = [];
  for (const [line, here] of [...lines].sort(([one], [two]) => one - two)) {
    if (line >= state.doc.lines) continue;
    const name = here.map((lens) => String(lens.command?.arguments?.[1] ?? "")).find((each) => shown.marks.has(each));
    const widget = new Line(here, name === undefined ? undefined : shown.marks.get(name), run);
    found.push(Decoration.widget({ widget, block: true, side: -1 }).range(state.doc.line(line + 1).from));
  }
  return Decoration.set(found);
}

/** Shows lenses as they were given last; they move with the text until there are newer ones. */
export function lenses(run: (lens: Lens) => void): Extension {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(value, transaction) {
      const given = transaction.effects.find((effect) => effect.is(showLenses));
      return given ? drawn(transaction.state, given.value as Shown, run) : value.map(transaction.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}
