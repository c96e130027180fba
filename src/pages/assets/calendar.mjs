// @ts-check
/** Runs the calendar page: FullCalendar with the page's own toolbar. */
import {
  colourOf,
  describeTime,
  linkTarget,
  loadEvents,
  loadNearestMonth,
  matches,
} from './calendar-events.mjs';
import { codeBlock, element, find, showDialog } from './dom.mjs';
import { ServiceError } from './fetch-json.mjs';

/**
 * A day with more events than this opens in the month's list, because a popover with thousands of events is useless.
 */
const POPOVER_LIMIT = 25;
/**
 * The calendar shows no earlier month. FullCalendar reads the years 0 to 99 as 1900 to 1999, and the first week of the
 * year 100 may begin in the year 99.
 */
const FIRST_MONTH = '0101-01';

const app = find('#app');
const notice = find('#notice');
const jump = /** @type {HTMLInputElement} */ (find('#jump'));
const search = /** @type {HTMLInputElement} */ (find('#search'));
const views = /** @type {NodeListOf<HTMLInputElement>} */ (document.getElementsByName('view'));
const { timeZone = 'UTC', endpoint = '' } = app.dataset;
/** This is the number of started loads. Only the last load updates the page. */
let loads = 0;

/** @type {{ Calendar: typeof import('fullcalendar').Calendar }} FullCalendar's script sets it */
const { Calendar } = Reflect.get(window, 'FullCalendar');

app.hidden = false;
const { date, view } = readAddress();
const calendar = new Calendar(find('#calendar'), {
  timeZone,
  initialView: view,
  validRange: { start: `${FIRST_MONTH}-01`, end: '9999-12-31T12:00' },
  ...(date !== undefined && { initialDate: date }),
  // Dates in the dialog are British English, too.
  locale: 'en-GB',
  headerToolbar: false,
  height: 'auto',
  firstDay: firstDayOfWeek(),
  // Only days of the shown month are visible, because only its events are loaded, counted and searched.
  showNonCurrentDates: false,
  fixedWeekCount: false,
  dayMaxEvents: 4,
  moreLinkClick: ({ jsEvent, allSegs }) => (allSegs.length > POPOVER_LIMIT ? listFrom(jsEvent) : 'popover'),
  // The end of an event without a duration is its start. FullCalendar ignores this end, and would add an hour.
  defaultTimedEventDuration: { milliseconds: 1 },
  popoverClass: 'popover',
  eventInteractive: true,
  eventTimeFormat: { hour: '2-digit', minute: '2-digit', hour12: false },
  eventTitleClass: 'event-title',
  views: { list: { eventTimeClass: 'list-time', eventTitleClass: 'list-title' } },
  noEventsText: 'No events.',
  // These hooks correct the ARIA attributes of new elements, as axe-core requires. FullCalendar hides the text of a header
  // from screen readers.
  dayHeaderDidMount: ({ el }) => exposeText(el),
  // The label of a cell would hide its number and events from screen readers.
  dayCellDidMount: ({ el }) => {
    el.removeAttribute('aria-label');
    exposeText(el);
  },
  // The ARIA role `list` does not allow buttons as children, and clickable events are buttons.
  eventDidMount: ({ el, view }) => {
    if (view.type.startsWith('list')) el.parentElement?.setAttribute('role', 'group');
  },
  events: (/** @type {import('fullcalendar').EventSourceFuncInfo} */ { startStr, endStr }) =>
    load(startStr, endStr),
  eventClick: ({ event }) => showDetails(event.extendedProps.event),
  datesSet: ({ view, startStr }) => showPeriod(view, startStr.slice(0, 7)),
});
calendar.render();
connectToolbar();
hideDialogFromPopover();

/**
 * Returns the events of a range, and updates the texts on the page. If a newer load has started, FullCalendar ignores
 * these events, and the texts are not updated.
 * @param {string} start
 * @param {string} end
 */
async function load(start, end) {
  loads += 1;
  const turn = loads;
  const words = search.value.trim();
  const waiting = setTimeout(() => {
    if (turn === loads) showStatus('Loading…');
  }, 200);
  try {
    const loaded = await loadEvents(start, end);
    const found = words === '' ? loaded : loaded.filter((event) => matches(event, words));
    if (turn === loads) {
      notice.hidden = true;
      showStatus(
        words === '' ? count(loaded) : `${found.length.toLocaleString('en-US')} of ${count(loaded)}`,
      );
      if (loaded.length === 0) void explainEmptiness(start.slice(0, 7), turn);
    }
    return found.map(forCalendar);
  } catch (error) {
    if (turn === loads) {
      showStatus('');
      showNotice(error instanceof ServiceError ? error.message : "The events can't be shown.");
    }
    return [];
  } finally {
    clearTimeout(waiting);
  }
}

/**
 * Returns the name of the view to open, which is then scrolled to the day of a click.
 * @param {UIEvent} click
 */
function listFrom({ target }) {
  const day = /** @type {Element} */ (target).closest('[data-date]')?.getAttribute('data-date');
  requestAnimationFrame(() => find(`#calendar [data-date="${day}"]`).scrollIntoView());
  return 'listMonth';
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
 * Converts an event for FullCalendar, with the event itself for its details. The url is left out, because FullCalendar
 * would make a link with any scheme.
 * @param {import('./calendar-events.mjs').FeedEvent} event
 */
function forCalendar(event) {
  const { id, title, start, end, allDay, extendedProps } = event;
  return {
    ...{ id, title, start, end, allDay },
    color: `var(--category-${colourOf(extendedProps.category)})`,
    contrastColor: 'var(--category-ink)',
    extendedProps: { event },
  };
}

/**
 * Shows a notice that says whether only this month or the whole store has no events.
 * @param {string} month `2026-03`
 * @param {number} turn the number of the load that found nothing
 */
async function explainEmptiness(month, turn) {
  const nearest = await loadNearestMonth(month).catch(() => '');
  if (turn !== loads) return;
  if (nearest === undefined) return showNotice('There are no events yet.');
  if (nearest < FIRST_MONTH) return showNotice('No events in this month.');
  const direction = nearest > month ? 'next' : 'previous';
  const button = element(
    'button',
    { type: 'button' },
    `Go to the ${direction} events, in ${monthName(nearest)}`,
  );
  button.addEventListener('click', () => calendar.gotoDate(`${nearest}-01`));
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

/**
 * Shows an event in a dialog, with a call that returns it.
 * @param {import('./calendar-events.mjs').FeedEvent} event
 */
function showDetails(event) {
  const { description, location, category } = event.extendedProps;
  const facts = [
    ['When', describeTime(event, timeZone)],
    ['Where', location],
    ['Category', category],
    ['Link', event.url === undefined ? '' : link(event.url)],
    ['Id', event.id],
    ['Description', description],
  ].filter(([, value]) => value !== '');
  const query = `SelectEvent?intEventID=${event.id}&bolAsJSON=true`;
  const rows = facts.map(([name, value]) =>
    element('div', {}, element('dt', {}, name), element('dd', { dir: 'auto' }, value)),
  );
  showDialog(
    event.title,
    [
      element('dl', { className: 'facts' }, ...rows),
      codeBlock('The call for this event', `curl '${endpoint}/${query}'`),
    ],
    element('a', { href: `WebServices/Events.asmx/${query}` }, 'Open the answer'),
  );
}

/** @param {string} url */
function link(url) {
  const href = linkTarget(url, location.href);
  return href === undefined ? url : element('a', { href, rel: 'noreferrer' }, url);
}

/**
 * Hides keys and clicks in the dialog from FullCalendar's popover below it, which would close and take the focus with
 * it.
 */
function hideDialogFromPopover() {
  for (const type of ['keydown', 'mousedown']) {
    find('#dialog').addEventListener(type, (event) => event.stopPropagation());
  }
}

function connectToolbar() {
  find('#previous').addEventListener('click', () => calendar.prev());
  find('#next').addEventListener('click', () => calendar.next());
  find('#today').addEventListener('click', () => calendar.today());
  jump.addEventListener('change', () => {
    if (jump.value !== '' && jump.validity.valid) calendar.gotoDate(`${jump.value}-01`);
  });
  let typing = 0;
  search.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => calendar.refetchEvents(), 150);
  });
  for (const choice of views) choice.addEventListener('change', () => calendar.changeView(choice.value));
  window.addEventListener('hashchange', () => {
    const address = readAddress();
    calendar.changeView(address.view, address.date);
  });
}

/**
 * Reads the month and the view from the page's address, `#2026-03/list`. Without a month a narrow screen shows the
 * list, which is easier to read there.
 * @returns {{ date: string | undefined, view: string }} `date` is the first day of the month
 */
function readAddress() {
  const [, month, list] = /^#(\d{4}-\d{2})(\/list)?$/.exec(location.hash) ?? [];
  const isMonth = month !== undefined && month >= FIRST_MONTH && !Number.isNaN(Date.parse(month));
  const asList = isMonth ? list !== undefined : matchMedia('(max-width: 40rem)').matches;
  return { date: isMonth ? `${month}-01` : undefined, view: asList ? 'listMonth' : 'dayGridMonth' };
}

/**
 * @param {{ type: string, title: string }} view
 * @param {string} month `2026-03`, in the calendar's own time zone
 */
function showPeriod(view, month) {
  find('#period').textContent = view.title;
  jump.value = month;
  for (const choice of views) choice.checked = choice.value === view.type;
  history.replaceState(null, '', `#${month}${view.type === 'listMonth' ? '/list' : ''}`);
}

/** Returns the first day of the week in the browser's language, else Monday (ISO 8601), and explains it on the page. */
function firstDayOfWeek() {
  const locale = new Intl.Locale(navigator.language);
  const { firstDay } = locale.getWeekInfo?.() ?? {};
  const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  const first = (firstDay ?? 1) % 7;
  const source = firstDay === undefined ? 'ISO 8601 says' : "your browser's language says";
  find('#week').textContent = `Weeks begin on ${days[first]}, as ${source}.`;
  return first;
}

/** Shows the texts in an element to screen readers. @param {HTMLElement} root */
function exposeText(root) {
  for (const hidden of root.querySelectorAll('[aria-hidden="true"]')) {
    if (hidden.textContent !== '') hidden.removeAttribute('aria-hidden');
  }
}
