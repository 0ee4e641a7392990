// --- Which workspace a folder belongs to ------------------------------------------------------------------------

// One spelling for a folder: slashes, no slash at its end, letters composed; Windows does not tell capitals apart.
function spelled(folder) {
  const tidy = folder.replace(/\\/g, "/").replace(/(?<=[^/:])\/+$/, "").normalize("NFC");
  return /^[A-Za-z]:/.test(tidy) || tidy.startsWith("//") ? tidy.toLowerCase() : tidy;
}

// The folder as it is spelled and as it is when symbolic links are followed.
function spellings(folder) {
  try {
    return [spelled(folder), spelled(fs.realpathSync(folder))];
  } catch {
    return [spelled(folder)];
  }
}

// The workspace that the map names for the folder or the nearest folder above it; nothing where it names none.
function workspaceOf(cwd) {
  if (!cwd) return undefined;
  const map = new Map();
  for (const [folder, workspace] of Object.entries(readObject(inHome("workspace-map.json")))) {
    for (const spelling of spellings(folder)) map.set(spelling, workspace);
  }
  for (const start of spellings(cwd)) {
    for (let at = start; ; at = at.slice(0, at.lastIndexOf("/"))) {
      if (map.has(at)) return typeof map.get(at) === "string" && map.get(at) ? map.get(at) : undefined;
      if (at.lastIndexOf("/") <= 0) break;
    }
  }
  return undefined;
}
