// @ts-check
/** The control page's requests to test control, below the page's own address. */

/** What the service refused, in its sentence. */
export class Refusal extends Error {}

/**
 * The path of a verb of a space.
 * @param {string} space
 * @param {string} path
 */
export function within(space, path) {
  return space === 'default' ? path : `spaces/${encodeURIComponent(space)}/${path}`;
}

/**
 * @param {string} method
 * @param {string} path relative to the page
 * @param {{ json?: unknown, text?: string, type?: string }} [sent]
 * @returns {Promise<any>} the answer's JSON, `undefined` where there is none
 */
export async function ask(method, path, { json, text, type } = {}) {
  const body = json === undefined ? text : JSON.stringify(json);
  const headers = body === undefined ? undefined : { 'Content-Type': type ?? 'application/json' };
  const response = await fetch(path, { method, body, headers });
  const answer = await response.text();
  if (!response.ok) throw new Refusal(sentenceOf(response, answer));
  return answer === '' ? undefined : JSON.parse(answer);
}

/**
 * @param {Response} response
 * @param {string} answer
 */
function sentenceOf({ status, statusText, headers }, answer) {
  if (!headers.get('content-type')?.startsWith('application/problem+json')) return `${status} ${statusText}`;
  const { detail, title, field } = JSON.parse(answer);
  return field === undefined ? (detail ?? title) : `${detail ?? title} (${field})`;
}
