/** The pages of examples/ work from another origin than the service's. Their widgets come from node_modules. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { listening } from '../support/listening';
import { describeInBrowser, newPage } from './browser';
import { openSite, sampleEvents } from './site';

const ROOT = path.join(__dirname, '../..');
const SERVICE = 'http://127.0.0.1:8080';
const CDN = 'https://cdn.jsdelivr.net/npm/';

describeInBrowser('an example page', () => {
  let service: string;
  let named: string;
  let unnamed: string;

  beforeAll(async () => {
    named = await serveExamples();
    unnamed = await serveExamples();
    service = await openSite(sampleEvents(new Date()), { CORS_ORIGINS: named }, 'file');
  });

  async function serveExamples(): Promise<string> {
    const server = createServer((request, response) => {
      const example = readFileSync(path.join(ROOT, 'examples', path.basename(request.url ?? '')), 'utf8');
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(example.replaceAll(SERVICE, service));
    });
    return (await listening(server, '127.0.0.1', 'file')).url;
  }

  test.each(['fullcalendar.html', 'bootstrap-calendar.html'])(
    '%s shows the events of a service that names its site',
    async (name) => {
      const { page, errors } = await openExample();
      await page.goto(`${named}/${name}`);
      await page
        .locator(`#calendar :is(:text("Planning meeting"), [data-original-title*="Planning"])`)
        .first()
        .waitFor();
      expect(errors).toEqual([]);
    },
  );

  test('shows none where the service names another site', async () => {
    const { page } = await openExample();
    const blocked = page.waitForEvent('console', (message) => message.text().includes('CORS policy'));
    await page.goto(`${unnamed}/fullcalendar.html`);
    await blocked;
    expect(await page.locator('#calendar :text("Planning meeting")').count()).toBe(0);
  });
});

async function openExample() {
  // The widgets show the browser's month, and the events are in the month that it is now in UTC.
  const page = await newPage({ timezoneId: 'UTC' });
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await serveWidgets(page);
  return { page, errors };
}

/** Serves the widgets. The tests need the versions that the example names. */
async function serveWidgets(page: Page): Promise<void> {
  await page.route(`${CDN}**`, async (route) => {
    const [, name = '', version, file = ''] =
      /^([^@/]+)@([^/]+)\/([^?]+)/.exec(route.request().url().slice(CDN.length)) ?? [];
    const folder = path.join(ROOT, 'node_modules', name);
    const installed = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version;
    if (installed !== version) throw new Error(`${name} is ${installed} here, ${version} in the example`);
    await route.fulfill({
      path: path.join(folder, file),
      headers: { 'Access-Control-Allow-Origin': '*' },
    });
  });
}
