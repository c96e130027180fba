// @ts-check
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
