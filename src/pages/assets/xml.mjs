// @ts-check
/** XML as text. */

/**
 * @param {string} text
 * @returns {Document | undefined} `undefined` when it is not XML
 */
export function parseXml(text) {
  if (!text.trimStart().startsWith('<')) return undefined;
  const parsed = new DOMParser().parseFromString(text, 'application/xml');
  return parsed.querySelector('parsererror') === null ? parsed : undefined;
}

/**
 * Fit for content and for a double-quoted attribute.
 * @param {string} text
 */
export function escapeXml(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
