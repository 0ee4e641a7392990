() => {
  const pressed = [...document.querySelectorAll("main a, main button, main input, main select, main textarea, main summary")]
    // In a picture a name may pass behind a dot; how far dots are apart is tested where they are placed.
    .filter((element) => !element.closest("svg, .sr, [hidden]") && element.checkVisibility({ checkVisibilityCSS: true }));
  const boxes = pressed.map((element) => [element, [...element.getClientRects()].filter((box) => box.width > 1 && box.height > 1)]);
  const meet = (one, other) => one.left < other.right - 2 && other.left < one.right - 2
    && one.top < other.bottom - 2 && other.top < one.bottom - 2;
  const found = [];
  boxes.forEach(([one, ours], place) => boxes.slice(place + 1).forEach(([other, theirs]) => {
    if (one.contains(other) || other.contains(one)) return;
    if (ours.some((a) => theirs.some((b) => meet(a, b))))
      found.push(`${one.tagName} ${one.textContent.trim().slice(0, 30)} | ${other.tagName} ${other.textContent.trim().slice(0, 30)}`);
  }));
  return found;
}
