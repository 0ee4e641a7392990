#!/usr/bin/env node
// Continuum's session hook for Claude Code: when a session has ended, has the server propose what is worth keeping of
// it to its user. It needs Node 18 and nothing else. Whatever goes wrong, it says nothing and ends with success.
//
//   on SessionEnd   notes which session ended and leaves the rest to a process of its own: the client waits for no one
//   --send          reads the end of each noted transcript and sends what the user and the assistant said, without
//                   what tools printed; a session that could not be sent stays noted and is sent at a later start
//
// Nothing is sent of a session that was cleared, of a sub-agent's, or while ~/.continuum/capture-disabled or
// ~/.continuum/hook-disabled exists.
"use strict";
// @include places.js
// @include quiet.js
// @include input.js
// @include server.js
// @include transcript.js
// @include map.js
// @include background.js

const crypto = require("crypto");

const NOTING_MS = 3000;
const SENDING_MS = 300 * 1000;
const ANSWER_MS = 30000;
const ANSWER_BYTES = 64 * 1024;
const KEPT_DAYS = 7;
const MOST_AT_ONCE = 20;
const TALK = { bytes: 4 * 1024 * 1024, characters: 40000, longest: 4000, most: 1000 };
// Statuses after which the same session may be sent again later; every other refusal would be repeated.
const LATER = [401, 403, 408, 429];

function isOff() {
  return ["hook-disabled", "capture-disabled"].some((name) => fs.existsSync(inHome(name)));
}

async function note() {
  const input = await readInput();
  if (!input || isOff() || !isWanted(input)) return;
  const noted = { session_id: input.session_id, transcript_path: input.transcript_path, cwd: textOr(input.cwd) };
  const name = crypto.createHash("sha256").update(input.session_id).digest("hex").slice(0, 32);
  writeWhole(inHome("unsent", `${name}.json`), JSON.stringify({ ...noted, reason: textOr(input.reason) }));
  inBackground(__filename, "--send");
}

function isWanted(input) {
  const transcript = textOr(input.transcript_path);
  const aside = input.agent_id || input.agent_type || /(^|[\\/])(agent-[^\\/]*|subagents[\\/].*)\.jsonl$/.test(transcript);
  return Boolean(textOr(input.session_id) && transcript) && !aside && textOr(input.reason) !== "clear";
}

async function send() {
  const [server, token] = [serverAddress(), hookToken()];
  if (!server || !token || isOff() || !fs.existsSync(inHome("unsent"))) return;
  for (const name of fs.readdirSync(inHome("unsent")).slice(0, MOST_AT_ONCE)) {
    const file = inHome("unsent", name);
    if (await isDone(file, server, token).catch(() => isOld(file))) fs.rmSync(file, { force: true });
  }
}

// Whether there is nothing more to do for a noted session. Throws where the server cannot be asked.
async function isDone(file, server, token) {
  const noted = readObject(file);
  if (!isWanted(noted) || !fs.existsSync(noted.transcript_path)) return true;
  const turns = lastTurns(noted.transcript_path, TALK);
  if (!turns.some((turn) => turn.role === "user")) return true;
  const body = {
    session_id: wellFormed(noted.session_id),
    transcript: turns.map(asLine).join("\n"),
    cwd: wellFormed(noted.cwd),
    workspace: workspaceOf(noted.cwd),
    reason: textOr(noted.reason) || undefined,
  };
  const limits = { milliseconds: ANSWER_MS, mostBytes: ANSWER_BYTES };
  const { status } = await ask(`${server}/hook/session`, { body, token, ...limits });
  return (status < 500 && !LATER.includes(status)) || isOld(file);
}

function asLine(turn) {
  const message = { role: turn.role, content: turn.text };
  return JSON.stringify({ type: turn.role, timestamp: turn.timestamp, message });
}

function isOld(file) {
  return Date.now() - fs.statSync(file).mtimeMs > KEPT_DAYS * 24 * 3600 * 1000;
}

const sending = process.argv[2] === "--send";
quietly(sending ? send : note, sending ? SENDING_MS : NOTING_MS);
