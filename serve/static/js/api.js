// Requests to the server's API.

/** An error with the code and the status of a problem document; status 0 means no response.
 *  @param {{code?: string, detail?: string, title?: string}} problem @param {number} status */
const refusal = ({ code, detail, title }, status) => Object.assign(new Error(detail ?? title ?? `the server answered ${status}`), { code, status });

/** Sends a request and returns the decoded response. @param {string} method @param {string} path below the API's @param {any} [body] @param {{signal?: AbortSignal, headers?: Record<string, string>}} [more] */
export async function call(method, path, body, { signal, headers } = {}) {
  let answer;
  try {
    answer = await fetch("/api/v1" + path, { method, signal, headers: body ? { ...headers, "Content-Type": "application/json" } : headers, body: body && JSON.stringify(body) });
  } catch (error) {
    throw signal?.aborted ? error : refusal({ detail: "the server does not respond" }, 0);
  }
  const data = await answer.json().catch((error) => { if (signal?.aborted) throw error; return {}; });
  if (!answer.ok) throw refusal(data, answer.status);
  return data;
}

/** Sends a document. @param {string} path @param {any} body @param {AbortSignal} [signal] */
export const post = (path, body, signal) => call("POST", path, body, { signal });

/** Requests a document. @param {string} path */
export const get = (path) => call("GET", path);

/** The path of a run below the API's. @param {string} id */
export const runPath = (id) => "/runs/" + encodeURIComponent(id);

/** Gets the part of a game's drawings that depends only on its settings. @param {string} engine @param {Record<string, string>} settings */
export const layoutOf = (engine, settings) => get(`/engines/${engine}/layout?` + new URLSearchParams(Object.entries(settings).map(([k, v]) => ["set", `${k}=${v}`])));
