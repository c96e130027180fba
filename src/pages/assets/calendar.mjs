// @ts-check
/** The calendar page: FullCalendar with the page's own toolbar. */
import { addressOf, readAddress } from './calendar-address.mjs';
import { CalendarFeed, FeedError, loadNearestMonth, matches } from './calendar-feed.mjs';
import { showDetails } from './event-details.mjs';
import { colourOf } from './event-text.mjs';

/** A day with more events opens as a list, because a popover of thousands is of no use. */
const POPOVER_LIMIT = 25;

const app = find('#app');
const notice = find('#notice');
const dialog = /** @type {HTMLDialogElement} */ (find('#details'));
const jump = /** @type {HTMLInputElement} */ (find('#jump'));
const search = /** @type {HTMLInputElement} */ (find('#search'));
const { timeZone = 'UTC', endpoint = '' } = app.dataset;
const feed = new CalendarFeed();
/** On a phone a list is easier to read than a grid. */
const isNarrow = matchMedia('(max-width: 40rem)').matches;
/** The events on the page by their ids. @type {Map<string, import('./calendar-feed.mjs').FeedEvent>} */
let shown = new Map();
/** The number of started loads. Only the last one updates the page. */
let loads = 0;

/** @type {{ Calendar: typeof import('fullcalendar').Calendar }} FullCalendar's script sets it */
const { Calendar } = Reflect.get(window, 'FullCalendar');

/**
 * Corrections of FullCalendar's ARIA, found with axe-core. Each runs once, when FullCalendar has created an element.
 * @typedef {{ el: HTMLElement, view: { type: string } }} Mounted
 */
const accessibilityHooks = {
  /** Screen readers take a header whose only text is hidden for empty. */
  dayHeaderDidMount: (/** @type {Mounted} */ { el }) => unhideText(el),

  /** A label would hide the cell's number and events from screen readers. */
  dayCellDidMount(/** @type {Mounted} */ { el }) {
    el.removeAttribute('aria-label');
    unhideText(el);
  },

  /** The role `list` does not allow buttons as children, which clickable events are. */
  eventDidMount(/** @type {Mounted} */ { el, view }) {
    if (view.type.startsWith('list')) el.parentElement?.setAttribute('role', 'group');
  },
};

app.hidden = false;
const { date, view } = readAddress(location.hash, isNarrow);
const calendar = new Calendar(find('#calendar'), {
  timeZone,
  initialView: view,
  ...(date !== undefined && { initialDate: date }),
  headerToolbar: false,
  height: 'auto',
  firstDay: firstDayOfWeek(),
  // The month that is shown is the month that is loaded, counted and searched.
  showNonCurrentDates: false,
  fixedWeekCount: false,
  dayMaxEvents: 4,
  moreLinkClick: ({ allSegs }) => (allSegs.length > POPOVER_LIMIT ? 'listDay' : 'popover'),
  eventInteractive: true,
  eventOrder: 'start,-duration,title',
  eventTimeFormat: { hour: '2-digit', minute: '2-digit', hour12: false },
  eventTitleClass: 'event-title',
  views: { list: { eventTimeClass: 'list-time', eventTitleClass: 'list-title' } },
  noEventsText: 'No events.',
  events: (/** @type {import('fullcalendar').EventSourceFuncInfo} */ { startStr, endStr }) =>
    load(startStr, endStr),
  eventClick: ({ event, jsEvent }) => {
    jsEvent.preventDefault();
    const clicked = shown.get(event.id);
    if (clicked !== undefined) showDetails(dialog, clicked, { endpoint, timeZone });
  },
  datesSet: ({ view, startStr }) => showPeriod(view, startStr.slice(0, 7)),
  ...accessibilityHooks,
});
calendar.render();
connectToolbar();

/**
 * Returns the events of a range, and updates the texts on the page. If a newer load has started, FullCalendar drops
 * these events, and the texts are left alone.
 * @param {string} start
 * @param {string} end
 */
async function load(start, end) {
  loads += 1;
  const turn = loads;
  const words = search.value.trim();
  const waiting = setTimeout(() => showStatus('Loading…'), 200);
  try {
    const loaded = await feed.load(start, end);
    const found = words === '' ? loaded : loaded.filter((event) => matches(event, words));
    if (turn === loads) {
      shown = new Map(found.map((event) => [event.id, event]));
      notice.hidden = true;
      showStatus(
        words === '' ? count(loaded) : `${found.length.toLocaleString('en-US')} of ${count(loaded)}`,
      );
      if (loaded.length === 0) explainEmptiness(start.slice(0, 7), turn);
    }
    return found.map(forCalendar);
  } catch (error) {
    if (turn === loads) {
      showStatus('');
      showNotice(error instanceof FeedError ? error.message : 'The events can not be shown.');
    }
    return [];
  } finally {
    clearTimeout(waiting);
  }
}

/** @param {unknown[]} events */
function count(events) {
  return `${events.length.toLocaleString('en-US')} ${events.length === 1 ? 'event' : 'events'}`;
}

/** @param {string} text */
function showStatus(text) {
  find('#status').textContent = text;
}

/**
 * Drops the url, which FullCalendar would turn into a link whatever its scheme.
 * @param {import('./calendar-feed.mjs').FeedEvent} event
 */
function forCalendar({ id, title, start, end, allDay, extendedProps }) {
  return {
    id,
    title,
    start,
    end,
    allDay,
    color: `var(--category-${colourOf(extendedProps.category)})`,
    contrastColor: 'var(--category-ink)',
  };
}

/**
 * Says whether only this month is empty or the whole store.
 * @param {string} month `2026-03`
 * @param {number} turn the number of the load that found nothing
 */
async function explainEmptiness(month, turn) {
  /** @type {string | undefined} */
  let nearest;
  try {
    nearest = await loadNearestMonth(month);
  } catch {
    if (turn === loads) showNotice('No events in this month.');
    return;
  }
  if (turn !== loads) return;
  if (nearest === undefined) {
    const command = document.createElement('code');
    command.textContent = 'events-query import FILE';
    return showNotice('There are no events yet. Import some with ', command, ' (JSON, CSV or iCalendar).');
  }
  const [to, name] = [`${nearest}-01`, monthName(nearest)];
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent =
    nearest > month ? `Go to the next events, in ${name}` : `Go to the last events, in ${name}`;
  button.addEventListener('click', () => calendar.gotoDate(to));
  showNotice('No events in this month. ', button);
}

/** @param {string} month `2026-03` */
function monthName(month) {
  const format = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${month}-01T00:00Z`));
}

/** @param {...(string | Node)} content */
function showNotice(...content) {
  notice.replaceChildren(...content);
  notice.hidden = false;
}

function connectToolbar() {
  find('#previous').addEventListener('click', () => calendar.prev());
  find('#next').addEventListener('click', () => calendar.next());
  find('#today').addEventListener('click', () => calendar.today());
  jump.addEventListener('change', () => {
    if (/^\d{4}-(0[1-9]|1[0-2])$/.test(jump.value)) calendar.gotoDate(`${jump.value}-01`);
  });
  let typing = 0;
  search.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => calendar.refetchEvents(), 150);
  });
  for (const button of app.querySelectorAll('[data-view]')) {
    const name = button.getAttribute('data-view') ?? '';
    button.addEventListener('click', () => calendar.changeView(name));
  }
  window.addEventListener('hashchange', () => {
    const address = readAddress(location.hash, isNarrow);
    calendar.changeView(address.view, address.date);
  });
  // A click beside the dialog closes it.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
}

/**
 * @param {{ type: string, title: string }} view
 * @param {string} month `2026-03`, in the calendar's own time zone
 */
function showPeriod(view, month) {
  find('#period').textContent = view.title;
  jump.value = month;
  for (const button of app.querySelectorAll('[data-view]')) {
    button.setAttribute('aria-pressed', String(button.getAttribute('data-view') === view.type));
  }
  history.replaceState(null, '', addressOf(month, view.type));
}

/** Takes the first day of the week from the browser's language, else Monday (ISO 8601), and says so on the page. */
function firstDayOfWeek() {
  const locale = new Intl.Locale(navigator.language);
  const { firstDay = 1 } = locale.getWeekInfo?.() ?? Reflect.get(locale, 'weekInfo') ?? {};
  const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  find('#week').textContent = `Weeks begin on ${days[firstDay % 7]}, as your browser's language sets it.`;
  return firstDay % 7;
}

/**
 * @param {string} selector
 * @returns {HTMLElement}
 */
function find(selector) {
  const found = document.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** @param {HTMLElement} element */
function unhideText(element) {
  for (const hidden of element.querySelectorAll('[aria-hidden="true"]')) {
    if (hidden.textContent !== '') hidden.removeAttribute('aria-hidden');
  }
}
