// @ts-check
/** Loads the service's events. The last range is cached, so that a search sends no request. */
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

export class CalendarFeed {
  #range = '';
  /** @type {FeedEvent[]} */
  #events = [];
  #fetch;

  /** @param {(query: string) => Promise<FeedEvent[]>} fetch */
  constructor(fetch = (query) => fetchJson(`calendar/events?${query}`)) {
    this.#fetch = fetch;
  }

  /**
   * @param {string} start ISO 8601
   * @param {string} end ISO 8601, exclusive
   * @returns {Promise<FeedEvent[]>}
   */
  async load(start, end) {
    const range = new URLSearchParams({ start, end }).toString();
    if (range !== this.#range) {
      this.#events = await this.#fetch(range);
      this.#range = range;
    }
    return this.#events;
  }
}

/**
 * Finds the next later month with events, else the last earlier one.
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
