/** Every page is accessible, logs no errors, and fits its window, at two widths and in two colour schemes. */
import path from 'node:path';
import type { Page } from 'playwright-core';
import {
  accessibilityProblems,
  cutOff,
  describeInBrowser,
  hiddenOutlines,
  openCalendar,
  openPage,
} from './browser';
import { openSite, sampleEvents } from './site';

/** If this folder is set, the tests write screenshots for people into it. */
const FOLDER = process.env.SCREENSHOTS;
const HELP = '/WebServices/Events.asmx';

type Act = (page: Page) => Promise<unknown>;
const doNothing: Act = async () => undefined;

const PAGES: readonly [name: string, address: string, act: Act][] = [
  ['operations', HELP, doNothing],
  ['operation', `${HELP}?op=SelectEventsRanged`, doNothing],
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
  ['method-not-found', `${HELP}?op=%D8%A7%D8%AC%D8%AA%D9%85%D8%A7%D8%B9`, doNothing],
  ['method-not-found-of-a-long-name', `${HELP}?op=${'LongName'.repeat(20)}`, doNothing],
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
  ['not-found', '/no/such/page', doNothing],
  ['empty-month', '/#2014-02', (page) => page.locator('#notice button').waitFor()],
];

describeInBrowser('the pages', () => {
  let site: string;
  beforeAll(async () => {
    site = await openSite(sampleEvents(new Date()), {}, 'file');
  });

  describe.each([
    ['desktop', 1280],
    ['phone', 390],
  ])('on a %s', (size, width) => {
    test.each(PAGES)('%s passes axe, logs no errors and fits the width', async (name, address, act) => {
      const viewport = { width, height: 900 };
      const open = /^\/(#|$)/.test(address) ? openCalendar : openPage;
      const { page, complaints } = await open(site + address, { viewport });
      await act(page);
      // The schemes differ only in colours.
      const schemes = [
        ['light', undefined],
        ['dark', ['color-contrast']],
      ] as const;
      for (const [colorScheme, rules] of schemes) {
        await page.emulateMedia({ colorScheme });
        if (FOLDER !== undefined) {
          const file = path.join(FOLDER, `${name}-${size}-${colorScheme}.png`);
          await page.screenshot({ path: file, fullPage: name !== 'details', animations: 'disabled' });
        }
        expect([colorScheme, await accessibilityProblems(page, rules)]).toEqual([colorScheme, []]);
      }
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      expect(await cutOff(page)).toEqual([]);
      expect(await hiddenOutlines(page)).toEqual([]);
      const main = await page.locator('main').boundingBox();
      expect(main && main.x * 2 + main.width).toBe(width);
      // The browser itself logs an error for an answer with an error status. These two pages request such answers.
      const expected = { fault: 'status of 500', 'not-found': 'status of 404' }[name];
      expect(complaints).toEqual(expected === undefined ? [] : [expect.stringContaining(expected)]);
    });
  });
});
