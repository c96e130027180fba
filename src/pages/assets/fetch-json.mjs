// @ts-check
/** Requests JSON from the service. */

/** This error is thrown if the service refuses a request or does not answer. The user sees the message. */
export class ServiceError extends Error {}

/**
 * Sends a request and reads the JSON of its answer.
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<any>} the answer, or `undefined` if it has no content
 * @throws {ServiceError} if there is no answer, or its status is not 2xx, or its body is not JSON
 */
export async function fetchJson(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new ServiceError('The service does not answer.');
  }
  /** @type {any} */
  const answer = await response.json().catch(() => undefined);
  if (response.ok && (answer !== undefined || response.status === 204)) return answer;
  // The calendar's feeds send `error`, and test control sends a problem (RFC 9457) with `detail`.
  const { error, detail } = answer ?? {};
  throw new ServiceError(error ?? detail ?? `The service answered ${response.status}.`);
}
