// --- The server -------------------------------------------------------------------------------------------------

// Its address without a slash at its end; empty where none is known.
function serverAddress() {
  return tidyAddress(process.env.CONTINUUM_MCP_URL || readText(inHome("hook-url")) || "");
}

function tidyAddress(address) {
  return address.trim().replace(/\/+$/, "").replace(/\/mcp$/, "");
}

// The token of this installation, or empty.
function hookToken() {
  return tokenIn(readText(inHome("hook-token"))) || tokenIn(process.env.CONTINUUM_TOKEN);
}

// The token in a text, or empty. A line break inside would end the header it goes into.
function tokenIn(text) {
  const token = (text || "").trim();
  return /^[\x21-\x7e]+$/.test(token) ? token : "";
}

// Asks the server and gives its status, type and text. Throws when there is none, when it takes too long or says too
// much, and when it sends us elsewhere: the token is for this server alone.
async function ask(address, { body, token, milliseconds, mostBytes }) {
  const headers = { "Continuum-Agent": "claude-code" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(address, {
    method: body === undefined ? "GET" : "POST",
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    redirect: "error",
    signal: AbortSignal.timeout(milliseconds),
  });
  const parts = [];
  let size = 0;
  for await (const part of answer.body || []) {
    size += part.length;
    if (size > mostBytes) throw new Error("the answer is too long");
    parts.push(part);
  }
  const type = answer.headers.get("content-type") || "";
  return { status: answer.status, type, text: Buffer.concat(parts).toString("utf8") };
}
