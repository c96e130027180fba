// @ts-check
/** Loads the service's events, searches them, and writes their texts and links. */
import { fetchJson } from './fetch-json.mjs';

/**
 * @typedef {object} FeedEvent
 * @property {string} id
 * @property {string} title
 * @property {string} start
 * @property {string} end
 * @property {boolean} allDay
 * @property {string} [url]
 * @property {{ description: string, location: string, category: string }} extendedProps
 */

/** Only URLs with these schemes become links. All others, above all `javascript:`, stay text. */
const LINK_SCHEMES = ['http:', 'https:', 'mailto:'];
/** calendar.css has this many colours for categories. Events without a category have the colour 0. */
const CATEGORY_COLOURS = 5;
/** No event is later than this, and the service rejects a later time in a request. */
const LAST = '9999-12-31T23:59:59.999Z';

/** The last range is cached, so that a search sends no request. @type {{ range: string, events: FeedEvent[] }} */
let loaded = { range: '', events: [] };

/**
 * @param {string} start ISO 8601
 * @param {string} end ISO 8601, exclusive
 * @returns {Promise<FeedEvent[]>}
 */
export async function loadEvents(start, end) {
  // The end of December 9999 is in the year 10000, which ISO 8601 writes as +010000.
  const range = new URLSearchParams({ start, end: end.startsWith('+') ? LAST : end }).toString();
  if (range !== loaded.range) loaded = { range, events: await fetchJson(`calendar/events?${range}`) };
  return loaded.events;
}

/**
 * Finds the next later month with events, else the last earlier month with events.
 * @param {string} month `2026-03`
 * @returns {Promise<string | undefined>} `undefined` if there are no events
 */
export async function loadNearestMonth(month) {
  /** @type {{ month: string } | null} */
  const found = await fetchJson(`calendar/nearest?month=${month}`);
  return found?.month;
}

/**
 * Returns true if an event contains every word of a search.
 * @param {FeedEvent} event
 * @param {string} search
 */
export function matches({ title, extendedProps }, search) {
  const { description, location, category } = extendedProps;
  const text = `${title}\n${description}\n${location}\n${category}`.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

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
