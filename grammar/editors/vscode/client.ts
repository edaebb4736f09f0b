// The extension: it starts the language server, and adds what only an editor with a terminal can do.
import * as vscode from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";

// What lenses of the server ask for; they are not in the list of commands, for nobody can type their arguments.
const PLAY_FROM = "rulelang.playFrom";
const SHOW_PLACES = "rulelang.showPlaces";

let client: LanguageClient | undefined;

/** The words that start rulelang, as the settings have them. */
function program(): [string, string[]] {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const words = vscode.workspace.getConfiguration("rulelang").get<string[]>("command", ["rulelang"]);
  const [command, ...rest] = words.map((word) => word.replaceAll("${workspaceFolder}", folder));
  return [command ?? "rulelang", rest];
}

/** Run a command of rulelang in a terminal. Nothing passes through a shell: names of scenarios hold anything. */
function run(title: string, ...words: string[]): Thenable<vscode.TaskExecution> {
  const [command, rest] = program();
  const task = new vscode.Task(
    { type: "process" },
    vscode.TaskScope.Workspace,
    title,
    "rulelang",
    new vscode.ProcessExecution(command, [...rest, ...words]),
  );
  task.presentationOptions = { focus: true, panel: vscode.TaskPanelKind.Dedicated, clear: true };
  return vscode.tasks.executeTask(task);
}

/** The game that the file in front is part of: the server knows. What is typed is saved, so that it counts. */
async function game(): Promise<string | undefined> {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== "rulelang" || client === undefined) return undefined;
  await vscode.workspace.saveAll(false);
  const found = await client.sendRequest<string | null>("workspace/executeCommand", {
    command: "rulelang.gameOf",
    arguments: [document.uri.toString()],
  });
  return found ?? document.uri.fsPath;
}

async function play(): Promise<void> {
  const found = await game();
  if (found !== undefined) await run("play", "play", found);
}

async function test(): Promise<void> {
  const found = await game();
  if (found !== undefined) await run("test", "test", found);
}

async function playFrom(found: string, scenario: string): Promise<void> {
  await vscode.workspace.saveAll(false);
  await run(`play from “${scenario}”`, "play", found, "--from", scenario);
}

/** Show where a declaration is amended, below the line that says so. */
async function showPlaces(uri: string, line: number, places: [string, number][]): Promise<void> {
  const found = places.map(([path, at]) => new vscode.Location(vscode.Uri.file(path), new vscode.Position(at, 0)));
  const here = new vscode.Position(line, 0);
  await vscode.commands.executeCommand("editor.action.showReferences", vscode.Uri.parse(uri), here, found);
}

function newClient(): LanguageClient {
  const [command, rest] = program();
  const options: LanguageClientOptions = {
    documentSelector: [{ language: "rulelang" }],
    initializationOptions: { commands: [PLAY_FROM, SHOW_PLACES] },
    synchronize: {
      fileEvents: [
        vscode.workspace.createFileSystemWatcher("**/*.rules"),
        vscode.workspace.createFileSystemWatcher("**/{rulelang,pyproject}.toml"),
      ],
    },
  };
  return new LanguageClient("rulelang", "rulelang", { command, args: [...rest, "lsp"] }, options);
}

async function restart(): Promise<void> {
  await client?.stop();
  client = newClient();
  await client.start();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("rulelang.play", play),
    vscode.commands.registerCommand("rulelang.test", test),
    vscode.commands.registerCommand("rulelang.restart", restart),
    vscode.commands.registerCommand(PLAY_FROM, playFrom),
    vscode.commands.registerCommand(SHOW_PLACES, showPlaces),
    vscode.workspace.onDidChangeConfiguration((changed) => {
      if (changed.affectsConfiguration("rulelang.command")) void restart();
    }),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
