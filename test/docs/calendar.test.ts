import request from 'supertest';
import { readText } from '../deploy/yaml';
import { emptySite } from '../pages/view';

const DOC = readText('docs/calendar.md');
const HOST = 'http://127.0.0.1:8080';

const app = emptySite();

const calls = [...DOC.matchAll(/^curl '([^']*)'$/gm)].map(([, url = '']) => url);

test('the document shows a call for each feed', () => {
  expect(calls.map((url) => new URL(url).pathname)).toEqual(['/calendar/events', '/calendar/bootstrap']);
});

test.each(calls)('%s is answered', async (url) => {
  const answer = await request(app).get(url.slice(HOST.length));
  expect([answer.status, answer.body]).toEqual([200, []]);
});

test.each(['fullcalendar', 'bootstrap-calendar'])('examples/%s.html uses the feed of the page', (name) => {
  const page = readText(`examples/${name}.html`);
  const [feedUrl = ''] = /http:\/\/127\.0\.0\.1:8080\/calendar\/\w+/.exec(page) ?? [];
  expect(DOC).toContain(`'${feedUrl}'`);
});
