// --- Where things are, and how they are written -----------------------------------------------------------------

const fs = require("fs");
const os = require("os");
const path = require("path");

const HOME = path.join(os.homedir(), ".continuum");
const SCRIPTS = path.join(HOME, "hooks");
// What lies there once installed. The one that replaces the others is the last to be replaced.
const INSTALLED = [
  "continuum_context_inject.js",
  "continuum_session_capture.js",
  "uninstall_hook.js",
  "continuum_self_update.js",
];
const LOCK_STALE_MS = 3000; // a holder that is silent for so long has crashed
const LOCK_PATIENCE_MS = 8000;

function inHome(...names) {
  return path.join(HOME, ...names);
}

// The text of a file, or null where there is none that can be read.
function readText(file) {
  try {
    return fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch {
    return null;
  }
}

// A JSON object from a file; one that is broken or no object counts as empty.
function readObject(file) {
  try {
    const found = JSON.parse(readText(file));
    return found && typeof found === "object" && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
}

// Replaces a file in one step: whoever reads it meanwhile sees the old one or the new one, whole.
function writeWhole(file, text, mode = 0o600) {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${Date.now()}.new`;
  try {
    fs.writeFileSync(draft, text, { mode });
    fs.chmodSync(draft, mode);
    fs.renameSync(draft, file);
  } finally {
    fs.rmSync(draft, { force: true });
  }
}

// Does the work while nobody else does any under the same lock; the lock of somebody who crashed is taken over.
async function withLock(file, work) {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const until = Date.now() + LOCK_PATIENCE_MS;
  while (!claimed(file)) {
    if (Date.now() > until) throw new Error(`${file} is held by another process`);
    await new Promise((resume) => setTimeout(resume, 20 + Math.random() * 30));
  }
  try {
    return await work();
  } finally {
    fs.rmSync(file, { force: true });
  }
}

function claimed(file) {
  try {
    fs.closeSync(fs.openSync(file, "wx"));
    return true;
  } catch (error) {
    if (error.code !== "EEXIST" && error.code !== "EPERM") throw error;
  }
  try {
    if (Date.now() - fs.statSync(file).mtimeMs > LOCK_STALE_MS) fs.rmSync(file, { force: true });
  } catch {
    // gone meanwhile: the next attempt may have it
  }
  return false;
}
