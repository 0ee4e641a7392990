"""The script that writes down what a page shows: its open shadow roots, its frames of the same origin, which
parts nobody sees. What it returns is read by `webtools.reading.document`.
"""

from __future__ import annotations

from typing import Final

from webtools.reading.marks import HIDDEN

# Popups are denied at once: each would be a page of its own to be closed. Without the others a page cannot
# send packets beside the proxy; the flags of the browser forbid it as well.
NO_OTHER_WAYS: Final = """
for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport']) {
  delete globalThis[name];
}
globalThis.open = () => null;
"""

TEXT_LENGTH: Final = """() => {
  const count = root => {
    let sum = (root.body || root).innerText?.length || 0;
    for (const each of root.querySelectorAll('*')) {
      if (each.shadowRoot) sum += each.shadowRoot.textContent.length;
    }
    return sum;
  };
  return count(document);
}"""

SNAPSHOT: Final = (
    """([mostNodes, mostCharacters]) => {
  const SKIPPED = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'LINK', 'META', 'HEAD', 'SVG',
    'CANVAS', 'VIDEO', 'AUDIO', 'OBJECT', 'EMBED', 'MAP', 'DATALIST']);
  const KEPT = ['alt', 'title', 'colspan', 'rowspan', 'class', 'id', 'name', 'datetime', 'lang', 'dir',
    'role', 'aria-modal', 'start', 'type', 'itemprop', 'itemtype', 'itemscope', 'content', 'open', 'scope'];
  const VOID = new Set(['AREA', 'BR', 'COL', 'HR', 'IMG', 'INPUT', 'WBR']);
  const out = [];
  let nodes = 0, characters = 0, cut = false;
  const put = text => { out.push(text); characters += text.length; };
  const escaped = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const quoted = text => escaped(text).replace(/"/g, '&quot;');
  const attributes = element => {
    let told = '';
    for (const name of KEPT) {
      const value = element.getAttribute(name);
      if (value !== null) told += ` ${name}="${quoted(value)}"`;
    }
    if (element.href && typeof element.href === 'string') told += ` href="${quoted(element.href)}"`;
    if (element.tagName === 'IMG') {
      const source = element.currentSrc || element.src || '';
      if (source && !source.startsWith('data:')) told += ` src="${quoted(source)}"`;
    }
    return told;
  };
  const clear = colour => colour === 'transparent' || (colour.startsWith('rgba') && colour.endsWith(', 0)'));
  const ground = (style, beneath) => {
    if (style.backgroundImage !== 'none') return null;
    const colour = style.backgroundColor;
    return clear(colour) ? beneath : colour;
  };
  const walk = (node, view) => {
    if (++nodes > mostNodes || characters > mostCharacters) { cut = true; return; }
    if (node.nodeType === Node.TEXT_NODE) {
      const text = escaped(node.data);
      put(view.unseen && text.trim() ? `<span MARK="">${text}</span>` : text);
      return;
    }
    if (node.nodeType === Node.ELEMENT_NODE && !SKIPPED.has(node.tagName.toUpperCase())) element(node, view);
  };
  const element = (node, view) => {
    const style = node.ownerDocument.defaultView.getComputedStyle(node);
    const here = { ground: ground(style, view.ground) };
    here.unseen = style.visibility !== 'visible' || clear(style.color) || style.fontSize === '0px'
      || style.color === here.ground;
    const name = node.tagName === 'IFRAME' || node.tagName === 'FRAME' ? 'div' : node.tagName.toLowerCase();
    const gone = style.display === 'none' ? ' MARK=""' : '';
    put(`<${name}${attributes(node)}${gone}>`);
    if (VOID.has(node.tagName)) return;
    for (const child of children(node)) walk(child, here);
    put(`</${name}>`);
  };
  const children = node => {
    if (node.tagName === 'IFRAME' || node.tagName === 'FRAME') {
      try { return node.contentDocument?.body ? node.contentDocument.body.childNodes : []; }
      catch { return []; }
    }
    if (node.shadowRoot) return node.shadowRoot.childNodes;
    if (node.tagName === 'SLOT') {
      const assigned = node.assignedNodes({ flatten: true });
      return assigned.length ? assigned : node.childNodes;
    }
    return node.childNodes;
  };
  if (document.body) walk(document.body, { ground: 'rgb(255, 255, 255)', unseen: false });
  const metas = [...document.querySelectorAll('meta')].slice(0, 200)
    .map(each => [each.getAttribute('property') || each.getAttribute('name') || '',
      each.getAttribute('content') || ''])
    .filter(pair => pair[0] && pair[1]);
  const linked = [...document.querySelectorAll('script[type="application/ld+json"]')].slice(0, 50)
    .map(each => each.textContent);
  return { html: out.join(''), title: document.title, lang: document.documentElement?.lang || '', cut, metas,
    linked, ids: [...document.querySelectorAll('[id], a[name]')].slice(0, 5000)
      .map(each => each.id || each.name) };
}"""
).replace("MARK", HIDDEN)
