/* The review queue by keys, without leaving the page. What they do, buttons and links do as well. */
(() => {
  "use strict";
  const root = document.querySelector("[data-queue]");
  const { toast, word, typing, keysOn } = window.continuum;
  const pane = document.getElementById("pane");
  const narrow = matchMedia("(max-width: 899px)");
  const bulk = document.getElementById("selected");
  const rows = () => (root ? [...root.querySelectorAll("[data-row]")] : []);
  const token = () => document.querySelector("input[name=csrfmiddlewaretoken]").value;
  let current = root && (root.querySelector("[data-row].current") || null);

  /* --- Walking: the list stands on a row, the pane shows it */

  function free(row, step) {
    const all = rows();
    for (let at = all.indexOf(row) + step; at >= 0 && at < all.length; at += step) if (!all[at].hasAttribute("aria-busy")) return all[at];
    return null;
  }

  let asked = 0;
  let shown = Promise.resolve(); /* what is pressed next means the one that comes, not the one that goes */
  async function show(row) {
    const mine = (asked += 1);
    const link = row.querySelector("[data-open]");
    const answer = await fetch(link.href, { headers: { "HX-Request": "true" }, credentials: "same-origin", redirect: "manual" });
    if (mine !== asked) return;
    if (!answer.ok) return;
    pane.innerHTML = await answer.text();
    history.replaceState(null, "", link.href);
    window.htmx.process(pane);
    name();
    pane.scrollIntoView({ block: "nearest" });
  }

  function stand(row, { open = true } = {}) {
    rows().forEach((one) => {
      one.classList.toggle("current", one === row);
      const link = one.querySelector("[data-open]");
      if (one === row) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
    current = row;
    if (!row) return;
    row.querySelector("[data-open]").focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
    if (open) shown = show(row).catch(() => toast(word("lost"), { kind: "error" }));
  }

  function move(step) {
    if (!current || !current.isConnected) stand(rows()[0] || null);
    else stand(free(current, step) || current, { open: Boolean(free(current, step)) });
  }

  /* The forms of the pane say with which proposal to go on. */
  function name() {
    const next = current && (free(current, 1) || free(current, -1));
    pane.querySelectorAll("[data-next]").forEach((field) => { field.value = next ? next.dataset.row : ""; });
  }

  /* --- Deciding: the row goes on its own, and the next one is there at once */

  async function send(row, decision, extra) {
    const body = new FormData();
    body.append("csrfmiddlewaretoken", token());
    body.append("decision", decision);
    for (const [field, value] of extra) body.append(field, value);
    const answer = await fetch(`/review/${row.dataset.row}/decide`, {
      method: "POST", body, headers: { Accept: "application/json" }, credentials: "same-origin", redirect: "error",
    });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  const working = new Set();
  async function decide(row, decision) {
    if (!row || row.hasAttribute("aria-busy")) return;
    const seen = pane.querySelector(`[data-one="${row.dataset.row}"]`);
    const extra = seen
      ? [...new FormData(seen.querySelector("[data-decide]"))].filter(([field]) => ["expected_version", "anyway"].includes(field))
      : [];
    const next = free(row, 1) || free(row, -1);
    row.setAttribute("aria-busy", "true");
    if (current === row) stand(next);
    const work = queue.then(() => send(row, decision, extra)).then((outcome) => settle(row, outcome), () => complain(row, root.dataset.lost));
    queue = work;
    working.add(work);
    await work;
    working.delete(work);
    if (working.size === 0 && rows().length === 0) location.assign(location.pathname.startsWith("/review/") ? `/review${location.search}` : location.href);
  }
  let queue = Promise.resolve(); /* one after the other, in the order of the keys */

  function settle(row, outcome) {
    if (!outcome.gone) return complain(row, outcome.message);
    const label = row.querySelector("strong").textContent;
    row.remove();
    count(outcome.waiting);
    const press = outcome.undo ? undo : null;
    const last = document.querySelector("[data-undo-last]");
    if (last) {
      last.hidden = !outcome.undo;
      last.querySelector("button").firstChild.textContent = `${word("undo")}: ${label} `;
    }
    toast(`${label}: ${outcome.message}`, { kind: outcome.done ? "success" : "error", press, label: word("undo") });
  }

  function complain(row, message) {
    row.removeAttribute("aria-busy");
    const error = row.querySelector("[data-error]");
    error.textContent = message;
    error.hidden = false;
    toast(message, { kind: "error" });
  }

  function count(waiting) {
    document.querySelectorAll("[data-waiting]").forEach((one) => {
      one.textContent = String(waiting);
      one.hidden = !waiting;
    });
    const told = document.querySelector("[data-waiting-told]");
    if (told) told.textContent = told.textContent.replace(/\d+/, String(waiting));
  }

  async function undo() {
    await queue;
    const form = document.createElement("form");
    form.method = "post";
    form.action = "/review/undo";
    for (const [field, value] of [["csrfmiddlewaretoken", token()], ["next", `/review${location.search}`]]) {
      const input = document.createElement("input");
      input.type = "hidden";
      input.name = field;
      input.value = value;
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }

  /* --- Selecting */

  const boxes = () => [...root.querySelectorAll("input[name=ids]")];
  const selected = () => root && boxes().filter((box) => box.checked).length;

  function tell() {
    const some = selected();
    root.classList.toggle("some", some > 0);
    const told = root.querySelector("[data-selected]");
    told.textContent = `${told.dataset.words} ${some}`;
    bulk.querySelectorAll("button").forEach((button) => { button.setAttribute("aria-disabled", String(some === 0)); });
  }

  /* --- Keys */

  function rule(key, decision) {
    if (selected()) {
      const button = bulk.querySelector(`[data-bulk="${key}"]`);
      if (button) bulk.requestSubmit(button);
    } else decide(current, decision);
  }

  async function edit() {
    await shown;
    const editor = pane.querySelector("[data-edit]");
    if (!editor) return;
    editor.open = true;
    editor.querySelector("textarea").focus();
  }

  async function replace() {
    await shown;
    if (pane.querySelector('[data-key="s"]')) decide(current, "replace");
  }

  const keys = root && {
    j: () => move(1),
    k: () => move(-1),
    a: () => rule("a", "approve"),
    s: replace,
    r: () => rule("r", "reject"),
    e: edit,
    x: () => current && current.querySelector("input[name=ids]").click(),
    "?": () => {
      const help = document.querySelector("[data-keys]");
      help.open = !help.open;
      help.scrollIntoView({ block: "nearest" });
    },
  };

  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches("#edited")) {
      event.target.form.requestSubmit();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target) || !keysOn()) return;
    if (event.key === "z") {
      event.preventDefault();
      undo();
      return;
    }
    if (!keys || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });

  if (!root) return;
  root.addEventListener("click", (event) => {
    const link = event.target.closest("[data-open]");
    if (!link || narrow.matches || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    stand(link.closest("[data-row]"));
  });
  pane.addEventListener("submit", (event) => {
    if (!event.target.matches("[data-decide]") || narrow.matches) return;
    event.preventDefault();
    decide(current, event.submitter.value);
  });
  const keySwitch = document.querySelector("[data-keys-switch]");
  keySwitch.hidden = false;
  keySwitch.querySelector("input").checked = keysOn();
  keySwitch.addEventListener("change", (event) => window.continuum.setKeys(event.target.checked));
  const told = root.querySelector("[data-selected]");
  told.dataset.words = told.textContent;
  root.addEventListener("change", (event) => {
    if (event.target.closest("[data-all]")) boxes().forEach((box) => { box.checked = event.target.checked; });
    tell();
  });
  const all = root.querySelector("[data-all]");
  all.hidden = false;
  tell();
  name();
})();
