/* Small comforts for every page. All that they do can be done without them. */
(() => {
  "use strict";
  const said = document.getElementById("words");
  const word = (name) => (said && said.dataset[name]) || name;

  /* The zone that times are told in, for who chose none: the page that follows knows it. */
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const secure = location.protocol === "https:" ? "; secure" : "";
  if (zone) document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax${secure}`;

  /* --- Toasts: toast("Done.", {kind: "success", undo: form}) */
  const toasts = document.createElement("div");
  toasts.className = "toasts";
  toasts.setAttribute("role", "status");
  toasts.setAttribute("aria-live", "polite");
  document.body.append(toasts);
  const STAYS = 8000;

  function toast(text, { kind = "success", press = null, label = "" } = {}) {
    const told = document.createElement("p");
    told.className = `message ${kind}`;
    const words = document.createElement("span");
    words.textContent = text;
    told.append(words);
    if (press) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "link";
      button.textContent = label;
      button.dataset.undo = "";
      button.addEventListener("click", () => {
        told.remove();
        press();
      });
      told.append(button);
    }
    toasts.replaceChildren(told);
    if (kind !== "error") setTimeout(() => told.remove(), STAYS);
    return told;
  }
  window.continuum = { toast, word };

  /* --- Copying what is to be pasted elsewhere */
  function offerCopies(within) {
    within.querySelectorAll("pre.paste:not([data-copies])").forEach((pre) => {
      pre.dataset.copies = "";
      const box = document.createElement("div");
      box.className = "copied";
      pre.replaceWith(box);
      const button = document.createElement("button");
      button.type = "button";
      button.className = "quiet copy";
      button.textContent = word("copy");
      button.addEventListener("click", async () => {
        await navigator.clipboard.writeText(pre.textContent.trim());
        button.textContent = word("copied");
      });
      box.append(pre, button);
    });
  }
  if (navigator.clipboard) {
    offerCopies(document);
    document.addEventListener("htmx:load", (event) => offerCopies(event.target));
  }

  /* --- Dialogs, menus, forms that are sent once */
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-opens]");
    const dialog = opener && document.getElementById(opener.dataset.opens);
    if (dialog) {
      event.preventDefault();
      dialog.showModal();
    }
    const closer = event.target.closest("[data-closes]");
    if (closer) closer.closest("dialog").close();
  });
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("[data-once]")) return;
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "1";
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-sends]")) event.target.form.requestSubmit();
  });

  /* --- Keys that every page has: / searches, Escape closes */
  const typing = (element) =>
    element.matches("textarea, select, input:not([type=checkbox]):not([type=radio])") || element.isContentEditable;
  window.continuum.typing = typing;
  /* Keys without Ctrl are in the way of some who speak to their computer: they can be switched off. */
  window.continuum.keysOn = () => localStorage.getItem("keys") !== "off";
  window.continuum.setKeys = (on) => localStorage.setItem("keys", on ? "on" : "off");
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      const open = document.querySelector("details.menu[open]");
      if (open) {
        open.open = false;
        open.querySelector("summary").focus();
      } else if (typing(event.target)) event.target.blur();
      return;
    }
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || !window.continuum.keysOn()) return;
    const search = document.querySelector("input[type=search]");
    if (!search) return;
    event.preventDefault();
    search.focus();
    search.select();
  });

  /* A part that could not be fetched is told. */
  document.addEventListener("htmx:responseError", () => toast(word("lost"), { kind: "error" }));
  document.addEventListener("htmx:sendError", () => toast(word("lost"), { kind: "error" }));
})();
