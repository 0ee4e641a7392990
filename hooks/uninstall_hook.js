#!/usr/bin/env node
// Removes Continuum's hooks from Claude Code: our entries in settings.json and our files in ~/.continuum, nothing else.
// It needs Node 18, no token and no server: node ~/.continuum/hooks/uninstall_hook.js
//
// Where our entries were all that changed, settings.json becomes the very file it was. What you made stays: the map of
// workspaces and the switches (hook-disabled, capture-disabled, no-auto-update).
"use strict";
// @include places.js
// @include input.js
// @include claude.js

const FILES = ["hook-token", "hook-url", "update-checked-at"];

async function main() {
  const settings = settingsFile();
  await withLock(inHome("hooks.lock"), () => {
    takeOut(settings);
    for (const name of FILES) fs.rmSync(inHome(name), { force: true });
    for (const name of INSTALLED) fs.rmSync(path.join(SCRIPTS, name), { force: true });
    fs.rmSync(inHome("unsent"), { recursive: true, force: true });
    if (fs.existsSync(SCRIPTS) && fs.readdirSync(SCRIPTS).length === 0) fs.rmdirSync(SCRIPTS);
  });
  if (!process.env.CONTINUUM_QUIET) console.log(`Continuum's hooks are gone from ${settings}.`);
}

function takeOut(file) {
  const before = readText(file);
  const settings = settingsIn(before, file);
  const left = withoutOurs(settings);
  if (before === null || left === settings || JSON.stringify(left) === JSON.stringify(settings)) return;
  const backup = backupFile(file);
  const original = fs.existsSync(backup) ? settingsIn(readText(backup), backup) : null;
  if (original !== null && bare(original) === bare(left)) {
    writeWhole(file, fs.readFileSync(backup), modeOf(file));
    fs.rmSync(backup, { force: true });
  } else if (original === null && Object.keys(left).length === 0) {
    fs.rmSync(file, { force: true });
  } else {
    writeWhole(file, settingsText(left, before), modeOf(file));
  }
}

// The settings as text in which having no hooks is the same however it is written.
function bare(settings) {
  const { hooks, ...others } = settings;
  const some = Object.entries(hooks || {}).filter(([, groups]) => groups.length > 0);
  return JSON.stringify([others, some]);
}

main().catch((error) => {
  console.error(error instanceof Refusal ? `${error.message} Nothing was changed.` : error.message);
  process.exitCode = 1;
});
