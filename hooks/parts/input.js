// --- What the client says on standard input ---------------------------------------------------------------------

const INPUT_BYTES = 8 * 1024 * 1024;
const INPUT_PATIENCE_MS = 1000;

// The JSON object on standard input, or null. Does not wait for the end of the input: some clients never close it.
function readInput() {
  return new Promise((resolve) => {
    let text = "";
    let timer = setTimeout(() => done(null), INPUT_PATIENCE_MS);
    const done = (found) => {
      clearTimeout(timer);
      process.stdin.destroy();
      resolve(found);
    };
    process.stdin.setEncoding("utf8");
    process.stdin.on("error", () => done(null));
    process.stdin.on("end", () => done(objectIn(text)));
    process.stdin.on("data", (part) => {
      text += part;
      clearTimeout(timer);
      timer = setTimeout(() => done(null), INPUT_PATIENCE_MS);
      if (text.length > INPUT_BYTES) done(null);
      else if (text.trimEnd().endsWith("}") && objectIn(text)) done(objectIn(text));
    });
  });
}

function objectIn(text) {
  try {
    const found = JSON.parse(text.replace(/^\uFEFF/, ""));
    return found && typeof found === "object" && !Array.isArray(found) ? found : null;
  } catch {
    return null;
  }
}

// The value where it is a text, else nothing.
function textOr(value) {
  return typeof value === "string" ? value : "";
}

// Half an emoji is no UTF-8: it becomes the sign for what cannot be shown.
function wellFormed(text) {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD");
}
