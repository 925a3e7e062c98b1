// Sends the forms of the page about the API and shows what comes back.
for (const form of document.querySelectorAll("form.try")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const out = /** @type {HTMLElement} */ (form.querySelector(".result"));
    const method = form.getAttribute("data-method") ?? "GET";
    let path = form.getAttribute("data-path") ?? "";
    const query = new URLSearchParams();
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-in]"))) {
      if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value));
      else if (field.value !== "") query.append(field.name, field.value);
    }
    const body = /** @type {HTMLTextAreaElement | null} */ (form.querySelector("textarea"))?.value;
    const address = path + (query.size > 0 ? "?" + query : "");
    out.hidden = false;
    out.textContent = `${method} ${address} …`;
    const stop = new AbortController();
    const late = setTimeout(() => stop.abort(), 20000);
    try {
      const answer = await fetch(address, { method, signal: stop.signal, ...(body === undefined ? {} : { body, headers: { "Content-Type": "application/json" } }) });
      let text = "";
      if ((answer.headers.get("Content-Type") ?? "").startsWith("text/event-stream")) {
        const first = await answer.body?.getReader().read();
        text = new TextDecoder().decode(first?.value) + "…";
        stop.abort();
      } else text = await answer.text();
      try { text = JSON.stringify(JSON.parse(text), null, 2); } catch { /* not a document */ }
      out.textContent = `${answer.status} ${answer.statusText}\n\n${text.length > 20000 ? text.slice(0, 20000) + "\n…" : text}`;
    } catch (reason) {
      out.textContent = `No answer: ${reason instanceof Error ? reason.message : reason}`;
    } finally {
      clearTimeout(late);
    }
  });
}
