/** Every page at two widths in two colour schemes: accessible, complaint-free, no wider than its window. */
import { mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { usePostgres } from '../support/databases';
import { accessibilityProblems, describeInBrowser, launch, openCalendar, openPage } from './browser';
import { sampleEvents } from './samples';
import type { Site } from './site';
import { openStoredSite } from './stored-site';

/** Screenshots for a person to look at; in a folder of this user's own, since another's may be there. */
const FOLDER =
  process.env.SCREENSHOTS ?? path.join(tmpdir(), `events-query-screenshots-${userInfo().username}`);
const HELP = '/WebServices/Events.asmx';

type Act = (page: Page) => Promise<unknown>;
const look: Act = async () => undefined;

const PAGES: readonly [name: string, address: string, act: Act][] = [
  ['operations', HELP, look],
  ['operation', `${HELP}?op=SelectEventsRanged`, look],
  [
    'answer',
    `${HELP}?op=SelectEvents`,
    async (page) => {
      await page.click('role=button[name="Invoke"]');
      await page.locator('#answer .status').waitFor();
    },
  ],
  [
    'fault',
    `${HELP}?op=SelectEvents`,
    async (page) => {
      await page.fill('#month', '13');
      await page.click('role=button[name="Invoke"]');
      await page.locator('#answer .fault').waitFor();
    },
  ],
  ['method-not-found', `${HELP}?op=%D8%A7%D8%AC%D8%AA%D9%85%D8%A7%D8%B9`, look],
  ['calendar', '/', (page) => page.check('[value=dayGridMonth]', { force: true })],
  ['list', '/', (page) => page.check('[value=listMonth]', { force: true })],
  [
    'details',
    '/',
    async (page) => {
      await page.click('#calendar :text("Planning meeting")');
      await page.locator('dialog[open]').waitFor();
    },
  ],
  ['not-found', '/no/such/page', look],
  ['empty-month', '/#2014-02', (page) => page.locator('#notice button').waitFor()],
];

describeInBrowser('the pages', () => {
  const engine = usePostgres();
  let browser: Browser;
  let site: Site;

  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    browser = await launch();
    site = await openStoredSite(engine, sampleEvents(new Date()));
  });

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const views = (['light', 'dark'] as const).flatMap((colorScheme) => [
    { size: 'desktop', width: 1280, colorScheme },
    { size: 'phone', width: 390, colorScheme },
  ]);

  describe.each(views)('on a $size in $colorScheme', ({ size, width, colorScheme }) => {
    test.each(PAGES)('%s passes axe, complains of nothing and fits the width', async (name, address, act) => {
      const viewport = { width, height: 900 };
      const open = /^\/(#|$)/.test(address) ? openCalendar : openPage;
      const { page, complaints, close } = await open(browser, site.url + address, { viewport, colorScheme });
      await act(page);
      await page.screenshot({
        path: path.join(FOLDER, `${name}-${size}-${colorScheme}.png`),
        fullPage: name !== 'details',
        animations: 'disabled',
      });
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      // The browser itself reports an answer that is an error, which these two pages ask for.
      const expected = { fault: 'status of 500', 'not-found': 'status of 404' }[name];
      expect(complaints).toEqual(expected === undefined ? [] : [expect.stringContaining(expected)]);
      await close();
    });
  });
});
