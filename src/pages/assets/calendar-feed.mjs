// @ts-check
/** Reads the service's events, and keeps the last range so that a search does not ask again. */

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

/** Why there are no events to show. Its message is the service's sentence. */
export class FeedError extends Error {}

export class CalendarFeed {
  #range = '';
  /** @type {Promise<FeedEvent[]>} */
  #events = Promise.resolve([]);

  /**
   * @param {string} start ISO 8601
   * @param {string} end ISO 8601, exclusive
   * @returns {Promise<FeedEvent[]>}
   */
  load(start, end) {
    const range = new URLSearchParams({ start, end }).toString();
    if (range !== this.#range) {
      this.#range = range;
      this.#events = fetchEvents(range);
      this.#events.catch(() => {
        if (this.#range === range) this.#range = '';
      });
    }
    return this.#events;
  }
}

/** All events of the store, as far as one answer may hold them. */
export function loadEverything() {
  return fetchEvents('start=0001-01-01T00:00:00Z&end=9999-12-31T23:59:59.999Z');
}

/**
 * @param {string} query
 * @returns {Promise<FeedEvent[]>}
 */
async function fetchEvents(query) {
  let response;
  try {
    response = await fetch(`calendar/events?${query}`, { headers: { Accept: 'application/json' } });
  } catch {
    throw new FeedError('The service does not answer.');
  }
  const answer = await response.json().catch(() => undefined);
  if (response.ok && Array.isArray(answer)) return answer;
  throw new FeedError(answer?.error ?? `The service answered ${response.status}.`);
}

/**
 * Whether an event holds every word of a search.
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
