// What the extension needs of an editor and of a language client, noting what it is asked for.
const found = { server: null, asked: [], ran: [], shown: [] };
const commands = {};
const nothing = { dispose() {} };

exports.Task = class {
  constructor(definition, scope, name, source, execution) {
    this.execution = execution;
  }
};
exports.ProcessExecution = class {
  constructor(process, args) {
    this.words = [process, ...args];
  }
};
exports.Location = class {
  constructor(uri, position) {
    this.place = [uri.path, position.line];
  }
};
exports.Position = class {
  constructor(line) {
    this.line = line;
  }
};
exports.TaskScope = { Workspace: 2 };
exports.TaskPanelKind = { Dedicated: 2 };
exports.Uri = { file: (path) => ({ path }), parse: (path) => ({ path }) };
exports.tasks = { executeTask: async (task) => found.ran.push(task.execution.words) };
exports.window = {
  activeTextEditor: {
    document: { languageId: "rulelang", uri: { toString: () => "file:///there/heap.rules", fsPath: "/there/heap.rules" } },
  },
};
exports.workspace = {
  workspaceFolders: [{ uri: { fsPath: "/there" } }],
  getConfiguration: () => ({ get: () => ["${workspaceFolder}/rulelang", "-q"] }),
  createFileSystemWatcher: () => nothing,
  onDidChangeConfiguration: () => nothing,
  saveAll: async () => true,
};
exports.commands = {
  registerCommand: (name, does) => {
    commands[name] = does;
    return nothing;
  },
  executeCommand: async (name, uri, position, locations) => {
    found.shown = locations.map((location) => location.place);
  },
};
exports.LanguageClient = class {
  constructor(id, name, server) {
    found.server = [server.command, ...server.args];
  }
  async start() {}
  async stop() {}
  async sendRequest(method, asked) {
    found.asked.push([asked.command, ...asked.arguments]);
    return "/games/heap";
  }
};

global.tried = async (client) => {
  await client.activate({ subscriptions: [] });
  await commands["rulelang.play"]();
  await commands["rulelang.test"]();
  await commands["rulelang.playFrom"]("/games/heap", 'a "name"; with all');
  await commands["rulelang.showPlaces"]("file:///there/heap.rules", 3, [["/there/house.rules", 7]]);
  await client.deactivate();
  return found;
};
