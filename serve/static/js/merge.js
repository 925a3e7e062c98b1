// Merges HTML from the server into the page, so that focus, scroll and selection stay.

/** Leaves <details> open or closed as the user has set them. @param {any} old @param {any} fresh */
const keep = (old, fresh) => { if (old.matches?.("details")) fresh.open = old.open; };

/** Updates an element. @param {Element} element @param {string} html its new HTML @param {boolean} [stays] a field with the focus keeps its value */
export const merge = (element, html, stays = true) => window.Idiomorph.morph(element, html, { ignoreActiveValue: stays, restoreFocus: true, callbacks: { beforeNodeMorphed: keep } });

/** Updates an element. What is in the middle of the window stays there, whatever changes above it. @param {Element} element @param {string} html its new HTML */
export function mergeInPlace(element, html) {
  const root = document.documentElement, half = root.clientHeight / 2;
  const middle = [...document.querySelectorAll("[data-part], figure, section")].findLast((e) => { const { top, bottom } = e.getBoundingClientRect(); return top <= half && half < bottom; });
  const top = middle?.getBoundingClientRect().top;
  root.style.overflowAnchor = "none"; // one correction, not the browser's too
  merge(element, html);
  if (middle?.isConnected && scrollY > 0) scrollBy({ top: middle.getBoundingClientRect().top - top, behavior: "instant" });
  root.style.overflowAnchor = "";
}
