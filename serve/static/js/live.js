// Follows the store: while the page is visible it holds one stream of events, and
// fetches the parts of the page again that have changed, at most once a second.
//
// A part is an element with an id and data-part="NAME"; the server gives it alone
// under ?part=NAME, and it is merged so that focus, scroll and selection stay.

/** @typedef {{run: string, status: string, generations: number, games: number, clusters: number}} Progress */

const light = document.getElementById("live");
const run = document.querySelector("[data-run]")?.getAttribute("data-run") ?? "";
/** @type {EventSource | null} */
let stream = null;
let due = 0;
let fetched = 0;
/** @type {Map<string, string>} */
const tags = new Map();

/** @param {"on"|"off"|"lost"} state @param {string} words */
function show(state, words) {
  if (!light || light.dataset.live === state) return;
  light.dataset.live = state;
  light.textContent = words;
}

/** Fetches every part of the page and merges what is new. */
async function refresh() {
  due = 0;
  fetched = Date.now();
  for (const element of document.querySelectorAll("[data-part]")) {
    const name = element.getAttribute("data-part") ?? "";
    const address = new URL(location.href);
    address.hash = "";
    address.searchParams.set("part", name);
    const headers = tags.has(name) ? { "If-None-Match": tags.get(name) ?? "" } : {};
    try {
      const answer = await fetch(address, { headers, cache: "no-store" });
      if (answer.status === 304) continue;
      if (!answer.ok) throw new Error(`${answer.status}`);
      tags.set(name, answer.headers.get("ETag") ?? "");
      // @ts-ignore the library defines a global
      Idiomorph.morph(element, await answer.text(), { ignoreActiveValue: true, restoreFocus: true, callbacks: { beforeNodeMorphed: keep } });
    } catch {
      show("lost", "not live: the server does not answer");
      return;
    }
  }
  document.dispatchEvent(new CustomEvent("refreshed"));
}

/** What the reader has opened or filled in stays; charts draw themselves.
 *  @param {Node} old @param {Node} fresh */
function keep(old, fresh) {
  if (!(old instanceof Element) || !(fresh instanceof Element)) return true;
  if (old.hasAttribute("data-keep")) return false;
  if (old instanceof HTMLDetailsElement && fresh instanceof HTMLDetailsElement) fresh.open = old.open;
  return true;
}

function soon() {
  if (due) return;
  due = window.setTimeout(refresh, Math.max(0, 1000 - (Date.now() - fetched)));
}

function open() {
  if (stream || document.visibilityState !== "visible") return;
  stream = new EventSource("/api/v1/events" + (run ? "?run=" + encodeURIComponent(run) : ""));
  stream.addEventListener("hello", () => { show("on", "live"); soon(); });
  stream.addEventListener("runs", (event) => {
    document.dispatchEvent(new CustomEvent("progress", { detail: JSON.parse(event.data).runs }));
    soon();
  });
  stream.addEventListener("job", soon);
  stream.addEventListener("bye", () => { show("lost", "not live: the server has stopped"); });
  stream.addEventListener("error", () => {
    show("lost", "not live: looking for the server");
    if (stream?.readyState !== EventSource.CLOSED) return; // it tries again by itself
    stream = null;
    setTimeout(open, 5000);
  });
}

function close() {
  stream?.close();
  stream = null;
  show("off", "not live");
}

document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? open() : close()));
addEventListener("pagehide", close);
addEventListener("pageshow", open);
open();
