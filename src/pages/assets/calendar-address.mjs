// @ts-check
/** The page's address holds the calendar's month and view: `#2026-03/list`. */

/**
 * @param {string} hash
 * @param {boolean} isNarrow true on a phone, where a list is easier to read
 * @returns {{ date: string | undefined, view: 'listMonth' | 'dayGridMonth' }} `date` is the month's first day, if the address names a month
 */
export function readAddress(hash, isNarrow) {
  const [, month, list] = /^#(\d{4}-\d{2})(\/list)?$/.exec(hash) ?? [];
  const isMonth = month !== undefined && !Number.isNaN(Date.parse(month));
  const asList = isMonth ? list !== undefined : isNarrow;
  return { date: isMonth ? `${month}-01` : undefined, view: asList ? 'listMonth' : 'dayGridMonth' };
}

/**
 * @param {string} month `2026-03`
 * @param {string} view
 */
export function addressOf(month, view) {
  return `#${month}${view === 'listMonth' ? '/list' : ''}`;
}
