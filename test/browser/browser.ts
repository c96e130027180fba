/** Starts Debian's chromium by playwright-core. Without chromium the browser tests are skipped and counted. */
import { existsSync } from 'node:fs';
import axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { deferred } from '../support/deferred';
import { CHROMIUM } from '../support/known-skips.js';

const FOUND = existsSync(CHROMIUM);

/** These tests share this browser. */
let browser: Browser;

/** This is `describe` with a browser. It skips its tests if there is no browser. */
export function describeInBrowser(name: string, tests: () => void): void {
  (FOUND ? describe : describe.skip)(name, () => {
    beforeAll(async () => {
      browser = await chromium.launch({
        executablePath: CHROMIUM,
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-quic',
          '--no-first-run',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
        ],
      });
    });
    afterAll(() => browser?.close());
    tests();
  });
}

export type WatchedPage = Awaited<ReturnType<typeof openPage>>;

/** These contexts are closed when their test ends. */
const contexts: BrowserContext[] = [];
afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));

export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  // The browser has another zone than the service, so that a page that confuses the two shows wrong times.
  const context = await browser.newContext({ timezoneId: 'America/New_York', ...options });
  contexts.push(context);
  context.setDefaultTimeout(60_000);
  return context.newPage();
}

export async function openPage(address: string, options?: BrowserContextOptions) {
  const page = await newPage(options);
  /** Lists console errors and warnings, uncaught errors, and requests to another host. */
  const complaints: string[] = [];
  const { origin } = new URL(address);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) complaints.push(`request: ${request.url()}`);
  });
  await page.goto(address);
  return { page, complaints };
}

export async function openCalendar(address: string, options?: BrowserContextOptions): Promise<WatchedPage> {
  const opened = await openPage(address, options);
  await opened.page.locator('#status:has-text("event"), #notice:visible').first().waitFor();
  return opened;
}

/** Clicks a button, and waits for a label that the button shows only for a moment. */
export async function clickFor(page: Page, button: string, label: string): Promise<void> {
  await Promise.all([page.locator(label).waitFor(), page.click(button)]);
}

/** Holds back the answer to the next request for an address. */
export async function holdAnswer(page: Page, address: string) {
  const held = deferred();
  await page.route(address, (route) => held.promise.then(() => route.fallback()), { times: 1 });
  return {
    asked: page.waitForRequest(address),
    /** Releases the answer, and resolves when the page has processed it. */
    async arrive() {
      const answered = page.waitForResponse(address);
      held.resolve();
      await (await answered).finished();
      await page.evaluate('new Promise(requestAnimationFrame)');
    },
  };
}

/**
 * Returns the violations of WCAG 2.2 A and AA and of best practices that axe-core finds, one line for each rule.
 * @param runOnly the names of the rules that are checked; all if it is left out
 */
export async function accessibilityProblems(
  page: Page,
  runOnly?: readonly string[],
): Promise<readonly string[]> {
  // The script runs through the debugger, because the page's policy would block it.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const options = JSON.stringify({ resultTypes: ['violations'], runOnly });
  const { violations } = (await page.evaluate(`axe.run(document, ${options})`)) as axe.AxeResults;
  return violations.map(
    ({ id, impact, nodes }) =>
      `${impact} ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(' | ')}`,
  );
}

/**
 * Lists the elements that a reader can't see as a whole, because they are wider than the window and no element around
 * them scrolls.
 */
export function cutOff(page: Page): Promise<unknown> {
  return page.evaluate(`[...document.body.querySelectorAll('*')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1)
    .filter((one) => {
      const scrolls = (at) => at !== null && (/auto|scroll/.test(getComputedStyle(at).overflowX) || scrolls(at.parentElement));
      return !scrolls(one.parentElement);
    })
    .map((one) => one.outerHTML.slice(0, 100))`);
}

/**
 * Lists the elements whose outline is not visible as a whole when they have the focus, because a box around them hides
 * it. The events of the month are left out, because FullCalendar hides a part of their outlines.
 */
export function hiddenOutlines(page: Page): Promise<unknown> {
  return page.evaluate(`[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    .filter((one) => {
      if (one.closest('#calendar') !== null) return false;
      one.focus({ focusVisible: true });
      if (document.activeElement !== one) return false;
      const { outlineWidth, outlineOffset } = getComputedStyle(one);
      const reach = parseFloat(outlineWidth) + parseFloat(outlineOffset);
      const { left, top, right, bottom } = one.getBoundingClientRect();
      const hides = (at) => {
        if (at === null) return false;
        if (!/hidden|clip/.test(getComputedStyle(at).overflow)) return hides(at.parentElement);
        const box = at.getBoundingClientRect();
        const room = Math.min(left - box.left, top - box.top, box.right - right, box.bottom - bottom);
        return room < reach || hides(at.parentElement);
      };
      return hides(one.parentElement);
    })
    .map((one) => one.outerHTML.slice(0, 100))`);
}
