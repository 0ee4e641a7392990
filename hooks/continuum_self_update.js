#!/usr/bin/env node
// Brings Continuum's installed hooks up to what their server publishes. The prompt hook starts it once a day, apart from
// itself; by hand: node ~/.continuum/hooks/continuum_self_update.js. It needs Node 18 and nothing else.
//
// A script is replaced only by one whose SHA-256 is the published one and that is JavaScript, in one step, itself last.
// Off while ~/.continuum/no-auto-update exists (by hand it then does nothing either).
"use strict";
// @include places.js
// @include quiet.js
// @include input.js
// @include server.js
// @include payload.js

const ALTOGETHER_MS = 120 * 1000;

async function main() {
  const server = serverAddress();
  if (!server || fs.existsSync(inHome("no-auto-update"))) return;
  const sums = await publishedSums(server);
  for (const name of INSTALLED) {
    const file = path.join(SCRIPTS, name);
    const installed = readText(file);
    if (installed === null || !sums.has(name) || sha256(installed) === sums.get(name)) continue;
    writeWhole(file, await fetchScript(server, name, sums), 0o755);
  }
}

quietly(main, ALTOGETHER_MS);
