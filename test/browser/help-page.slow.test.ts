import type { Browser } from 'playwright-core';
import { OPERATIONS } from '../../src/contract/operations';
import { usePostgres } from '../support/databases';
import { describeInBrowser, launch, openPage } from './browser';
import { sampleEvents } from './samples';
import { openSite, type Site } from './site';
import { openStoredSite } from './stored-site';
import { stubService } from './stub-service';

const HELP = '/WebServices/Events.asmx';
const BINDINGS = ['HTTP GET', 'HTTP POST', 'SOAP 1.1', 'SOAP 1.2'];
const NOW = new Date();

describeInBrowser('the help page in a browser', () => {
  const engine = usePostgres();
  let browser: Browser;
  let site: Site;

  beforeAll(async () => {
    browser = await launch();
    site = await openStoredSite(engine, sampleEvents(NOW));
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const open = (op: string, options = {}) => openPage(browser, `${site.url}${HELP}?op=${op}`, options);
  const choose = (binding: string) => `input[name="binding"][value="${binding}"]`;

  describe.each(OPERATIONS.map(({ name }) => name))('the form of %s', (operation) => {
    test.each(BINDINGS)('calls through %s with its example values and shows the answer', async (binding) => {
      const { page, complaints, close } = await open(operation);
      await page.check(choose(binding), { force: true });
      const announced = await page.locator('#request').textContent();
      await page.click('role=button[name="Invoke"]');
      expect(await page.locator('#answer .status').textContent()).toBe('200 OK');
      expect(await page.locator('#answer [open]').textContent()).toContain('Planning meeting');
      await page.click('#answer summary:has-text("Request")');
      const sent = await page.locator('#answer [open] pre').textContent();
      expect(sent).toBe(announced);
      await page.click('#answer summary:has-text("Raw")');
      const raw = await page.locator('#answer [open] pre').textContent();
      expect(raw).toMatch(binding.startsWith('SOAP') ? /<soap:Envelope/ : /<string xmlns=/);
      await page.click('#answer summary:has-text("Headers")');
      const headers = await page.locator('#answer [open] pre').textContent();
      expect(headers).toMatch(/^HTTP\/1\.1 200 OK\n/);
      expect(headers).toMatch(/content-type: /);
      expect(complaints).toEqual([]);
      await close();
    });
  });

  test.each(BINDINGS)(
    'a value that the service refuses is sent through %s, and its fault shown',
    async (binding) => {
      const { page, close } = await open('SelectEvents');
      await page.check(choose(binding), { force: true });
      await page.fill('#month', '13');
      expect(await page.locator('[data-meaning="month"]').textContent()).not.toBe('');
      await page.click('role=button[name="Invoke"]');
      expect(await page.locator('#answer .status').textContent()).toBe('500 Internal Server Error');
      expect(await page.locator('#answer .fault').textContent()).toBe('month must be from 1 to 12.');
      await close();
    },
  );

  test('the ready calls follow the form', async () => {
    const { page, close } = await open('SelectEvent');
    await page.fill('#intEventID', '42');
    await page.selectOption('#bolAsJSON', 'false');
    await page.click('summary:text("Python, zeep")');
    expect(await page.locator('.calls [open] pre').textContent()).toContain(
      'SelectEvent(intEventID=42, bolAsJSON=False)',
    );
    await page.click('summary:text-is("curl")');
    expect(await page.locator('.calls [open] pre').textContent()).toContain(
      'SelectEvent?intEventID=42&bolAsJSON=false',
    );
    await close();
  });

  test('the date picker fills a 64-bit value in the unit and the time zone that are set', async () => {
    const berlin = await openSite(stubService([]), {
      RANGE_UNIT: 'dotnet-ticks',
      TIME_ZONE: 'Europe/Berlin',
    });
    const { page, complaints, close } = await openPage(browser, `${berlin.url}${HELP}?op=SelectEventsRanged`);
    await page.fill('[data-fills="from"]', '2026-07-01T00:00');
    // 2026-06-30T22:00:00Z
    expect(await page.inputValue('#from')).toBe('639184536000000000');
    expect(await page.locator('[data-meaning="from"]').textContent()).toBe(
      '2026-07-01 00:00:00 in Europe/Berlin',
    );
    await page.fill('#to', '9223372036854775807');
    expect(await page.locator('#request').textContent()).toContain('to=9223372036854775807');
    expect(complaints).toEqual([]);
    await close();
    await berlin.close();
  });

  test('the form works by keyboard alone', async () => {
    const { page, close } = await open('SelectEvents');
    await page.focus(choose('HTTP POST'));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.locator('#answer .status').textContent()).toBe('200 OK');
    expect(await page.locator('#request').textContent()).toContain('SOAPAction');
    await page.focus('#answer summary:has-text("Formatted")');
    await page.keyboard.press('Enter');
    expect(await page.locator('#answer [open] pre').getAttribute('aria-label')).toBe('Answer, formatted');
    await close();
  });

  test('without JavaScript the form posts, and every call can be read', async () => {
    const { page, close } = await open('SelectEvent', { javaScriptEnabled: false });
    for (const language of ['curl, SOAP', 'C#, WCF', 'PowerShell']) {
      await page.click(`.calls summary:text-is("${language}")`);
      expect(await page.locator('.calls pre:visible').getAttribute('aria-label')).toBe(language);
    }
    const [answer] = await Promise.all([
      page.context().waitForEvent('page'),
      page.click('role=button[name="Invoke"]'),
    ]);
    await answer.waitForLoadState();
    expect(answer.url()).toBe(`${site.url}${HELP}/SelectEvent`);
    expect(await answer.content()).toContain('Planning meeting');
    await close();
  });

  test('code can be copied', async () => {
    const { page, close } = await open('SelectEvents', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.click('.calls [open] .copy');
    await page.locator('.calls [open] .copy:has-text("Copied")').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      await page.locator('.calls [open] pre').textContent(),
    );
    await close();
  });

  test('markup in ?op= is shown, not run', async () => {
    const { page, complaints, close } = await open(encodeURIComponent('<img src=x onerror=alert(1)>'));
    expect(await page.locator('.lead').textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(await page.locator('main img').count()).toBe(0);
    expect(complaints).toEqual([]);
    await close();
  });
});
