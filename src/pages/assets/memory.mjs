// @ts-check
/** Choices that a browser remembers; where it may not, they last as long as the page. */

/**
 * @param {string} name
 * @returns {string | null}
 */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Storage is switched off: nothing is lost but a convenience.
  }
}
