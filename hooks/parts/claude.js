// --- Claude Code's settings file --------------------------------------------------------------------------------

const OURS = /\bcontinuum_(context_inject|session_capture)\.(js|py)\b/;

class Refusal extends Error {}

function settingsFile() {
  const folder = process.env.CLAUDE_CONFIG_DIR || path.join(os.homedir(), ".claude");
  const file = path.join(folder, "settings.json");
  return fs.existsSync(file) ? fs.realpathSync(file) : file;
}

function backupFile(file) {
  return `${file}.before-continuum`;
}

// The settings in a text. Throws a Refusal for what we could not write back without losing something of it.
function settingsIn(text, file) {
  if (text === null || !text.trim()) return {};
  let found;
  try {
    found = JSON.parse(text);
  } catch (error) {
    const comments = /(^|[\s,{}[\]])(\/\/|\/\*)/m.test(text);
    throw new Refusal(
      comments
        ? `${file} has comments. JSON keeps none, so writing it would lose them.`
        : `${file} is not valid JSON (${error.message}).`,
    );
  }
  if (!isObject(found)) throw new Refusal(`${file} does not hold a JSON object.`);
  if (found.hooks !== undefined && found.hooks !== null && !isObject(found.hooks)) {
    throw new Refusal(`"hooks" in ${file} is not a JSON object.`);
  }
  for (const [event, groups] of Object.entries(found.hooks || {})) {
    if (!Array.isArray(groups)) throw new Refusal(`"hooks.${event}" in ${file} is not a list.`);
  }
  return found;
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function isOurs(hook) {
  return isObject(hook) && OURS.test(textOr(hook.command));
}

function hooksOf(group) {
  return isObject(group) && Array.isArray(group.hooks) ? group.hooks : [];
}

// The settings without our hooks and without what became empty thereby; everything else stays as and where it is.
function withoutOurs(settings) {
  const hooks = {};
  for (const [event, groups] of Object.entries(settings.hooks || {})) {
    const left = groups.flatMap(withoutOursIn);
    if (left.length > 0 || groups.length === 0) hooks[event] = left;
  }
  const { hooks: before, ...others } = settings;
  if (!before || Object.keys(hooks).length > 0) return before ? { ...settings, hooks } : settings;
  return Object.keys(before).length === 0 ? settings : others;
}

// The group without our hooks; no group at all where there were no others.
function withoutOursIn(group) {
  if (!hooksOf(group).some(isOurs)) return [group];
  const left = group.hooks.filter((hook) => !isOurs(hook));
  return left.length > 0 ? [{ ...group, hooks: left }] : [];
}

// The settings as text, in the style of the text they came from.
function settingsText(settings, before) {
  const indent = /^\s*\{\r?\n([ \t]+)"/.exec(before || "");
  const text = `${JSON.stringify(settings, null, indent ? indent[1] : 2)}\n`;
  return before && before.includes("\r\n") ? text.replace(/\n/g, "\r\n") : text;
}

function modeOf(file) {
  return fs.existsSync(file) ? fs.statSync(file).mode & 0o777 : 0o600;
}
