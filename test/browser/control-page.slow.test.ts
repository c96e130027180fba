import { type EventsQuery, startEventsQuery } from '../../src/testing/client';
import { accessibilityProblems, clickFor, cutOff, describeInBrowser, holdAnswer, openPage } from './browser';

const EVENT = { id: 7, title: '<b>Board</b> meeting', start: '2026-03-01T09:00:00Z' };

describeInBrowser('the control page in a browser', () => {
  let service: EventsQuery;
  beforeEach(async () => {
    service = await startEventsQuery({ events: [EVENT] });
  });
  afterEach(() => service.close());

  const open = (options = {}) =>
    openPage(`${service.control.address}/test/?space=${service.control.name}`, options);
  const ask = (query = 'intEventID=7&bolAsJSON=true') => fetch(`${service.url}/SelectEvent?${query}`);

  test('shows the events of the space, as text, and changes them', async () => {
    const { page, complaints } = await open();
    await page.locator('role=region[name="All events"] >> td:text-is("<b>Board</b> meeting")').waitFor();
    await page.locator(`role=heading[name="Events of ${service.control.name}: 1"]`).waitFor();
    const form = page.getByRole('form', { name: 'Change the events' });
    await form.getByLabel('Events').fill('id,title,start\n8,Second,2026-04-01\n');
    const formats = await form.locator('option').allTextContents();
    expect(formats).toEqual(['JSON', 'JSON Lines', 'CSV', 'iCalendar']);
    await form.getByLabel('Format').selectOption('CSV');
    await page.click('role=button[name="Add or change"]');
    await page.locator('#status:has-text("Read 1, added 1, changed 0, unchanged 0, removed 0.")').waitFor();
    expect(await service.control.events.list()).toHaveLength(2);
    await page.click('role=button[name="Replace all"]');
    await page.locator('#status:has-text("Read 1, added 0, changed 0, unchanged 1, removed 1.")').waitFor();
    await page.click('role=button[name="Remove all"]');
    await page.locator('#event-rows:empty').waitFor({ state: 'attached' });
    expect(await service.control.events.list()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  test('the page shows the sentence with which the importer refuses events', async () => {
    const { page } = await open();
    await page.fill('textarea[name=text]', '[{ "title": "x", "start": "soon" }]');
    await page.click('role=button[name="Replace all"]');
    await page.locator('#problem:has-text("start must be a date")').waitFor();
    expect(await page.locator('#status').textContent()).toBe('');
    await page.click('role=button[name="Remove all"]');
    await page.locator('#status:has-text("removed 1")').waitFor();
    expect(await page.locator('#problem').isVisible()).toBe(false);
    await page.click('role=button[name="Replace all"]');
    await page.locator('#problem:visible').waitFor();
    expect(await page.locator('#status').textContent()).toBe('');
  });

  test('a rule is made by the form, answers calls, and is deleted', async () => {
    const { page, complaints } = await open();
    await page.selectOption('#example', { label: 'an HTTP status' });
    const example = await page.inputValue('#rule');
    await page.fill('#rule', example.replace('500', '418'));
    await page.click('role=button[name="Add the rule"]');
    await page.locator('#rule-rows:has-text("418")').waitFor();
    expect((await ask()).status).toBe(418);
    const [rule] = await service.control.rules.list();
    expect(rule).toMatchObject({ times: 2, then: { status: 418 }, used: 1 });
    await page.click('role=button[name="Reload"]');
    await page.locator('#rule-rows td:text-is("1")').waitFor();
    const shown = JSON.parse(String(await page.locator('#rule-rows code').textContent()));
    expect({ id: '1', used: 1, ...shown }).toEqual(rule);
    const deleted = await holdAnswer(page, '**/rules/1');
    await page.click('role=button[name="Delete rule 1"]');
    await deleted.arrive();
    await page.locator('#rule-rows:empty').waitFor({ state: 'attached' });
    await page.locator('#status:text-is("The rule is deleted.")').waitFor();
    expect(await page.locator(':focus').getAttribute('aria-label')).toBe('All rules');
    expect((await ask()).status).toBe(200);
    expect(complaints).toEqual([]);
  });

  test('each example is a rule that the service takes', async () => {
    const { page } = await open();
    const examples = await page.locator('#example option').allTextContents();
    expect(examples.length).toBeGreaterThan(10);
    for (const [index, label] of examples.entries()) {
      await page.selectOption('#example', { label });
      await page.click('role=button[name="Add the rule"]');
      await page.locator(`#rule-rows tr >> nth=${index}`).waitFor();
    }
    const rules = await service.control.rules.list();
    expect(new Set(rules.map(({ then }) => JSON.stringify(then))).size).toBe(examples.length);
  });

  test('the journal shows calls and refused requests as they come, with their bytes', async () => {
    await service.control.rules.add({ when: { operation: 'SelectEvent' }, then: { result: 'by rule' } });
    await ask();
    const { page, complaints } = await open();
    await page.locator('#live:has-text("Live")').waitFor();
    expect(await page.locator('role=region[name="Journal, newest first"] >> td').allTextContents()).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3}$/),
      'SelectEvent',
      'intEventID=7, bolAsJSON=true',
      'httpget',
      '200 ok, rule 1',
      expect.stringMatching(/^\d+ ms$/),
    ]);
    expect(await page.locator('role=region[name="Journal, newest first"] >> th').first().textContent()).toBe(
      'At (UTC)',
    );
    await ask('intEventID=x&bolAsJSON=true');
    await page.locator('#journal-rows tr[data-outcome="refused"]').waitFor();
    await page.click('#journal-rows tr[data-outcome="refused"] button');
    const [request, answer] = await page.locator('role=dialog[name=/^GET .*=x&/] >> pre').allTextContents();
    expect(request).toContain('intEventID=x');
    expect(answer).toMatch(/^HTTP\/1\.1 500\n.*^content-length: \d+$.*\n\nCannot convert x/ims);
    await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
    await clickFor(page, '#dialog figure:first-of-type .copy', '#dialog .copy:has-text("Copied")');
    expect(await page.locator('#dialog textarea').count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.click('#dialog button:has-text("Close")');
    await page.fill('#rule', '');
    await page.press('#rule', 'Control+V');
    expect(await page.inputValue('#rule')).toBe(request);
    await page.click('role=button[name="Clear the journal"]');
    await page.locator('#journal-rows:empty').waitFor({ state: 'attached' });
    expect(await service.control.requests.list()).toEqual([]);
    await service.control.rules.add({ then: { reset: 'before' } });
    await expect(fetch(`${service.url}/SelectEvents?month=3&year=2026`)).rejects.toThrow();
    await page.click('#journal-rows button');
    expect(await page.locator('#dialog pre').last().textContent()).toMatch(/^no answer\n/);
    expect(complaints).toEqual([]);
  });

  test('the newest request is on top, even if it arrives before the list of earlier requests', async () => {
    await ask();
    const { page } = await open();
    await page.locator('#journal-rows td:has-text("intEventID=7")').waitFor();
    const list = await holdAnswer(page, '**/requests?limit=*');
    await page.click('role=button[name="Reload"]');
    await list.asked;
    const rows = page.locator('#journal-rows tr');
    do await ask('intEventID=x&bolAsJSON=true');
    while ((await rows.count()) === 0);
    await list.arrive();
    await page.locator('#journal-rows td:has-text("intEventID=7")').waitFor();
    expect(await rows.first().getAttribute('data-outcome')).toBe('refused');
    expect(await rows.count()).toBe((await service.control.requests.list()).length);
  });

  test('the list of requests is read after the stream is open, so that no request between them is missed', async () => {
    const { page } = await open();
    await page.locator('#live:has-text("Live")').waitFor();
    const order: string[] = [];
    const note = (what: string) => () => order.push(what);
    await Promise.all([
      page.waitForRequest('**/requests?limit=*').then(note('list asked')),
      page.waitForResponse('**/requests/stream').then(note('stream open')),
      page.click('role=button[name="Reload"]'),
    ]);
    expect(order).toEqual(['stream open', 'list asked']);
  });

  test('a stream that opens again shows what came while it was closed', async () => {
    const { page } = await open();
    await page.locator('#live:has-text("Live")').waitFor();
    await page.route('**/requests/stream', (route) => ask().then(() => route.fallback()), { times: 1 });
    const once = { contentType: 'text/event-stream', body: 'retry: 500\n\n' };
    await page.route('**/requests/stream', (route) => route.fulfill(once), { times: 1 });
    await page.click('role=button[name="Reload"]');
    await page.locator('#journal-rows td:has-text("intEventID=7")').waitFor();
    await page.locator('#live:has-text("Live")').waitFor();
  });

  test('of many events and requests the first and the newest are shown; a stream that breaks off is said', async () => {
    await service.control.events.replace(
      Array.from({ length: 101 }, (_, index) => ({ title: `Event ${index}`, start: 'today' })),
    );
    for (let asked = 0; asked < 200; asked++) await ask();
    const { page } = await open();
    await page.locator('#journal-rows tr >> nth=199').waitFor();
    await ask('intEventID=x&bolAsJSON=true');
    await page.locator('#journal-rows tr[data-outcome="refused"]').waitFor();
    expect(await page.locator('#journal-rows tr').count()).toBe(200);
    expect(await page.locator('#event-rows tr').count()).toBe(100);
    expect(await page.locator('#event-count').textContent()).toBe('101, the first 100 are shown');
    await page.route('**/requests/stream', (route) => route.abort());
    await page.click('role=button[name="Reload"]');
    await page.locator('#live:has-text("Reconnecting")').waitFor();
  });

  test('a stream that the service refuses is said, and does not hold up the rest of the page', async () => {
    await ask();
    const { page } = await open();
    await page.locator('#live:has-text("Live")').waitFor();
    const full = { status: 413, contentType: 'application/problem+json', body: '{}' };
    await page.route('**/requests/stream', (route) => route.fulfill(full));
    await page.reload();
    await page.locator('#live:has-text("Not live: reload the page")').waitFor();
    await page.locator('#journal-rows td:has-text("intEventID=7")').waitFor();
    await page.click('role=button[name="Remove all"]');
    await page.locator('#status:has-text("removed 1")').waitFor();
    await page.unroute('**/requests/stream');
    await page.click('role=button[name="Reload"]');
    await page.locator('#live:text-is("Live")').waitFor();
  });

  const FAILED = 'The page has failed: reload it.';
  test.each([
    ['spaces', undefined, 'The service does not answer.'],
    ['events', undefined, 'The service does not answer.'],
    ['rules', { body: '<p>Log in</p>' }, 'The service answered 200.'],
    ['requests?limit=*', { status: 502 }, 'The service answered 502.'],
    ['rules', { body: '{}' }, FAILED],
  ])('%s that come as %j are said', async (part, answer, sentence) => {
    const { page, complaints } = await open();
    await page.locator('#live:has-text("Live")').waitFor();
    await page.route(`**/${part}`, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await page.click('role=button[name="Reload"]');
    await page.locator(`#problem:text-is("${sentence}")`).waitFor();
    expect(complaints.some((text) => text.startsWith('uncaught'))).toBe(sentence === FAILED);
  });

  test('a space is made, chosen and ended', async () => {
    await service.control.createSpace({ name: 'other' });
    const { page, complaints } = await open();
    await page.getByRole('textbox', { name: 'Name' }).fill(' by-hand ');
    await page.getByLabel('Time zone').fill('Asia/Tokyo');
    await page.click('role=button[name="Create a space"]');
    await page.locator('#status:has-text("The space by-hand is ready.")').waitFor();
    expect(await page.locator('#space-rows [aria-current]').textContent()).toBe('by-hand');
    expect(page.url()).toContain('space=by-hand');
    const made = await service.control.space('by-hand');
    expect(Date.parse(String(made.expires))).toBeGreaterThan(Date.now());
    const ends = await page.evaluate(`new Date('${made.expires}').toLocaleString()`);
    const row = page.locator('role=region[name="All spaces"] >> tr:has-text("by-hand")');
    expect(await row.locator('td').allTextContents()).toEqual(['by-hand', made.url, ends, 'End']);
    expect(await row.getByRole('link').getAttribute('href')).toBe(made.url);
    expect(await page.locator('role=button[name="End default"]').count()).toBe(0);
    await made.events.replace([{ title: 'Tokyo', start: '2026-03-05T09:00' }]);
    expect(await made.events.list()).toMatchObject([{ start: '2026-03-05T00:00:00Z' }]);
    expect(await page.locator('#space-rows tr:has-text("other")').textContent()).toContain('never');
    await page.click('role=button[name="End other"]');
    await page.locator('#space-rows:not(:has-text("other"))').waitFor();
    await page.locator('#status:text-is("The space other has ended.")').waitFor();
    expect(await page.locator('#space-rows [aria-current]').textContent()).toBe('by-hand');
    await page.click('role=button[name="End by-hand"]');
    await page.locator('#space-rows:not(:has-text("by-hand"))').waitFor();
    expect(await page.locator('#space-rows [aria-current]').textContent()).toBe('default');
    await page.getByRole('textbox', { name: 'Name' }).fill('');
    await page.click('role=button[name="Create a space"]');
    const unnamed = await page.locator('#space-rows [aria-current]:not(:text-is("default"))').textContent();
    await page.locator(`#status:has-text("The space ${unnamed} is ready.")`).waitFor();
    expect(page.url()).toContain(`space=${unnamed}`);
    expect(complaints).toEqual([]);
  });

  test('the space that was chosen last is shown, although the one before it answers late', async () => {
    const late = await service.control.createSpace({ name: 'late' });
    await late.events.replace([{ title: 'Late', start: 'today' }]);
    const { page, complaints } = await open();
    const events = await holdAnswer(page, '**/spaces/late/events');
    await page.click('role=button[name="late"]');
    await events.asked;
    await page.click(`role=button[name="${service.control.name}"]`);
    // If the page did not wait for the first space, it would show the second space here.
    await page
      .locator(`[data-space]:text-is("${service.control.name}")`)
      .first()
      .waitFor({ timeout: 500 })
      .catch(() => {});
    await events.arrive();
    await page.locator('#event-rows td:has-text("meeting")').waitFor({ timeout: 5_000 });
    expect(await page.locator('#event-rows tr').count()).toBe(1);
    await page.locator('#live:has-text("Live")').waitFor();
    await fetch(`${late.url}/SelectEvent?intEventID=1&bolAsJSON=true`);
    await ask();
    await page.locator('#journal-rows td:has-text("intEventID=7")').waitFor();
    expect(await page.locator('#journal-rows tr').count()).toBe(1);
    expect(complaints).toEqual([]);
    await late.end();
  });

  test.each(['light', 'dark'] as const)('is accessible in %s and on a narrow screen', async (colorScheme) => {
    await service.control.rules.add({ then: { delay: { ms: 1 } } });
    await ask();
    const { page, complaints } = await open({ colorScheme, viewport: { width: 360, height: 720 } });
    await page.locator('#journal-rows td:has-text("intEventID=7")').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await cutOff(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
