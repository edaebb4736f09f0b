// The files of the folder as the language server's client knows them: each has one editor, which is kept.
import { LSPClient, LSPPlugin, Workspace, WorkspaceFile } from "@codemirror/lsp-client";
import { Text } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";

export class File implements WorkspaceFile {
  readonly languageId = "rulelang";
  version = 0;
  doc: Text = Text.empty;
  view: EditorView | null = null;
  saved = "";
  mark = "";

  readonly folder: string;
  readonly base: string;

  constructor(readonly name: string, readonly uri: string) {
    const parts = name.split("/");
    this.base = parts.pop()!;
    this.folder = parts.join("/");
  }

  getView(): EditorView | null {
    return this.view;
  }
}

export class Folder extends Workspace {
  files: File[] = [];

  constructor(client: LSPClient, private readonly all: () => File[], private readonly reveal: (file: File) => Promise<EditorView>) {
    super(client);
  }

  syncFiles() {
    const found = [];
    for (const file of this.files) {
      const plugin = file.view && LSPPlugin.get(file.view);
      if (!plugin || !file.view || plugin.unsyncedChanges.empty) continue;
      found.push({ file, prevDoc: file.doc, changes: plugin.unsyncedChanges });
      file.doc = file.view.state.doc;
      file.version++;
      plugin.clear();
    }
    return found;
  }

  openFile(uri: string, _: string, view: EditorView): void {
    const file = this.all().find((each) => each.uri === uri);
    if (!file || this.files.includes(file)) return;
    file.doc = view.state.doc;
    this.files.push(file);
    if (this.client.connected) this.client.didOpen(file);
  }

  closeFile(uri: string): void {
    this.files = this.files.filter((file) => file.uri !== uri);
    this.client.didClose(uri);
  }

  override async displayFile(uri: string): Promise<EditorView | null> {
    const file = this.all().find((each) => each.uri === uri);
    return file ? this.reveal(file) : null;
  }
}
