// Talks to the server's API.

/** What the server refused. */
export class Refused extends Error {
  /** @param {{code?: string, detail?: string, title?: string}} problem @param {number} status */
  constructor(problem, status) {
    super(problem.detail ?? problem.title ?? `the server answered ${status}`);
    this.code = problem.code ?? "";
    this.status = status;
  }
}

/** @param {string} method @param {string} path @param {any} [body] @param {{signal?: AbortSignal, headers?: Record<string, string>}} [more] */
export async function call(method, path, body, more = {}) {
  const headers = { ...more.headers, ...(body === undefined ? {} : { "Content-Type": "application/json" }) };
  let answer;
  try {
    answer = await fetch("/api/v1" + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal: more.signal });
  } catch (error) {
    if (more.signal?.aborted) throw error;
    throw new Refused({ detail: "the server does not answer" }, 0);
  }
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(data, answer.status);
  return { data, etag: answer.headers.get("ETag") ?? "" };
}

/** @param {string} path @param {any} body @param {AbortSignal} [signal] */
export const post = async (path, body, signal) => (await call("POST", path, body, { signal })).data;

/** @param {string} path @param {AbortSignal} [signal] */
export const get = async (path, signal) => (await call("GET", path, undefined, { signal })).data;
