() => {
  const width = document.documentElement.clientWidth;
  const scrolls = (element) => {
    for (let one = element; one; one = one.parentElement)
      if (one !== document.documentElement && ["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(one).overflowX)) return true;
    return false;
  };
  return [...document.querySelectorAll("body *")].filter((element) => {
    if (element.closest("svg") || element.closest(".sr, .skip, template, [hidden]")) return false;
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || scrolls(element)) return false;
    return box.right > width + 1 || box.left < -1;
  }).map((element) => `${element.tagName}.${element.className}: ${element.textContent.trim().slice(0, 40)}`);
}
