import type { EventRow } from '../../src/formats/event';
import { cutOff, describeInBrowser, holdAnswer, openCalendar, type WatchedPage } from './browser';
import { eventOf, openSite, sampleEvents } from './site';

/** The events are in the month that it is now in Asia/Kolkata, whose clocks are five and a half hours ahead of UTC. */
const NOW = new Date(Date.now() + 5.5 * 3_600_000);

describeInBrowser('the calendar in a browser', () => {
  let site: string;
  beforeAll(async () => {
    site = await openSite(sampleEvents(NOW), { TIME_ZONE: 'Asia/Kolkata' }, 'file');
  });

  const open = (address = '/', options = {}) => openCalendar(site + address, options);
  const openOther = async (events: readonly EventRow[], address = '/', env = {}) =>
    openCalendar((await openSite(events, env)) + address);

  test('goes forward and back through months and to today', async () => {
    const { page, complaints } = await open();
    const months: (string | null)[] = [];
    expect(await page.locator('#notice').isVisible()).toBe(false);
    for (const step of ['Next month', 'Next month', ...Array(3).fill('Previous month'), 'Today']) {
      months.push(await page.locator('#period').textContent());
      await page.getByRole('button', { name: step }).click();
    }
    expect(new Set(months).size).toBe(4);
    expect(months[4]).toBe(months[0]);
    expect(await page.locator('#period').textContent()).toBe(months[0]);
    expect(complaints).toEqual([]);
  });

  test('jumps to a month, and the address leads back to it', async () => {
    const { page } = await open();
    await page.fill('#jump', '2014-02');
    expect(await page.locator('#period').textContent()).toBe('February 2014');
    expect(page.url()).toBe(`${site}/#2014-02`);
    // Browsers that have no field for months show a text field.
    await page.evaluate(`document.querySelector('#jump').type = 'text'`);
    await page.fill('#jump', '2014');
    await page.dispatchEvent('#jump', 'change');
    expect(await page.locator('#period').textContent()).toBe('February 2014');
    const again = await open('/#2014-02/list');
    expect(await again.page.locator('#period').textContent()).toBe('February 2014');
    expect(await again.page.isChecked('[value=listMonth]')).toBe(true);
    // The user replaces this address in the address bar by another address.
    await page.evaluate(`location.hash = '#2014-03/list'`);
    await page.locator('#period:text-is("March 2014")').waitFor();
    expect(await page.isChecked('[value=listMonth]')).toBe(true);
  });

  test.each([
    ['#2026-13', 1280, 'dayGridMonth'],
    ['#2026-13', 390, 'listMonth'],
    ['#2026-03/listen', 390, 'listMonth'],
    ['#2026-03', 390, 'dayGridMonth'],
  ])('an address with %s opens on a screen of %i pixels as %s', async (hash, width, view) => {
    const { page } = await open(`/${hash}`, { viewport: { width, height: 800 } });
    expect(await page.isChecked(`[value=${view}]`)).toBe(true);
  });

  // Midnight in one of these zones is another day in the other zone, and on the first of a month another month.
  const ZONES = ['Asia/Kolkata', 'America/New_York'];
  describe.each(ZONES)('with TIME_ZONE=%s', (zone) => {
    let zoned: string;
    beforeAll(async () => {
      zoned = await openSite([], { TIME_ZONE: zone }, 'file');
    });

    test.each(ZONES)('a browser in %s stays in its month', async (browserZone) => {
      const shows = async ({ page }: WatchedPage, month: string, title: string) => {
        expect(await page.locator('#period').textContent()).toBe(title);
        expect(await page.inputValue('#jump')).toBe(month);
        expect(page.url()).toBe(`${zoned}/#${month}`);
      };
      const opened = await openCalendar(`${zoned}/#2026-03`, { timezoneId: browserZone });
      for (let loads = 0; loads < 3; loads++) {
        await shows(opened, '2026-03', 'March 2026');
        await opened.page.reload();
      }
      await opened.page.click('#next');
      await shows(opened, '2026-04', 'April 2026');
      const shared = await openCalendar(opened.page.url(), { timezoneId: zone });
      await shows(shared, '2026-04', 'April 2026');
    });
  });

  test('searches in the loaded month without asking again, and a list shows an event on each of its days', async () => {
    const { page } = await open();
    let asked = 0;
    page.on('request', () => {
      asked += 1;
    });
    await page.fill('#search', 'cape RUBY');
    await page.locator('#status:has-text("1 of 16 events")').waitFor();
    expect(await page.locator('#calendar :text("Planning meeting")').count()).toBe(0);
    await page.fill('#search', 'cape diamond');
    await page.locator('#status:text-is("0 of 16 events")').waitFor();
    await page.fill('#search', ' ');
    await page.locator('#status:text-is("16 events")').waitFor();
    expect(asked).toBe(0);
    await page.check('[value=listMonth]', { force: true });
    await page.locator('#calendar .list-title:has-text("Planning meeting")').waitFor();
    expect(await page.locator('#calendar .list-title:has-text("Rubyfuza")').count()).toBe(3);
    // The days are written as in the dialog, whatever the language of the browser is.
    expect(await page.locator('#calendar').innerText()).toMatch(/^\d{1,2} [A-Z][a-z]+ \d{4}\n/);
  });

  test('shows an event with its call; the dialog closes by key and gives the focus back', async () => {
    const { page, complaints } = await open();
    await page.check('[value=listMonth]', { force: true });
    expect(page.url()).toMatch(/#\d{4}-\d\d\/list$/);
    const row = page
      .locator('#calendar [role=button], #calendar [tabindex="0"]', { hasText: 'Rubyfuza' })
      .first();
    await row.focus();
    await page.keyboard.press('Enter');
    const dialog = page.locator('dialog[open]');
    expect(await dialog.locator('h2').textContent()).toBe('Rubyfuza');
    expect(await dialog.locator('pre').textContent()).toBe(
      `curl '${site}/WebServices/Events.asmx/SelectEvent?intEventID=3&bolAsJSON=true'`,
    );
    expect(await dialog.locator('dd a[rel=noreferrer]').getAttribute('href')).toBe('http://rubyfuza.org/');
    await page.keyboard.press('Escape');
    expect(await dialog.count()).toBe(0);
    expect(await page.locator(':focus').textContent()).toContain('Rubyfuza');
    await page.keyboard.press('Enter');
    await page.mouse.click(1, 1);
    expect(await dialog.count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('shows all that an event has, and leads to its answer', async () => {
    const { page } = await open();
    await page.click('#calendar :text("Planning meeting")');
    expect(await page.locator('dialog[open] dl > div').allTextContents()).toEqual([
      expect.stringMatching(/^When.*\D3 .*14:30\s?–\s?16:00$/),
      'WhereRoom 4.12',
      'Categorymeeting',
      'Id1',
      'DescriptionAgenda:\n1. Budget\n2. Dates',
    ]);
    expect(await page.locator('dialog[open] :focus').textContent()).toBe('Close');
    await page.keyboard.press('Enter');
    await page.setViewportSize({ width: 1280, height: 200 });
    await page.click('#calendar :text("Planning meeting")');
    const { y = -1 } = (await page.locator('dialog[open] h2').boundingBox()) ?? {};
    expect(y).toBeGreaterThan(0);
    await page.click('text=Open the answer');
    await page.waitForURL(/SelectEvent/);
    expect(await page.content()).toContain('Planning meeting');
  });

  test('shows markup as text and a script address as no link', async () => {
    const { page, complaints } = await open();
    await page.click('#calendar :text("<script>alert(1)</script>")');
    const dialog = page.locator('dialog[open]');
    expect(await dialog.locator('h2').textContent()).toBe('<script>alert(1)</script>');
    expect(await dialog.locator('dd:text-is("javascript:alert(1)")').count()).toBe(1);
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test('text from right to left stands on the right, also in the details', async () => {
    const { page } = await open();
    await page.click('#calendar :text("اجتماع")');
    const parts = `[...document.querySelectorAll('dialog :is(h2, dd)')]`;
    const onRight = `${parts}.filter((part) => getComputedStyle(part).direction === 'rtl')`;
    expect(await page.evaluate(`${onRight}.map(({ textContent }) => textContent)`)).toEqual([
      'اجتماع التخطيط السنوي',
      'القاهرة',
    ]);
  });

  test.each(['month', 'list'])(
    'the title of an all-day event from right to left begins on the right in the %s',
    async (view) => {
      const [start, end] = [Date.UTC(2026, 2, 10), Date.UTC(2026, 2, 12)];
      const holiday = eventOf({ id: 1, title: 'عطلة', start, end, allDay: true });
      const { page } = await openOther([holiday], `/#2026-03${view === 'list' ? '/list' : ''}`);
      const gap = await page.evaluate(`(() => {
      const title = document.querySelector('.event-title');
      const text = document.createRange();
      text.selectNodeContents(title);
      return title.closest('[tabindex]').getBoundingClientRect().right - text.getBoundingClientRect().right;
    })()`);
      expect(gap).toBeLessThan(20);
    },
  );

  test('a day with a few events more than fit shows them all, with their times, in the month', async () => {
    const { page } = await open();
    await page.getByText(/^\+\d( more)?$/).click();
    const day = page.locator('[role=dialog]:not(dialog)');
    for (const text of ['13:30', 'Stand-up', 'Dinner', '23:30']) await day.getByText(text).waitFor();
    expect(await page.isChecked('[value=dayGridMonth]')).toBe(true);
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    await page.click('dialog[open] h2');
    await page.keyboard.press('Escape');
    expect(await page.locator('dialog[open]').count()).toBe(0);
    expect(await page.locator(':focus').textContent()).toContain('Stand-up');
    await page.keyboard.press('Escape');
    expect(await day.count()).toBe(0);
    expect(await page.locator(':focus').textContent()).toMatch(/^\+\d/);
  });

  test('the events of a full day fit into a narrow screen', async () => {
    const [start, end] = [Date.UTC(2026, 2, 10, 9), Date.UTC(2026, 2, 10, 10)];
    const title = 'The annual meeting of all members and their guests';
    const events = [1, 2, 3, 4, 5, 6].map((id) => eventOf({ id, title, start, end }));
    const site = await openSite(events);
    const { page } = await openCalendar(`${site}/#2026-03`, { viewport: { width: 320, height: 640 } });
    await page.getByText(/^\+\d$/).click();
    await page.locator('[role=dialog]:not(dialog)').waitFor();
    expect(await cutOff(page)).toEqual([]);
  });

  test('an event without a duration is shown only on its day', async () => {
    const moment = Date.UTC(2026, 2, 10, 23, 30);
    const deadline = eventOf({ id: 1, title: 'Deadline', start: moment, end: moment });
    const { page } = await openOther([deadline], '/#2026-03/list');
    expect(await page.locator('#calendar [data-date]').count()).toBe(1);
    expect(await page.locator('#calendar').textContent()).toContain('23:30Deadline');
  });

  test('an empty store says so', async () => {
    const { page } = await openOther([]);
    await page.locator('#notice:text-is("There are no events yet.")').waitFor();
  });

  test.each([
    ['en-US', 'Sunday'],
    ['de-DE', 'Monday'],
    ['ar-EG', 'Saturday'],
  ])('a browser in %s begins its weeks on %s, and says so', async (locale, day) => {
    const { page } = await open('/#2026-03', { locale });
    expect(await page.locator('#week').textContent()).toContain(`Weeks begin on ${day},`);
    expect(await page.locator('#calendar [role=columnheader]').first().getAttribute('aria-label')).toBe(day);
    const hidden = await page.locator('#calendar [role=columnheader] [aria-hidden=true]').allTextContents();
    expect(hidden.join('')).toBe('');
  });

  test.each([
    ['2014-02', 'next'],
    ['9999-02', 'previous'],
  ])('an empty month, %s, leads to the nearest event: %s', async (month, which) => {
    const { page } = await open(`/#${month}`);
    const button = page.locator(`#notice button:has-text("Go to the ${which} events")`);
    const text = await button.textContent();
    await button.click();
    await page.locator('#status:has-text("16 events")').waitFor();
    expect(text?.endsWith(` in ${await page.locator('#period').textContent()}`)).toBe(true);
    expect(await page.locator('#notice').isVisible()).toBe(false);
  });

  test('shows the years 101 to 9999, and no month that it would show as another one', async () => {
    const [start, end] = [Date.UTC(9999, 11, 31, 8), Date.UTC(9999, 11, 31, 9)];
    const early = { start: Date.parse('0001-01-01T00:00Z'), end: Date.parse('0001-01-02T00:00Z') };
    const events = [
      eventOf({ id: 1, title: 'First', ...early }),
      eventOf({ id: 2, title: 'Last', start, end }),
    ];
    const { page, complaints } = await openOther(events, '/#9999-12', { TIME_ZONE: 'Asia/Kolkata' });
    await page.locator('#calendar [data-date="9999-12-31"]', { hasText: 'Last' }).waitFor();
    await page.click('#next');
    expect(await page.locator('#period').textContent()).toBe('December 9999');
    await page.evaluate(`location.hash = '#0101-01'`);
    await page.locator('#notice button:has-text("in December 9999")').waitFor();
    await page.locator('#calendar [data-date="0101-01-31"]').waitFor();
    await page.click('#previous');
    expect(await page.locator('#period').textContent()).toBe('January 101');
    const other = await openOther(events.slice(0, 1), '/#0001-01');
    expect(await other.page.locator('#notice').textContent()).toBe('No events in this month.');
    expect(other.page.url()).not.toContain('#19');
    expect(complaints).toEqual([]);
  });

  test.each([
    ['its events', 200, '**/calendar/events?start=2014-02*'],
    ['its events, a failure,', 503, '**/calendar/events?start=2014-02*'],
    ['the nearest month', 200, '**/calendar/nearest?month=2014-02'],
  ])('a late answer about %s leaves the month alone that is shown now', async (_what, status, address) => {
    const { page } = await open();
    if (status !== 200) await page.route(address, (route) => route.fulfill({ status }));
    const late = await holdAnswer(page, address);
    await page.fill('#jump', '2014-02');
    await late.asked;
    await page.locator(address.includes('events') ? '#status:text-is("Loading…")' : '#status').waitFor();
    await page.click('#today');
    await page.locator('#status:has-text("16 events")').waitFor();
    await late.arrive();
    expect(await page.locator('#status').textContent()).toBe('16 events');
    expect(await page.locator('#notice').isVisible()).toBe(false);
  });

  test('each empty month is reported once, if the search for the nearest month fails', async () => {
    const { page } = await open();
    await page.route('**/calendar/nearest?*', (route) => route.abort());
    for (const month of ['2014-02', '2014-03']) {
      const asked = page.waitForRequest(`**/calendar/nearest?month=${month}*`);
      await page.fill('#jump', month);
      await asked;
      await page.locator('#notice:text-is("No events in this month.")').waitFor();
    }
  });

  test("shows the service's sentence when it refuses", async () => {
    const { page } = await openOther(sampleEvents(NOW), '/', { MAX_EVENTS: '10', TIME_ZONE: 'Asia/Kolkata' });
    const sentence = 'There are more events than the limit of 10: ask for a shorter range.';
    expect(await page.locator('#notice').textContent()).toBe(sentence);
    await page.fill('#jump', '2014-02');
    await page.locator('#status:has-text("0 events")').waitFor();
    await page.click('#today');
    await page.locator(`#notice:text-is("${sentence}")`).waitFor();
    expect(await page.locator('#status').textContent()).toBe('');
  });

  test('stays usable with 2,000 events on one day', async () => {
    // The day before has enough events to fill the screen.
    const startOf = (id: number) => Date.UTC(2026, 2, id <= 20 ? 9 : 10, 20);
    const crowd = Array.from({ length: 2000 }, (_, index) => index + 1).map((id) =>
      eventOf({ id, title: `Event ${id}`, start: startOf(id), end: startOf(id) + 3_600_000 }),
    );
    const { page, complaints } = await openOther(crowd, '/#2026-03', { TIME_ZONE: 'Pacific/Kiritimati' });
    await page.click('text=/^\\+1,?97\\d/');
    await page.locator('#calendar :text-is("Event 2000")').waitFor();
    await page.evaluate('new Promise(requestAnimationFrame)');
    const day = await page.locator('#calendar [data-date="2026-03-11"]').boundingBox();
    expect(day?.y).toBeCloseTo(0, 0);
    await page.locator('#status:text-is("2,000 events")').waitFor();
    expect(await page.isChecked('[value=listMonth]')).toBe(true);
    await page.fill('#search', 'Event 1234');
    await page.locator('#status:has-text("1 of 2,000 events")').waitFor();
    await page.click('#calendar :text-is("Event 1234")');
    expect(await page.locator('dialog[open] h2').textContent()).toBe('Event 1234');
    expect(complaints).toEqual([]);
  });

  test('shows days of the time zone that is set, not of the browser', async () => {
    const [start, end] = [Date.UTC(2026, 2, 10, 20), Date.UTC(2026, 2, 10, 21)];
    const late = eventOf({ id: 1, title: 'Late', start, end });
    const { page } = await openOther([late], '/#2026-03', { TIME_ZONE: 'Asia/Tokyo' });
    expect(await page.locator('[data-date="2026-03-11"]').textContent()).toContain('05:00');
    expect(await page.locator('#status').textContent()).toBe('1 event');
  });
});
