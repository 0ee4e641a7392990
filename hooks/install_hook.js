#!/usr/bin/env node
// Installs Continuum's hooks into Claude Code. It needs Node 18 and nothing else, and may be run again at any time.
//
//   curl -fsSL SERVER/install_hook.js | CONTINUUM_TOKEN=ctm_... node
//   $env:CONTINUUM_TOKEN="ctm_..."; irm SERVER/install_hook.js | node -
//
// It writes three scripts and an uninstaller to ~/.continuum/hooks, the token to ~/.continuum/hook-token and the
// server's address beside it, and adds one hook for each event to Claude Code's settings.json, of which it keeps a copy.
"use strict";
// @include places.js
// @include input.js
// @include server.js
// @include payload.js
// @include claude.js

const SERVER = "%CONTINUUM_URL%";
const LEAST_NODE = 18;
const CHECK_MS = 10000;
const CHECK_BYTES = 64 * 1024;
// For each event: the script, and the seconds after which Claude Code gives up on it.
const HOOKS = [
  ["UserPromptSubmit", "continuum_context_inject.js", 5],
  ["SessionStart", "continuum_context_inject.js", 5],
  ["SessionEnd", "continuum_session_capture.js", 15],
];
// Where hooks of earlier systems by this name may lie.
const EARLIER = ["continuum_context_inject.py", "continuum_session_capture.py", "continuum_self_update.py"];

async function main() {
  if (Number(process.versions.node.split(".")[0]) < LEAST_NODE) {
    throw new Refusal(`Continuum's hooks need Node ${LEAST_NODE} or newer; this is ${process.versions.node}.`);
  }
  const server = tidyAddress(process.env.CONTINUUM_MCP_URL || SERVER);
  const token = givenToken(server);
  const settings = settingsFile();
  settingsIn(readText(settings), settings);
  await checkToken(server, token);
  const sums = await publishedSums(server);
  const scripts = [];
  for (const name of INSTALLED) scripts.push([name, await fetchScript(server, name, sums)]);
  await withLock(inHome("hooks.lock"), () => {
    for (const [name, text] of scripts) writeWhole(path.join(SCRIPTS, name), text, 0o755);
    writeWhole(inHome("hook-token"), `${token}\n`);
    writeWhole(inHome("hook-url"), `${server}\n`);
    addHooks(settings);
    removeEarlier();
  });
  say(`Continuum's hooks are installed in ${settings}.`);
  say(`Their server is ${server}. New sessions of Claude Code use them.`);
  say(`To remove them: node ${quoted(path.join(SCRIPTS, "uninstall_hook.js"))}`);
}

// The token from the environment, the one installed before, or the local profile's own on this very machine.
function givenToken(server) {
  const local = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(server) ? readText(inHome("token")) : "";
  const token = [process.env.CONTINUUM_TOKEN, readText(inHome("hook-token")), local].map(tokenIn).find(Boolean);
  if (!token) {
    throw new Refusal(`No token. Make one at ${server}/ and run this again with CONTINUUM_TOKEN set to it.`);
  }
  return token;
}

async function checkToken(server, token) {
  const limits = { milliseconds: CHECK_MS, mostBytes: CHECK_BYTES };
  const { status } = await ask(`${server}/hook/context`, { body: {}, token, ...limits });
  if (status === 401) throw new Refusal("The server does not know this token, or it has expired.");
  if (status === 403) throw new Refusal("This token may not read memories (memory:read).");
  if (status !== 200) throw new Refusal(`The server answered ${status}.`);
}

// Our hooks once for each event, all others as and where they were. Nothing is written when nothing changes.
function addHooks(file) {
  const before = readText(file);
  const settings = settingsIn(before, file);
  if (isInstalled(settings)) return;
  const cleaned = withoutOurs(settings);
  if (before !== null && isDeepEqual(cleaned, settings)) fs.copyFileSync(file, backupFile(file));
  const hooks = { ...(cleaned.hooks || {}) };
  for (const [event, script, timeout] of HOOKS) {
    const entry = { type: "command", command: commandFor(path.join(SCRIPTS, script)), timeout };
    hooks[event] = [...(hooks[event] || []), { matcher: "*", hooks: [entry] }];
  }
  writeWhole(file, settingsText({ ...cleaned, hooks }, before), modeOf(file));
}

function isInstalled(settings) {
  const found = Object.entries(settings.hooks || {}).flatMap(([event, groups]) =>
    groups.flatMap(hooksOf).filter(isOurs).map((hook) => [event, hook.command, hook.timeout]),
  );
  const wanted = HOOKS.map(([event, script, timeout]) => [event, commandFor(path.join(SCRIPTS, script)), timeout]);
  const sorted = (rows) => JSON.stringify(rows.map(String).sort());
  return sorted(found) === sorted(wanted);
}

function isDeepEqual(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

// The line that Claude Code has a shell run. On Windows that is Git Bash or cmd: double quotes and forward slashes mean
// the same to both. Elsewhere, where this Node has gone (a version manager moved on), the one on the PATH takes over,
// and where there is none the line still succeeds in silence.
function commandFor(script) {
  if (process.platform === "win32") {
    return [process.execPath, script].map((part) => `"${part.replace(/\\/g, "/")}"`).join(" ");
  }
  return `{ ${quoted(process.execPath)} ${quoted(script)} || node ${quoted(script)}; } 2>/dev/null || true`;
}

function quoted(part) {
  return process.platform === "win32" ? `"${part}"` : `'${part.replace(/'/g, "'\\''")}'`;
}

function removeEarlier() {
  for (const folder of [HOME, SCRIPTS, path.join(path.dirname(settingsFile()), "hooks")]) {
    for (const name of EARLIER) fs.rmSync(path.join(folder, name), { force: true });
  }
}

function say(line) {
  if (!process.env.CONTINUUM_QUIET) console.log(line);
}

function byHand() {
  const lines = HOOKS.map(([event, script, timeout]) => {
    const entry = { type: "command", command: commandFor(path.join(SCRIPTS, script)), timeout };
    return `  "${event}": [${JSON.stringify({ matcher: "*", hooks: [entry] })}]`;
  });
  return `By hand, under "hooks":\n${lines.join(",\n")}`;
}

main().catch((error) => {
  const refused = error instanceof Refusal;
  console.error(refused ? error.message : `The hooks could not be installed: ${error.message}`);
  if (refused && error.message.includes("settings.json")) console.error(`Nothing was changed. ${byHand()}`);
  process.exitCode = 1;
});
