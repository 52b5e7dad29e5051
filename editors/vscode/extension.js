// Starts `jaxlint server`, and again when its command changes.
const os = require("os");
const readline = require("readline");
const vscode = require("vscode");
const { CloseAction, LanguageClient } = require("vscode-languageclient/node");

// Files, texts that were never saved, and cells of notebooks.
const SCHEMES = ["file", "untitled", "vscode-notebook-cell"];

let channel;
let client;
let turn = Promise.resolve(); // starts and stops, one after the other

// Shows errors, and tries again, only after it has run: what is wrong with a start is told below, once.
class Client extends LanguageClient {
  hasRun = false;

  async start() {
    await super.start();
    this.hasRun = true;
  }

  error(message, data, isShown = true) {
    super.error(message, data, this.hasRun && this === client && isShown);
  }

  createDefaultErrorHandler(most) {
    const handler = super.createDefaultErrorHandler(most);
    const closed = () => (this.hasRun ? handler.closed() : { action: CloseAction.DoNotRestart });
    return { error: handler.error.bind(handler), closed };
  }
}

function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("jaxlint").get("command").map(expanded);
  let last; // line on standard error, where a program that ends says why
  const stderr = (input) =>
    readline.createInterface({ input }).on("line", (line) => {
      channel.error(line);
      last = line;
    });
  const begun = new Client(
    "jaxlint",
    "jaxlint",
    { command, args },
    {
      documentSelector: SCHEMES.map((scheme) => ({ scheme, language: "python" })),
      outputChannel: channel,
      stdioOptions: { stderr },
      initializationFailedHandler: () => false,
    },
  );
  client = begun;
  begun.start().catch((error) => {
    const reason = String(last ?? error?.message ?? error).split("Error: ").at(-1);
    if (client === begun) {
      tell(`jaxlint: \`${[command, ...args].join(" ")}\` could not be started: ${reason}`);
    }
  });
}

// VS Code expands these in its own settings only.
function expanded(word) {
  const known = { workspaceFolder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath, userHome: os.homedir() };
  return word.replace(/\$\{(\w+)\}/g, (whole, name) => known[name] ?? whole);
}

async function tell(message) {
  const chosen = await vscode.window.showErrorMessage(message, "Open Settings", "Show Output");
  if (chosen === "Open Settings") {
    const page = vscode.env.remoteName === undefined ? "openSettings" : "openRemoteSettings"; // no other counts there
    vscode.commands.executeCommand(`workbench.action.${page}`, { query: "jaxlint.command" });
  } else if (chosen !== undefined) {
    channel.show();
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop().catch(() => {}); // one that has not come up refuses, and ends its process nevertheless
}

function restart() {
  turn = turn.then(stop).then(start);
  return turn;
}

function activate(context) {
  channel = vscode.window.createOutputChannel("jaxlint", { log: true });
  context.subscriptions.push(
    channel,
    vscode.commands.registerCommand("jaxlint.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("jaxlint.command")) {
        return restart();
      }
    }),
  );
  return restart();
}

module.exports = { activate, deactivate: stop };
