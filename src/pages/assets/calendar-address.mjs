// @ts-check
/** The month and the view of the calendar in the page's address: `#2026-03/list`. */

/**
 * @param {string} hash
 * @param {boolean} isNarrow where a list is easier to read
 * @returns {{ date: string | undefined, view: 'listMonth' | 'dayGridMonth' }} the month's first day, if it names one
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
