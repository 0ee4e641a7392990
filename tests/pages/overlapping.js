() => {
  const pressed = [...document.querySelectorAll("main a, main button, main input, main select, main textarea, main summary")]
    .filter((element) => !element.closest(".sr, [hidden]") && element.checkVisibility({ checkVisibilityCSS: true }));
  // What is scrolled out of the box that it is in lies on nothing.
  const within = (element, { left, top, right, bottom }) => {
    for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
      if (getComputedStyle(one).overflowY === "visible") continue;
      const frame = one.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, frame.left), Math.max(top, frame.top), Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
    }
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };
  const boxes = pressed.map((element) => [element, [...element.getClientRects()].map((box) => within(element, box))
    .filter((box) => box.width > 1 && box.height > 1)]);
  const meet = (one, other) => one.left < other.right - 2 && other.left < one.right - 2
    && one.top < other.bottom - 2 && other.top < one.bottom - 2;
  // Dots of a picture are pressed on discs: the corners of their boxes are nobody's.
  const disc = (element) => element.closest("svg") && element.querySelector("circle.room")?.getBoundingClientRect();
  const touch = (one, other) => Math.hypot((one.left + one.right - other.left - other.right) / 2, (one.top + one.bottom - other.top - other.bottom) / 2)
    < (one.width + other.width) / 2 - 2;
  const found = [];
  boxes.forEach(([one, ours], place) => boxes.slice(place + 1).forEach(([other, theirs]) => {
    if (one.contains(other) || other.contains(one)) return;
    const [mine, yours] = [disc(one), disc(other)];
    if (mine && yours ? touch(mine, yours) : ours.some((a) => theirs.some((b) => meet(a, b))))
      found.push(`${one.tagName} ${one.textContent.trim().slice(0, 30)} | ${other.tagName} ${other.textContent.trim().slice(0, 30)}`);
  }));
  return found;
}
