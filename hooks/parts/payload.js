// --- The scripts that the server hands out ----------------------------------------------------------------------

const crypto = require("crypto");
const vm = require("vm");

const DOWNLOAD_MS = 15000;
const SCRIPT_BYTES = 512 * 1024;

function sha256(text) {
  return crypto.createHash("sha256").update(text, "utf8").digest("hex");
}

// The published hash of each script.
async function publishedSums(server) {
  const text = await download(`${server}/hooks.sha256`);
  const lines = text.split("\n").map((line) => /^([0-9a-f]{64}) {2}([\w.]+)$/.exec(line)).filter(Boolean);
  return new Map(lines.map((found) => [found[2], found[1]]));
}

// A script whose hash is the published one and that is JavaScript. Throws for any other.
async function fetchScript(server, name, sums) {
  const text = await download(`${server}/${name}`);
  if (sha256(text) !== sums.get(name)) throw new Error(`${name} is not what ${server}/hooks.sha256 says it is`);
  new vm.Script(text, { filename: name });
  return text;
}

async function download(address) {
  const answer = await ask(address, { milliseconds: DOWNLOAD_MS, mostBytes: SCRIPT_BYTES });
  if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`);
  return answer.text;
}
