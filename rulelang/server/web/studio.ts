// The studio: an editor that asks the language server, files that are written, and the table that the rules make.
import { autocompletion, closeBrackets } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, openLintPanel } from "@codemirror/lint";
import { findReferencesKeymap, formatDocument, hoverTooltips, jumpToDefinitionKeymap, LSPClient, LSPPlugin, renameKeymap, serverCompletion } from "@codemirror/lsp-client";
import { searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { rules } from "../../../grammar/editors/codemirror.js";
import { html, show } from "./html";
import { lenses, Lens, showLenses } from "./lenses";
import { problems, Problem } from "./problems";
import { File, Folder } from "./workspace";

interface Table { match: string; seat: string; kept: number }
const element = (id: string): HTMLElement => document.getElementById(id)!;
const key = new URLSearchParams(location.hash.slice(1)).get("key") ?? "";

let files: File[] = [];
let open: File | null = null;
let told = "";
let table: Table | null = null;
let side: "table" | "rules" = "table";
const marks = new Map<string, boolean>(); // scenarios that were run since the last edit, and whether they hold
const found = new Map<string, Problem[]>(); // problems by the addresses of their files

// ---- requests -----------------------------------------------------------------------------------------------

async function ask<T>(path: string, body?: object): Promise<T> {
  const headers = { "x-studio": key, "content-type": "application/json" };
  const answer = await fetch(`/api/studio/${path}`, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
  const said = (await answer.json()) as T & { error?: string };
  if (!answer.ok) throw new Error(said.error ?? answer.statusText);
  return said;
}

/** Do something that may be refused; what is told then is the reason. What has nothing to tell hides no other's word. */
async function attempt(job: () => Promise<string | void>): Promise<void> {
  told = "";
  try {
    told = (await job()) || told;
  } catch (reason) {
    told = reason instanceof Error ? reason.message : String(reason);
  }
  draw();
}

// ---- the language server ------------------------------------------------------------------------------------

const client = new LSPClient({
  timeout: 20_000,
  initializationOptions: { commands: ["rulelang.playFrom"] },
  workspace: (own) => new Folder(own, () => files, (file) => reveal(file)),
  extensions: [hoverTooltips(), serverCompletion(), problems((uri, list) => { found.set(uri, list); draw(); void ponder(); })],
  unhandledNotification: () => undefined,
  notificationHandlers: { "window/showMessage": (_, given: { message: string }) => { told = given.message; draw(); return true; } },
});

function connect(): void {
  const socket = new WebSocket(`ws://${location.host}/api/studio/socket`);
  const listeners = new Set<(message: string) => void>();
  socket.onmessage = (event) => { for (const hear of listeners) hear(String(event.data)); };
  socket.onclose = () => {
    client.disconnect();
    told = "The connection is lost; trying again …";
    draw();
    setTimeout(connect, 2000);
  };
  socket.onopen = () => {
    socket.send(JSON.stringify({ key }));
    client.connect({
      send: (message) => socket.send(message),
      subscribe: (hear) => listeners.add(hear),
      unsubscribe: (hear) => listeners.delete(hear),
    });
    told = "";
    draw();
  };
}

/** Ask for the lines above declarations: scenarios to run and to play from, and what amends a rule. */
async function ponder(): Promise<void> {
  const file = open;
  if (!file?.view || !client.connected) return;
  file.view.dispatch({ effects: showLenses.of({ lenses: await offered(file.uri), marks }) });
}

/** What is offered above the declarations of a file; nothing if the connection is lost meanwhile. */
async function offered(uri: string): Promise<Lens[]> {
  const given = client.request<object, Lens[] | null>("textDocument/codeLens", { textDocument: { uri } });
  return (await given.catch(() => null)) ?? [];
}

// ---- files --------------------------------------------------------------------------------------------------

const colours = HighlightStyle.define([
  { tag: [tags.definitionKeyword, tags.modifier], class: "w-block" },
  { tag: [tags.controlKeyword, tags.operatorKeyword], class: "w-verb" },
  { tag: [tags.string, tags.labelName], class: "w-text" },
  { tag: [tags.number, tags.atom], class: "w-value" },
  { tag: [tags.function(tags.variableName), tags.standard(tags.variableName), tags.propertyName], class: "w-name" },
  { tag: tags.comment, class: "w-comment" },
]);

const edited = EditorView.updateListener.of((update) => {
  if (!update.docChanged) return;
  marks.clear();
  draw();
});

function extensions(file: File) {
  const nonce = document.querySelector<HTMLMetaElement>("meta[name=style-nonce]")!.content;
  return [
    EditorView.cspNonce.of(nonce), lineNumbers(), history(), drawSelection(), highlightActiveLine(), closeBrackets(), autocompletion(), lintGutter(),
    StreamLanguage.define(rules), syntaxHighlighting(colours), indentUnit.of("  "), EditorState.tabSize.of(2), lenses(run),
    keymap.of([
      { key: "Shift-Alt-f", run: formatDocument },
      ...jumpToDefinitionKeymap, ...renameKeymap, ...findReferencesKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab,
    ]),
    EditorView.contentAttributes.of({ "aria-label": file.name }), client.plugin(file.uri, "rulelang"), edited,
  ];
}

/** Show a file; one that was open stays as it was left. */
async function reveal(file: File): Promise<EditorView> {
  if (!file.view) {
    const read = await ask<{ text: string; mark: string }>(`file?name=${encodeURIComponent(file.name)}`);
    file.saved = read.text;
    file.mark = read.mark;
    file.view = new EditorView({ state: EditorState.create({ doc: read.text, extensions: extensions(file) }) });
  }
  open = file;
  element("editor").replaceChildren(file.view.dom);
  file.view.focus();
  draw();
  void ponder();
  return file.view;
}

const text = (file: File): string => file.view?.state.doc.toString() ?? "";
const isEdited = (file: File): boolean => file.view !== null && text(file) !== file.saved;

async function save(): Promise<string> {
  const changed = files.filter(isEdited);
  for (const file of changed) {
    const now = text(file);
    file.mark = (await ask<{ mark: string }>("file", { name: file.name, text: now, mark: file.mark })).mark;
    file.saved = now;
  }
  return changed.length ? `${changed.map((file) => file.name).join(", ")}: saved` : "";
}

// ---- the table ----------------------------------------------------------------------------------------------

/** Set up a table of the rules as they are written; the choices made at the last one are made again while they fit. */
async function play(position?: string): Promise<string> {
  if (!open) return "";
  const texts = Object.fromEntries(files.filter(isEdited).map((file) => [file.name, text(file)]));
  const after = position === undefined ? table?.match : undefined;
  table = await ask<Table>("match", { name: open.name, texts, position, after });
  return table.kept ? `${table.kept} choices were made again` : "";
}

async function run(lens: Lens): Promise<void> {
  const [where, name] = lens.command?.arguments ?? [];
  if (lens.command?.command === "rulelang.playFrom") return attempt(() => play(String(name)));
  await attempt(() => tryOut(String(where), String(name)));
  await ponder();
}

async function tryOut(uri: string, name: string): Promise<string> {
  client.sync();
  const result = await client.request<object, { passed: boolean; message: string } | null>("workspace/executeCommand", { command: "rulelang.runScenario", arguments: [uri, name] });
  if (!result) return `there is no scenario “${name}”`;
  marks.set(name, result.passed);
  return result.passed ? `“${name}” holds` : `“${name}” fails: ${result.message}`;
}

/** Run every scenario of the open file. */
async function tryAll(): Promise<string> {
  if (!open) return "";
  const uri = open.uri;
  const names = (await offered(uri)).filter((lens) => lens.command?.command === "rulelang.runScenario").map((lens) => String(lens.command?.arguments?.[1]));
  for (const name of names) await tryOut(uri, name);
  await ponder();
  const failed = names.filter((name) => marks.get(name) === false);
  return failed.length ? `${failed.length} of ${names.length} scenarios fail: ${failed.join(", ")}` : `${names.length} scenarios hold`;
}

// ---- drawing ------------------------------------------------------------------------------------------------

function draw(): void {
  const count = (file: File, severity: number): number => (found.get(file.uri) ?? []).filter((problem) => problem.severity === severity).length;
  const edits = files.filter(isEdited).length;
  show(element("bar"), html`<h1 class="t">${open?.name ?? "rulelang"}</h1><span class="sp"></span>
    <button class="ic" data-do="save" ${edits ? "" : "disabled"}>Save <kbd>Ctrl S</kbd></button><button class="ic" data-do="problems">Problems</button><button class="ic" data-do="format">Format</button>
    <button class="ic" data-do="scenarios">Run scenarios</button><button class="ic act" data-do="play">Play <kbd>Ctrl ⏎</kbd></button>`);
  show(element("files"), html`${files.map((file, n) => html`${file.folder !== files[n - 1]?.folder && file.folder ? html`<h2>${file.folder}</h2>` : ""}<button class="file${file === open ? " on" : ""}" data-file="${n}" title="${file.name}" ${file === open ? html`aria-current="true"` : ""}>${file.base}${isEdited(file) ? html` <b title="not saved">•</b>` : ""}${count(file, 1) ? html` <span class="bad">${count(file, 1)}</span>` : count(file, 2) ? html` <span class="odd">${count(file, 2)}</span>` : ""}</button>`)}`);
  const source = table ? (side === "table" ? `/#match=${table.match}&seat=${table.seat}` : `/api/matches/${table.match}/sheet`) : "";
  show(element("beside"), html`<div class="tabs"><button data-side="table" aria-pressed="${side === "table" ? "true" : "false"}">Table</button><button data-side="rules" aria-pressed="${side === "rules" ? "true" : "false"}">Rules</button></div>
    ${source ? html`<iframe id="shown-${table!.match}-${side}" src="${source}" title="${side === "table" ? "Table" : "Rules"}"></iframe>` : html`<p class="none">Play sets up a table of the rules as they are written here.</p>`}`);
  show(element("told"), html`${told}`);
}

document.addEventListener("click", (event) => {
  const data = (event.target as Element).closest<HTMLElement>("[data-do], [data-file], [data-side]")?.dataset;
  if (!data) return;
  if (data["file"]) void attempt(async () => { await reveal(files[Number(data["file"])]!); });
  else if (data["side"]) { side = data["side"] as typeof side; draw(); }
  else if (data["do"] === "save") void attempt(save);
  else if (data["do"] === "play") void attempt(() => play());
  else if (data["do"] === "scenarios") void attempt(tryAll);
  else if (data["do"] === "problems" && open?.view) openLintPanel(open.view);
  else if (data["do"] === "format" && open?.view && LSPPlugin.get(open.view)) formatDocument(open.view);
});

document.addEventListener("keydown", (event) => {
  const job = event.ctrlKey || event.metaKey ? { s: save, Enter: () => play() }[event.key] : undefined;
  if (!job) return;
  event.preventDefault();
  event.stopPropagation();
  void attempt(job);
}, true);

window.addEventListener("beforeunload", (event) => { if (files.some(isEdited)) event.preventDefault(); });
document.documentElement.dataset["theme"] = localStorage.getItem("theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
connect();
void attempt(async () => {
  const listed = await ask<{ folder: string; files: { name: string; uri: string }[] }>("files");
  files = listed.files.map((each) => new File(each.name, each.uri)).sort((one, two) => one.folder.localeCompare(two.folder) || one.base.localeCompare(two.base));
  if (files[0]) await reveal(files[0]);
});
