// Starts `jaxlint server`, and again when its command changes.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

// Files, texts that were never saved, and cells of notebooks: those are also told of by the server's own wish.
const SCHEMES = ["file", "untitled", "vscode-notebook-cell"];

let client;

async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("jaxlint").get("command");
  client = new LanguageClient(
    "jaxlint",
    "jaxlint",
    { command, args },
    { documentSelector: SCHEMES.map((scheme) => ({ scheme, language: "python" })) },
  );
  try {
    await client.start();
  } catch (error) {
    const hint = "see the setting jaxlint.command";
    vscode.window.showErrorMessage(`jaxlint: \`${[command, ...args].join(" ")}\` could not be started (${error.message}); ${hint}`);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running !== undefined && running.isRunning()) {
    await running.stop();
  }
}

async function restart() {
  await stop();
  await start();
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("jaxlint.restart", restart),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("jaxlint.command")) {
        return restart();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
