/** Renders the calendar at `/`. Its links are relative, because a proxy may add a prefix. */
import { ENDPOINT } from '../contract/bindings';
import { encodeQuotes } from './client-calls';
import { html } from './html';
import { renderPage, siteNavigation } from './layout';

const HELP = ENDPOINT.slice(1);
const SITE = { root: './', help: HELP } as const;

interface CalendarView {
  /** The calendar shows the days of this time zone (IANA name). */
  readonly timeZone: string;
  readonly endpoint: string;
}

export function renderCalendarPage({ timeZone, endpoint }: CalendarView): string {
  return renderPage({
    title: 'Calendar - Events',
    assets: 'assets',
    navigation: siteNavigation({ ...SITE, current: 'calendar' }),
    styles: ['fullcalendar.css', 'fullcalendar-theme.css', 'calendar.css'],
    scripts: ['fullcalendar.js', 'fullcalendar-theme.js', 'calendar.mjs'],
    body: html`<h1 class="visually-hidden">Calendar</h1>
<noscript><p class="notice">The calendar needs JavaScript. The <a href="${HELP}">operations</a> work without it.</p></noscript>
<div id="app" data-time-zone="${timeZone}" data-endpoint="${encodeQuotes(endpoint)}" hidden>
<div class="toolbar" role="group" aria-label="Calendar">
<h2 id="period" aria-live="polite"></h2>
<div class="buttons">
<button type="button" id="previous" aria-label="Previous month">‹</button>
<button type="button" id="today">Today</button>
<button type="button" id="next" aria-label="Next month">›</button>
</div>
<label class="jump quiet"><span>Go to</span> <input type="month" id="jump" min="0101-01" max="9999-12" pattern="[0-9]{4}-(0[1-9]|1[0-2])" placeholder="YYYY-MM"></label>
<label class="search"><span class="visually-hidden">Search in this month</span><input type="search" id="search" placeholder="Search" autocomplete="off"></label>
<fieldset class="segmented">
<legend class="visually-hidden">View</legend>
<label><input type="radio" name="view" value="dayGridMonth"><span>Month</span></label>
<label><input type="radio" name="view" value="listMonth"><span>List</span></label>
</fieldset>
</div>
<p id="status" class="quiet" role="status"></p>
<div id="notice" class="notice" role="alert" hidden></div>
<div id="calendar"></div>
<p class="quiet">Times are in ${timeZone}. <span id="week"></span></p>
</div>
<dialog id="dialog" aria-labelledby="dialog-title" closedby="any"></dialog>`,
  });
}
