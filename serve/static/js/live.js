// Live updates: while the page is visible, it keeps one stream of events open and requests
// its parts again after a change, at most once a second. The page of a run whose name, note or tags
// change, or which is deleted, is loaded again.
//
// A part is an element with an ID and data-part="NAME". The server returns it alone for
// ?part=NAME, and it is merged so that focus, scroll and selection stay. A form
// with data-choose sets the query of the page without loading it again.
import { mergeInPlace } from "./merge.js";

const light = document.getElementById("live"), { run, labels } = document.querySelector("[data-run]")?.dataset ?? {};
/** @type {EventSource | null} */
let stream = null;
// due: the timer of the next refresh, 0 if none is due. fetched: when the last one began, in milliseconds.
let due = 0, fetched = -1000;
/** ETags of the parts as last received for the query of the page. @type {Map<string, string>} */
const tags = new Map();

/** Shows whether updates arrive. While they do, it shows this only if a run on the page is running.
 *  @param {"on"|"off"|"lost"} state @param {string} [words] */
function show(state, words = "") {
  light.dataset.live = state;
  const text = state === "on" && document.querySelector(".state.running, progress") ? "● live" : words;
  if (light.textContent !== text) light.textContent = text;
}

/** Requests every part of the page and merges those that have changed. */
async function refresh() {
  due = 0;
  fetched = performance.now();
  const { search } = location;
  for (const element of document.querySelectorAll("[data-part]")) {
    const { part } = element.dataset, query = new URLSearchParams(search);
    query.set("part", part);
    try {
      const answer = await fetch("?" + query, { headers: tags.has(part) ? { "If-None-Match": tags.get(part) } : {}, cache: "no-store" }), text = await answer.text();
      if (location.search !== search) return; // the query has changed, and another refresh has begun
      if (answer.status === 304) continue;
      if (!answer.ok) throw new Error(`${answer.status}`);
      tags.set(part, answer.headers.get("ETag"));
      mergeInPlace(element, text);
    } catch {
      return show("lost", "not live: the server does not respond");
    }
  }
  if (light.dataset.live === "on") show("on");
  document.dispatchEvent(new CustomEvent("refreshed"));
}

/** Refreshes the page, at the earliest a second after the last refresh. */
function soon() {
  due ||= setTimeout(refresh, 1000 + fetched - performance.now());
}

/** Opens the stream of events, unless the page is hidden. */
function open() {
  if (stream || document.visibilityState !== "visible") return;
  stream = new EventSource("/api/v1/events" + (run ? "?run=" + encodeURIComponent(run) : ""));
  stream.addEventListener("hello", ({ data }) => {
    if (run && JSON.parse(data).labels !== labels) return location.reload(); // changed since the page was read
    show("on");
    soon();
  });
  // location.reload has no pace of its own: pollEvery and publishPace of the server limit it.
  for (const news of ["runs", "progress", "job"]) stream.addEventListener(news, ({ data }) => (run && JSON.parse(data).changed ? location.reload() : soon()));
  stream.addEventListener("bye", () => show("lost", "not live: the server has stopped"));
  stream.addEventListener("error", () => {
    show("lost", "not live: connecting to the server");
    // The stream reconnects by itself unless it is closed.
    if (stream?.readyState !== EventSource.CLOSED) return;
    stream = null;
    setTimeout(open, 5000);
    // The server refuses the stream of a run that has been deleted.
    if (run) fetch("", { method: "HEAD", cache: "no-store" }).then(({ status }) => { if (status === 404) location.reload(); }, () => {});
  });
}

/** Closes the stream of events. */
function close() {
  stream?.close();
  stream = null;
  show("off");
}

document.addEventListener("visibilitychange", () => (document.visibilityState === "visible" ? open() : close()));
addEventListener("pagehide", close);
addEventListener("pageshow", open);
document.addEventListener("input", ({ target }) => {
  const form = target.closest("[data-choose]");
  if (!form) return;
  history.replaceState(null, "", "?" + new URLSearchParams(new FormData(form)));
  tags.clear();
  refresh();
});
open();
