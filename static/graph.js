/* Pointing at a dot shows what it is joined to. Everything else works without this. */
(() => {
  "use strict";
  document.querySelectorAll("[data-picture]").forEach((picture) => {
    const dots = [...picture.querySelectorAll("[data-dot]")];
    const lines = [...picture.querySelectorAll("line[data-ends]")];
    const ends = new Map(lines.map((line) => [line, line.dataset.ends.split(" ")]));

    function point(dot) {
      const near = new Set([dot.dataset.dot]);
      lines.forEach((line) => {
        const joined = ends.get(line).includes(dot.dataset.dot);
        line.classList.toggle("near", joined);
        line.classList.toggle("faded", !joined);
        if (joined) ends.get(line).forEach((end) => near.add(end));
      });
      dots.forEach((other) => {
        other.classList.toggle("near", near.has(other.dataset.dot));
        other.classList.toggle("faded", !near.has(other.dataset.dot));
      });
    }
    function leave() {
      [...dots, ...lines].forEach((each) => each.classList.remove("near", "faded"));
    }
    dots.forEach((dot) => {
      dot.addEventListener("pointerenter", () => point(dot));
      dot.addEventListener("focusin", () => point(dot));
      dot.addEventListener("pointerleave", leave);
      dot.addEventListener("focusout", leave);
    });
  });
})();
