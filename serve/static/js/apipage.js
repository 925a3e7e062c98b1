// Sends the forms of the page about the API and shows what comes back.

/** @param {HTMLFormElement} form */
async function send(form) {
  const out = form.querySelector(".result"), { method, path } = form.dataset, query = new URLSearchParams(), body = form.querySelector("textarea")?.value;
  let address = path;
  for (const { name, value, dataset } of form.querySelectorAll("[data-in]")) {
    if (dataset.in === "path") address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (value) query.append(name, value);
  }
  if (query.size) address += "?" + query;
  out.hidden = false;
  out.textContent = `${method} ${address} …`;
  const stop = new AbortController(), late = setTimeout(() => stop.abort(), 20000);
  try {
    const answer = await fetch(address, { method, signal: stop.signal, body, headers: body === undefined ? {} : { "Content-Type": "application/json" } });
    let text;
    if (answer.headers.get("Content-Type")?.startsWith("text/event-stream")) {
      text = new TextDecoder().decode((await answer.body.getReader().read()).value) + "…";
      stop.abort();
    } else text = await answer.text();
    try { text = JSON.stringify(JSON.parse(text), null, 2); } catch { /* not a document */ }
    out.textContent = `${answer.status} ${answer.statusText}\n\n${text.length > 20000 ? text.slice(0, 20000) + "\n…" : text}`;
  } catch (reason) {
    out.textContent = `No answer: ${reason.message}`;
  } finally {
    clearTimeout(late);
  }
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches(".try")) return;
  event.preventDefault();
  send(event.target);
});
