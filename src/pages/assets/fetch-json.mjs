// @ts-check
/** Requests JSON from the service. */

/** The service refuses a request or does not answer. The message is the service's, and is shown to the user. */
export class ServiceError extends Error {}

/**
 * @param {string} address
 * @param {RequestInit} [options]
 * @returns {Promise<any>} the answer, or `undefined` if its body is empty
 */
export async function fetchJson(address, options) {
  let response;
  try {
    response = await fetch(address, options);
  } catch {
    throw new ServiceError('The service does not answer.');
  }
  const text = await response.text();
  const answer = parse(text);
  if (response.ok && (answer !== undefined || text === '')) return answer;
  // The calendar's feeds send `error`. Test control sends a problem (RFC 9457), whose detail names what is wrong.
  const { error, detail } = answer ?? {};
  throw new ServiceError(error ?? detail ?? `The service answered ${response.status}.`);
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
