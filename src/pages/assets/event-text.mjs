// @ts-check
/** Writes texts and links of an event. */

/** @typedef {import('./calendar-feed.mjs').FeedEvent} FeedEvent */

/** Only URLs with these schemes become links. All others, above all `javascript:`, stay text. */
const LINK_SCHEMES = ['http:', 'https:', 'mailto:'];
/** calendar.css has this many colours for categories. Events without a category have the colour 0. */
const CATEGORY_COLOURS = 5;

/**
 * @param {Pick<FeedEvent, 'start' | 'end' | 'allDay'>} event
 * @param {string} timeZone
 */
export function describeTime({ start, end, allDay }, timeZone) {
  if (allDay) {
    const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
    const last = new Date(Date.parse(`${end}T00:00Z`) - 86_400_000);
    return format.formatRange(new Date(`${start}T00:00Z`), last);
  }
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });
  return format.formatRange(new Date(start), new Date(end));
}

/**
 * Returns the address of an event's link.
 * @param {string} url
 * @param {string} base the page's address
 * @returns {string | undefined} `undefined` for a link that must not be followed
 */
export function linkTarget(url, base) {
  const parsed = URL.canParse(url, base) ? new URL(url, base) : undefined;
  return parsed !== undefined && LINK_SCHEMES.includes(parsed.protocol) ? parsed.href : undefined;
}

/**
 * Returns the number of a category's colour, which depends only on the name of the category.
 * @param {string} category
 */
export function colourOf(category) {
  return category === '' ? 0 : 1 + (hash(category) % CATEGORY_COLOURS);
}

/** @param {string} text */
function hash(text) {
  let value = 0;
  for (const character of text) value = (value * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return value;
}
