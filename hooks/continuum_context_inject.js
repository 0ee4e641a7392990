#!/usr/bin/env node
// Continuum's prompt hook for Claude Code: asks the server what the user's memory holds on a message and hands it to
// the model. It needs Node 18 and nothing else. Whatever goes wrong, it says nothing and ends with success.
//
//   on UserPromptSubmit   sends the message (both ends of a long one), the session's id, the folder, its workspace and,
//                         with a message of fewer than 80 characters, the last turns
//   on SessionStart       after a compaction: asks for the standing rules again
//   --map NAME [FOLDER]   keeps that the folder (or the current one) belongs to the workspace called NAME
//
// Off while ~/.continuum/hook-disabled exists.
"use strict";
// @include places.js
// @include quiet.js
// @include input.js
// @include server.js
// @include transcript.js
// @include map.js
// @include background.js

const ANSWER_MS = 3000;
const ANSWER_BYTES = 128 * 1024;
const MOST_CONTEXT = 10000;
const ALTOGETHER_MS = 4500;
const PROMPT_END = 2000;
const SHORT_PROMPT = 80;
const RECENT = { bytes: 256 * 1024, characters: 2000, longest: 600, most: 6 };
const UPDATE_HOURS = 24;

async function main() {
  if (process.argv[2] === "--map") return keepInMap(process.argv[3], process.argv[4] || process.cwd());
  const input = await readInput();
  if (!input || fs.existsSync(inHome("hook-disabled"))) return;
  const context = await contextFor(input).catch(() => null);
  if (context) await print(textOr(input.hook_event_name) || "UserPromptSubmit", context);
  sendWhatIsLeft();
  lookForUpdates();
}

// What the server wants in front of the model, or null.
async function contextFor(input) {
  const [server, token, body] = [serverAddress(), hookToken(), questionIn(input)];
  if (!server || !token || !body) return null;
  const limits = { milliseconds: ANSWER_MS, mostBytes: ANSWER_BYTES };
  const answer = await ask(`${server}/hook/context`, { body, token, ...limits });
  if (answer.status !== 200 || !answer.type.startsWith("application/json")) return null;
  const context = textOr((objectIn(answer.text) || {}).context);
  return context.length < MOST_CONTEXT ? context : null;
}

function questionIn(input) {
  const cwd = textOr(input.cwd);
  const where = { cwd: wellFormed(cwd), workspace: workspaceOf(cwd), session_id: wellFormed(textOr(input.session_id)) };
  if (input.hook_event_name === "SessionStart") {
    return input.source === "compact" ? { ...where, afresh: true } : null;
  }
  const prompt = textOr(input.prompt).trim();
  if (!prompt) return null;
  const recent = prompt.length < SHORT_PROMPT ? lately(textOr(input.transcript_path), prompt) : undefined;
  return { ...where, prompt: bothEnds(prompt), recent };
}

function bothEnds(prompt) {
  if (prompt.length <= 2 * PROMPT_END) return wellFormed(prompt);
  return wellFormed(`${prompt.slice(0, PROMPT_END)}\n${prompt.slice(-PROMPT_END)}`);
}

// What was said last, without the message itself.
function lately(transcript, prompt) {
  try {
    const turns = lastTurns(transcript, RECENT);
    const last = turns[turns.length - 1];
    if (last && last.role === "user" && last.text === prompt) turns.pop();
    return turns.map((turn) => turn.text).join("\n") || undefined;
  } catch {
    return undefined; // no transcript yet
  }
}

function print(event, context) {
  const told = { hookSpecificOutput: { hookEventName: event, additionalContext: context } };
  return new Promise((resolve) => process.stdout.write(JSON.stringify(told), resolve));
}

// Sessions that could not be sent when they ended.
function sendWhatIsLeft() {
  const unsent = fs.existsSync(inHome("unsent")) ? fs.readdirSync(inHome("unsent")) : [];
  if (unsent.length > 0) inBackground(path.join(__dirname, "continuum_session_capture.js"), "--send");
}

function lookForUpdates() {
  const [noted, off] = [inHome("update-checked-at"), inHome("no-auto-update")];
  const hours = Number(process.env.CONTINUUM_UPDATE_INTERVAL_HOURS) || UPDATE_HOURS;
  const last = fs.existsSync(noted) ? fs.statSync(noted).mtimeMs : 0;
  if (fs.existsSync(off) || Date.now() - last < hours * 3600 * 1000) return;
  writeWhole(noted, `${new Date().toISOString()}\n`);
  inBackground(path.join(__dirname, "continuum_self_update.js"));
}

async function keepInMap(workspace, folder) {
  if (!workspace) return;
  const file = inHome("workspace-map.json");
  await withLock(`${file}.lock`, () => {
    const map = { ...readObject(file), [path.resolve(folder)]: workspace };
    writeWhole(file, `${JSON.stringify(map, null, 2)}\n`);
  });
}

quietly(main, process.argv[2] === "--map" ? 2 * LOCK_PATIENCE_MS : ALTOGETHER_MS);
