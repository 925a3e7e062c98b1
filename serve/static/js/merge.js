// Merges HTML of the server's into the page, so that focus, scroll and selection stay.

/** What the reader has opened stays open. @param {any} old @param {any} fresh */
const keep = (old, fresh) => { if (old.matches?.("details")) fresh.open = old.open; };

/** @param {Element} element @param {string} html of the same element as it is now */
export const merge = (element, html) => window.Idiomorph.morph(element, html, { ignoreActiveValue: true, restoreFocus: true, callbacks: { beforeNodeMorphed: keep } });
