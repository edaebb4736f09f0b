// What is wrong, as the language server tells it, with what can be done about it.
import { Action, Diagnostic, setDiagnostics } from "@codemirror/lint";
import { LSPClient, LSPClientExtension, LSPPlugin } from "@codemirror/lsp-client";
import { EditorView, ViewPlugin, ViewUpdate } from "@codemirror/view";

interface Position { line: number; character: number }
interface Range { start: Position; end: Position }
export interface Problem { range: Range; message: string; severity?: number; code?: string }
interface Edit { range: Range; newText: string }
interface Fix { title: string; diagnostics?: Problem[]; edit?: { changes?: Record<string, Edit[]> } }

const SEVERITIES = ["error", "error", "warning", "info", "hint"] as const;
const PAUSE = 120;

/** Tells the server of edits after a pause, and shows what it says. */
export function problems(tell: (uri: string, found: Problem[]) => void): LSPClientExtension {
  return {
    clientCapabilities: { textDocument: { publishDiagnostics: { versionSupport: true } } },
    notificationHandlers: {
      "textDocument/publishDiagnostics": (client, given: { uri: string; version?: number; diagnostics: Problem[] }) => {
        const file = client.workspace.getFile(given.uri);
        if (file && given.version !== undefined && given.version !== null && given.version !== file.version) return true;
        tell(given.uri, given.diagnostics);
        const view = file?.getView();
        if (view) void mark(client, given.uri, view, given.diagnostics);
        return true;
      },
    },
    editorExtension: syncing,
  };
}

const syncing = ViewPlugin.fromClass(class {
  waiting = 0;

  update(update: ViewUpdate): void {
    if (!update.docChanged) return;
    clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => LSPPlugin.get(update.view)?.client.sync(), PAUSE);
  }

  destroy(): void {
    clearTimeout(this.waiting);
  }
});

const marked = new WeakMap<EditorView, { doc: unknown; said: string }>();

/** Mark problems in a text, once it is known what can be done about them: the server has that at hand. */
async function mark(client: LSPClient, uri: string, view: EditorView, found: Problem[]): Promise<void> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) return;
  const doc = plugin.syncedDoc;
  const last = marked.get(view);
  if (last?.doc === doc && last.said === JSON.stringify(found)) return; // what is pointed at stays open
  marked.set(view, { doc, said: JSON.stringify(found) });
  const whole = { start: { line: 0, character: 0 }, end: plugin.toPosition(doc.length, doc) };
  const ask = () => client.request<object, Fix[] | null>("textDocument/codeAction", { textDocument: { uri }, range: whole, context: { diagnostics: [] } });
  const fixes = found.length ? await ask().catch(() => null) : []; // the connection may be lost meanwhile
  if (plugin.syncedDoc !== doc) return;
  const at = (place: Position): number => plugin.unsyncedChanges.mapPos(plugin.fromPosition(place, doc));
  const shown = found.map((problem): Diagnostic => ({
    from: at(problem.range.start), to: at(problem.range.end), severity: SEVERITIES[problem.severity ?? 1] ?? "error", source: problem.code ?? "", message: problem.message,
    actions: (fixes ?? []).filter((fix) => fix.diagnostics?.some((other) => isSame(other, problem))).map((fix) => action(fix, uri)),
  }));
  view.dispatch(setDiagnostics(view.state, shown));
}

const isSame = (one: Problem, two: Problem): boolean =>
  one.message === two.message && one.range.start.line === two.range.start.line && one.range.start.character === two.range.start.character;

function action(fix: Fix, uri: string): Action {
  return {
    name: fix.title,
    apply(view) {
      const plugin = LSPPlugin.get(view);
      const changes = (fix.edit?.changes?.[uri] ?? []).map((edit) => ({ from: plugin!.fromPosition(edit.range.start), to: plugin!.fromPosition(edit.range.end), insert: edit.newText }));
      view.dispatch({ changes });
    },
  };
}
