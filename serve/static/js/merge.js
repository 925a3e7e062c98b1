// Merges HTML from the server into the page, so that focus, scroll and selection stay.

/** Keeps open <details> open. @param {any} old @param {any} fresh */
const keep = (old, fresh) => { if (old.matches?.("details")) fresh.open = old.open; };

/** Updates an element. @param {Element} element @param {string} html its new HTML */
export const merge = (element, html) => window.Idiomorph.morph(element, html, { ignoreActiveValue: true, restoreFocus: true, callbacks: { beforeNodeMorphed: keep } });
