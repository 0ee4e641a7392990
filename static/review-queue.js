/* Keys for the review queue. Everything they do can be done without them: they press the page's own buttons. */
(() => {
  "use strict";
  const root = document.querySelector("[data-review]");
  if (!root) return;
  const listing = root.dataset.review === "list";
  const form = document.getElementById("changelist-form");
  const rows = () => [...root.querySelectorAll("[data-row]")];
  const said = root.querySelector("[data-said]");
  let current = null;

  /* --- Where one is in the list */

  function stand(row) {
    if (current) current.classList.remove("rq-current");
    current = row || null;
    if (!current) return;
    current.classList.add("rq-current");
    current.querySelector("[data-open]").focus({ preventScroll: true });
    current.scrollIntoView({ block: "nearest" });
  }

  function neighbour(row, step) {
    const all = rows();
    const free = (one) => one && !one.hasAttribute("aria-busy");
    for (let at = all.indexOf(row) + step; at >= 0 && at < all.length; at += step) if (free(all[at])) return all[at];
    return null;
  }

  function move(step) {
    if (!current || !current.isConnected) stand(rows()[0]);
    else stand(neighbour(current, step) || current);
  }

  /* --- Selecting */

  const boxes = () => [...root.querySelectorAll(".rq-select")];

  function countSelected() {
    const count = boxes().filter((box) => box.checked).length;
    const told = root.querySelector("[data-selected]");
    if (!told) return;
    told.textContent = String(count);
    told.hidden = count === 0;
    root.classList.toggle("rq-some", count > 0);
  }

  /* --- Deciding without leaving the list: the row goes on its own, and the next one is there at once */

  async function send(button) {
    const body = new FormData();
    body.append("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
    body.append(button.name, button.value);
    const answer = await fetch(button.formAction, {
      method: "POST", body, headers: { Accept: "application/json" }, credentials: "same-origin", redirect: "error",
    });
    if (!answer.ok) throw new Error(`${answer.status}`);
    return answer.json();
  }

  async function decide(button) {
    const row = button.closest("[data-row]");
    if (row.hasAttribute("aria-busy")) return;
    const standing = current === row;
    const next = neighbour(row, 1) || neighbour(row, -1);
    row.setAttribute("aria-busy", "true");
    if (standing) stand(next);
    try {
      const outcome = await send(button);
      if (outcome.gone) leave(row);
      if (!outcome.gone || !outcome.done) complain(row, outcome.message);
      else said.textContent = `${row.querySelector("[data-open]").textContent}: ${outcome.message}`;
    } catch {
      complain(row, root.dataset.lost);
    }
    if (rows().length === 0) again();
  }

  function leave(row) {
    row.remove();
    const waiting = root.querySelector("[data-waiting]");
    if (waiting) waiting.textContent = String(Math.max(0, Number(waiting.textContent) - 1));
    countSelected();
  }

  function complain(row, message) {
    row.removeAttribute("aria-busy");
    said.textContent = message;
    const error = row.querySelector("[data-error]");
    error.textContent = message;
    error.hidden = false;
  }

  /* The page is empty: fetch what waits behind it. */
  function again() {
    if (location.hash === "#on") location.reload();
    else {
      location.hash = "on";
      location.reload();
    }
  }

  /* --- Keys */

  const press = (selector, within = root) => {
    const found = within && within.querySelector(selector);
    if (found) found.click();
    return Boolean(found);
  };

  function edit() {
    if (listing) {
      const link = current && current.querySelector("[data-open]");
      if (link) location.assign(`${link.href}#edit`);
      return;
    }
    const editor = root.querySelector("[data-edit]");
    if (!editor) return;
    editor.open = true;
    editor.querySelector("textarea").focus();
  }

  function rule(key) {
    if (!listing) press(`button[data-key="${key}"]`);
    else if (root.classList.contains("rq-some")) press(`[data-bulk="${key}"]`);
    else press(`[data-key="${key}"]`, current);
  }

  const keys = {
    j: () => (listing ? move(1) : press('a[data-key="j"]')),
    k: () => (listing ? move(-1) : press('a[data-key="k"]')),
    x: () => current && press(".rq-select", current),
    a: () => rule("a"),
    s: () => rule("s"),
    r: () => rule("r"),
    e: edit,
    u: () => {
      const back = document.querySelector('a[data-key="u"]');
      if (back) back.click();
    },
    "?": () => {
      const help = root.querySelector("[data-keys]");
      help.open = !help.open;
      if (help.open) help.scrollIntoView({ block: "nearest" });
    },
  };

  const typing = (element) =>
    element.matches("textarea, select, input:not([type=checkbox])") || element.isContentEditable;

  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches("#rq-content")) {
      event.target.form.requestSubmit();
      return;
    }
    if (event.key === "Escape" && typing(event.target)) {
      event.target.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing(event.target)) return;
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key]();
  });

  /* --- Setting up */

  if (listing && form) {
    form.addEventListener("submit", (event) => {
      if (!event.submitter || !event.submitter.closest("[data-row]")) return;
      event.preventDefault();
      decide(event.submitter);
    });
    form.addEventListener("change", countSelected);
    root.addEventListener("focusin", (event) => {
      const row = event.target.closest("[data-row]");
      if (row && row !== current) {
        if (current) current.classList.remove("rq-current");
        current = row;
        row.classList.add("rq-current");
      }
    });
    const all = root.querySelector("[data-all]");
    if (all) {
      all.closest("label").hidden = false;
      all.addEventListener("change", () => boxes().forEach((box) => { box.checked = all.checked; }));
    }
    root.querySelectorAll("[data-narrow]").forEach((choice) => {
      choice.addEventListener("change", () => choice.form.requestSubmit());
    });
    countSelected();
    if (location.hash === "#on") stand(rows()[0]);
  }
  root.querySelectorAll("form[data-once]").forEach((once) => {
    once.addEventListener("submit", (event) => {
      if (once.dataset.sent) event.preventDefault();
      once.dataset.sent = "1";
    });
  });
  if (!listing && location.hash === "#edit") edit();
})();
