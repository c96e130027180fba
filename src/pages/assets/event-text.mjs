// @ts-check
/** What is said of an event, as text. */

/** @typedef {import('./calendar-feed.mjs').FeedEvent} FeedEvent */

/** The schemes that a link may have; anything else, `javascript:` above all, stays text. */
const LINK_SCHEMES = ['http:', 'https:', 'mailto:'];
/** The colours of calendar.css for categories; 0 is that of events without one. */
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
 * Where an event's link leads.
 * @param {string} url
 * @param {string} base the page's address
 * @returns {string | undefined} `undefined` when it is none that may be followed
 */
export function linkTarget(url, base) {
  const parsed = URL.canParse(url, base) ? new URL(url, base) : undefined;
  return parsed !== undefined && LINK_SCHEMES.includes(parsed.protocol) ? parsed.href : undefined;
}

/**
 * The number of a category's colour: the same for the same category, whatever else there is.
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
