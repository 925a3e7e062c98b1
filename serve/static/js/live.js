// Follows the store: while the page is visible it holds one stream of events, and
// fetches the parts of the page again that have changed, at most once a second.
//
// A part is an element with an id and data-part="NAME"; the server gives it alone
// under ?part=NAME, and it is merged so that focus, scroll and selection stay. A
// form with data-choose chooses what its page shows, without loading it again.
import { merge } from "./merge.js";

const light = document.getElementById("live");
const run = document.querySelector("[data-run]")?.dataset.run;
/** @type {EventSource | null} */ let stream = null;
let due = 0, fetched = 0;
/** The parts as they were last fetched. @type {Map<string, string>} */ const tags = new Map();

/** @param {"on"|"off"|"lost"} state @param {string} words */
function show(state, words) {
  if (light.dataset.live === state) return;
  light.dataset.live = state;
  light.textContent = words;
}

/** Fetches every part of the page and merges what is new. */
async function refresh() {
  due = 0;
  fetched = Date.now();
  for (const element of document.querySelectorAll("[data-part]")) {
    const address = new URL(location.href);
    address.hash = "";
    address.searchParams.set("part", element.dataset.part);
    try {
      const answer = await fetch(address, { headers: tags.has(address.search) ? { "If-None-Match": tags.get(address.search) } : {}, cache: "no-store" });
      if (answer.status === 304) continue;
      if (!answer.ok) throw new Error(`${answer.status}`);
      tags.set(address.search, answer.headers.get("ETag"));
      merge(element, await answer.text());
    } catch {
      return show("lost", "not live: the server does not answer");
    }
  }
  document.dispatchEvent(new CustomEvent("refreshed"));
}

function soon() {
  due ||= setTimeout(refresh, Math.max(0, 1000 - (Date.now() - fetched)));
}

function open() {
  if (stream || document.visibilityState !== "visible") return;
  stream = new EventSource("/api/v1/events" + (run ? "?run=" + encodeURIComponent(run) : ""));
  stream.addEventListener("hello", () => { show("on", "live"); soon(); });
  for (const news of ["runs", "progress", "job"]) stream.addEventListener(news, soon);
  stream.addEventListener("bye", () => show("lost", "not live: the server has stopped"));
  stream.addEventListener("error", () => {
    show("lost", "not live: looking for the server");
    // It tries again by itself.
    if (stream?.readyState !== EventSource.CLOSED) return;
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
document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-choose]");
  if (!form) return;
  history.replaceState(null, "", "?" + new URLSearchParams(new FormData(form)));
  refresh();
});
open();
