import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import express from 'express';
import request from 'supertest';
import { assetsRouter, assetVersion } from '../../src/pages/assets';
import { renderCalendarPage } from '../../src/pages/calendar-page';
import { controlPage } from '../../src/pages/control-page';
import { helpPage } from './view';

const app = express().disable('etag').use('/assets', assetsRouter());
const css = `/assets/${assetVersion()}/site.css`;
const folder = path.join(__dirname, '../../src/pages/assets');

describe('an asset', () => {
  test('is cached for ever under the present version, and revalidated under another version', async () => {
    const present = await request(app).get(css);
    expect(present.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(present.headers['x-content-type-options']).toBe('nosniff');
    const past = await request(app).get('/assets/000000000000/site.css');
    expect(past.headers['cache-control']).toBe('no-cache');
    expect(past.text).toBe(present.text);
  });

  test('is compressed if the client accepts it, with its own ETag', async () => {
    const plain = await request(app).get(css).set('Accept-Encoding', 'identity');
    const coded = await request(app).get(css).set('Accept-Encoding', 'br, gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(coded.headers['content-encoding']).toBe('gzip');
    expect(coded.headers.vary).toBe('Accept-Encoding');
    expect(coded.headers.etag).not.toBe(plain.headers.etag);
    expect(coded.headers.etag).toMatch(/^"/);
    expect(Number(coded.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']));
    expect(coded.text).toBe(plain.text);
  });

  test('is compressed once for all clients', async () => {
    const compressed = jest.spyOn(zlib, 'gzip');
    for (let client = 0; client < 2; client++) await request(app).get(css).set('Accept-Encoding', 'gzip');
    expect(compressed.mock.calls.length).toBeLessThanOrEqual(1);
    compressed.mockRestore();
  });

  test('is sent as it is to a client that accepts no coding', async () => {
    const plain = await request(app).get(css).set('Accept-Encoding', 'identity');
    const other = await request(app).get(css).set('Accept-Encoding', 'identity;q=0, br');
    expect([other.status, other.headers.etag]).toEqual([200, plain.headers.etag]);
    expect(other.text).toBe(plain.text);
  });

  test('is not sent again to a client that has it', async () => {
    const { headers } = await request(app).get(css);
    const again = await request(app).get(css).set('If-None-Match', String(headers.etag));
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    expect((await request(app).get(css).set('If-None-Match', '"another"')).status).toBe(200);
  });

  const OTHERS = ['..%2fassets.ts', 'package.json', 'jsconfig.json', 'constructor'];
  test.each(OTHERS)('is served only if a page loads it: %s', async (name) => {
    expect((await request(app).get(`/assets/x/${name}`)).status).toBe(404);
  });
});

async function renderPages(): Promise<readonly string[]> {
  const calendar = renderCalendarPage({ timeZone: 'UTC', endpoint: '' });
  const { text: control } = await request(express().use(controlPage())).get('/test/');
  return [calendar, control, await helpPage({ op: 'SelectEvent' })];
}

test('the styles of a page follow those that all pages share, so that they prevail', async () => {
  for (const page of await renderPages()) {
    const styles = Array.from(page.matchAll(/href="[^"]*\/([\w-]+\.css)"/g), ([, name]) => name);
    expect(styles.slice(0, 2)).toEqual(['site.css', 'parts.css']);
    expect(styles.length).toBeGreaterThan(2);
  }
});

test('every file is loaded by a page or by a script of a page, and is served unchanged under its own name', async () => {
  const pages = await renderPages();
  const files = readdirSync(folder).filter((name) => !name.endsWith('.json'));
  const scripts = files.map((name) => readFileSync(path.join(folder, name), 'utf8'));
  const LOADED = /(?:href|src)="[^"]*assets\/\w+\/([^"]+)"| from '\.\/(.+)';$/gm;
  const loaded = [...pages, ...scripts].flatMap((text) =>
    Array.from(text.matchAll(LOADED), ([, linked, imported]) => linked ?? imported ?? ''),
  );
  const shared = ['js', 'css'].flatMap((type) => [`fullcalendar.${type}`, `fullcalendar-theme.${type}`]);
  expect([...new Set(loaded)].sort()).toEqual([...files, ...shared].sort());
  const answers = await Promise.all(shared.map((name) => request(app).get(`/assets/x/${name}`)));
  expect(answers.map(({ status }) => status)).toEqual(shared.map(() => 200));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(shared.length);
  const sent = await Promise.all(
    files.map((name) => request(app).get(`/assets/x/${name}`).responseType('blob')),
  );
  expect(sent.map(({ body }) => String(body))).toEqual(scripts);
});

test('no asset makes a browser load something from another site', () => {
  for (const name of readdirSync(folder)) {
    const text = readFileSync(path.join(folder, name), 'utf8');
    expect(text).not.toMatch(/(?:url\(|import[^;]*|src=)["']?(?:https?:)?\/\//);
  }
});
