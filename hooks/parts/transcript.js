// --- The transcript of a session --------------------------------------------------------------------------------

// The lines at the end of a file, the first of them whole.
function lastLines(file, bytes) {
  const opened = fs.openSync(file, "r");
  try {
    const size = fs.fstatSync(opened).size;
    const start = Math.max(0, size - bytes);
    const read = Buffer.alloc(size - start);
    const count = fs.readSync(opened, read, 0, read.length, start);
    const lines = read.subarray(0, count).toString("utf8").split("\n");
    return start > 0 ? lines.slice(1) : lines;
  } finally {
    fs.closeSync(opened);
  }
}

// What carries a side's role and is not what that side said.
const NOT_SAID = ["isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly", "toolUseResult"];

// What was said on a line: {role, text, timestamp}, or null for tools, sub-agents, and lines that are cut or broken.
function turnOn(line) {
  const entry = line.trimStart().startsWith("{") ? objectIn(line) : null;
  const message = entry && entry.message;
  if (!message || !["user", "assistant"].includes(entry.type) || NOT_SAID.some((mark) => entry[mark])) return null;
  const blocks = Array.isArray(message.content) ? message.content : [];
  const texts = blocks.filter((block) => block && block.type === "text").map((block) => textOr(block.text));
  const text = wellFormed(typeof message.content === "string" ? message.content : texts.join("\n\n")).trim();
  return text ? { role: entry.type, text, timestamp: textOr(entry.timestamp) } : null;
}

// The last turns within so many characters, each of at most `longest`, in their order.
function lastTurns(file, { bytes, characters, longest, most }) {
  const turns = [];
  let left = characters;
  for (const line of lastLines(file, bytes).reverse()) {
    const turn = turnOn(line);
    if (!turn) continue;
    const text = wellFormed(turn.text.slice(0, longest));
    if (text.length > left || turns.length >= most) break;
    left -= text.length;
    turns.push({ ...turn, text });
  }
  return turns.reverse();
}
