// Talks to the server's API.

/** What the server refused: with its code, and the status, 0 where there was no answer.
 *  @param {{code?: string, detail?: string, title?: string}} problem @param {number} status */
const refusal = ({ code, detail, title }, status) => Object.assign(new Error(detail ?? title ?? `the server answered ${status}`), { code, status });

/** @param {string} method @param {string} path @param {any} [body] @param {{signal?: AbortSignal, headers?: Record<string, string>}} [more] */
export async function call(method, path, body, { signal, headers } = {}) {
  let answer;
  try {
    answer = await fetch("/api/v1" + path, { method, signal, headers: body ? { ...headers, "Content-Type": "application/json" } : headers, body: body && JSON.stringify(body) });
  } catch (error) {
    throw signal?.aborted ? error : refusal({ detail: "the server does not answer" }, 0);
  }
  const data = await answer.json().catch((error) => { if (signal?.aborted) throw error; return {}; });
  if (!answer.ok) throw refusal(data, answer.status);
  return data;
}

/** @param {string} path @param {any} body @param {AbortSignal} [signal] */
export const post = (path, body, signal) => call("POST", path, body, { signal });

/** @param {string} path */
export const get = (path) => call("GET", path);

/** The path of a run. @param {string} id */
export const runPath = (id) => "/runs/" + encodeURIComponent(id);

/** What all pictures of a game as it is set have in common. @param {string} engine @param {Record<string, string>} settings */
export const layoutOf = (engine, settings) => get(`/engines/${engine}/layout?` + new URLSearchParams(Object.entries(settings).map(([k, v]) => ["set", `${k}=${v}`])));
