// Live updates: while the page is visible, it has a stream of events and requests its parts again
// after a change, at most once a second. The page of a run is loaded again if the run is deleted
// or its name, note or tags change.
//
// A part is an element with an ID and data-part="NAME". The server returns it alone for
// ?part=NAME. A form with data-choose sets the query of the page without loading it again.
import { mergeInPlace } from "./merge.js";

const light = document.getElementById("live"), { run, labels } = document.querySelector("[data-run]")?.dataset ?? {};
/** @type {EventSource | null} */
let stream = null;
// due: the timer of the next refresh, 0 if none is due. fetched: when the last one began, in milliseconds.
// asked: the number of refreshes, of which only the last one changes the page. busy: it has not ended.
// again: the page has to be refreshed once more after it.
let due = 0, fetched = -1000, asked = 0, busy = false, again = false;
/** ETags of the parts as last received for the query of the page. @type {Map<string, string>} */
const tags = new Map();

/** Shows whether updates arrive. While they do, it shows this only if a run on the page is running.
 *  @param {"on"|"off"|"lost"} state @param {string} [words] */
function show(state, words = "") {
  light.dataset.live = state;
  const text = state === "on" && document.querySelector(".state.running, progress") ? "● live" : words;
  if (light.textContent !== text) light.textContent = text;
}

/** Requests every part of the page and merges those that have changed. A refresh that is under way
 *  changes nothing from now on. */
async function refresh() {
  clearTimeout(due);
  [due, busy, again, fetched] = [0, true, false, performance.now()];
  const mine = ++asked, { search } = location;
  let failed = false;
  for (const element of document.querySelectorAll("[data-part]")) {
    const { part } = element.dataset, query = new URLSearchParams(search);
    query.set("part", part);
    try {
      const answer = await fetch("?" + query, { headers: tags.has(part) ? { "If-None-Match": tags.get(part) } : {}, cache: "no-store" }), text = await answer.text();
      if (mine !== asked) return;
      if (answer.status === 304) continue;
      if (!answer.ok) throw new Error(`${answer.status}`);
      tags.set(part, answer.headers.get("ETag"));
      mergeInPlace(element, text);
    } catch {
      if (mine !== asked) return;
      failed = true;
      break;
    }
  }
  busy = false;
  if (!failed) document.dispatchEvent(new CustomEvent("refreshed"));
  if (!stream) return;
  if (failed) show("lost", "not live: the server does not respond");
  else if (stream.readyState === EventSource.OPEN) show("on");
  if (failed || again) soon(failed ? 5000 : 1000);
}

/** Refreshes the page once the refresh that is under way has ended and a pause, in milliseconds, has
 *  passed since the last one began. */
function soon(pause = 1000) {
  again = busy;
  if (!busy) due ||= setTimeout(refresh, pause + fetched - performance.now());
}

/** Loads the page of the run again, by its ID: the name in the address may no longer be that of the run. */
function reload() {
  if (location.pathname === "/runs/" + run) location.reload();
  else location.replace("/runs/" + run + location.search);
}

/** Opens the stream of events, unless the page is hidden. */
function open() {
  if (stream || document.visibilityState !== "visible") return;
  const address = "/api/v1/events" + (run ? "?run=" + encodeURIComponent(run) : "");
  stream = new EventSource(address);
  stream.addEventListener("hello", ({ data }) => {
    if (run && JSON.parse(data).labels !== labels) return reload(); // changed since the page was read
    show("on");
    refresh();
  });
  // pollEvery and publishPace of the server limit the pace of reload.
  for (const news of ["runs", "progress", "job"]) stream.addEventListener(news, ({ data }) => (run && JSON.parse(data).changed ? reload() : soon()));
  stream.addEventListener("bye", () => show("lost", "not live: the server has stopped"));
  stream.addEventListener("error", () => {
    show("lost", "not live: connecting to the server");
    // The stream reconnects by itself unless it is closed.
    if (stream?.readyState !== EventSource.CLOSED) return;
    stream = null;
    setTimeout(open, 5000);
    // A deleted run has no stream. A server with too many streams is asked for as little as possible.
    if (run) fetch(address, { method: "HEAD" }).then(({ status }) => { if (status === 404) reload(); }, () => {});
  });
}

/** Closes the stream of events, and the page is not refreshed. */
function close() {
  stream?.close();
  stream = null;
  clearTimeout(due);
  due = 0;
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
