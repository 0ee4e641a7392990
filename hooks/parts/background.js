// --- Work that nobody waits for ---------------------------------------------------------------------------------

const { spawn } = require("child_process");

// Starts one of our scripts apart from this process, which may be ended any moment.
function inBackground(script, ...words) {
  spawn(process.execPath, [script, ...words], { detached: true, stdio: "ignore", windowsHide: true }).unref();
}
