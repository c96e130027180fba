/** Spaces can be created, changed and deleted, and clients see their events. */
import type { BaseStore } from '../../src/testing/events/base-events';
import { MemoryStore } from '../../src/testing/events/memory-store';
import { send } from '../support/send';
import { vcalendar, vevent } from '../transfer/support';
import { type Controlled, CSV_TYPE, ENDPOINT, MARCH_CALL, startTestControl, titlesAt } from './support';

const EVENT = { title: 'Mine', start: '2026-03-05T09:00:00Z' };

/** Returns the body of the answer to a request, because `fetch` can't send a chosen Host or request target. */
async function bodyOf(url: string, ...head: string[]): Promise<string> {
  return (await send([...head, '', ''].join('\r\n'), { url })).body;
}

describe('spaces', () => {
  test('a space has its own events and journal, and both begin with those of the default space', async () => {
    const { url, space, api, journal } = await startTestControl();
    const [one, other] = [await space({ name: 'one' }), await space()];
    const { root, ...info } = one;
    expect((await api('GET', '/spaces/one')).json).toEqual(info);
    expect((await api('GET', '/spaces/default')).json.url).toBe(url + ENDPOINT);
    expect(await titlesAt(root)).toEqual(['Event 1', 'Event 2', 'Event 3']);
    const text = await fetch(`${root}${ENDPOINT}/SelectEvent?intEventID=2&bolAsJSON=false`);
    expect(await text.text()).toContain('title&gt;Event 2');
    const { json: counts } = await api('PUT', '/spaces/one/events', [EVENT]);
    expect(counts).toEqual({ read: 1, added: 1, changed: 0, unchanged: 0, removed: 3 });
    expect(await titlesAt(one.root)).toEqual(['Mine']);
    expect(await titlesAt(other.root)).toHaveLength(3);
    expect(await titlesAt(url)).toHaveLength(3);
    expect(await journal('/spaces/one/requests')).toHaveLength(3);
    expect(await journal()).toHaveLength(1);
  });

  test('cancelled events are imported, because the answer can’t say what was left out', async () => {
    const { url, api } = await startTestControl();
    await api('PUT', '/events', [{ ...EVENT, status: 'cancelled' }]);
    expect(await titlesAt(url)).toEqual(['Mine']);
  });

  test('the WSDL, DISCO, help page and calendar of a space name its own address', async () => {
    const { url, space } = await startTestControl();
    const name = 'x'.repeat(64);
    const { root, wsdl } = await space({ name });
    const endpoint = `${url}/spaces/${name}${ENDPOINT}`;
    expect(wsdl).toBe(`${endpoint}?WSDL`);
    const textOf = async (address: string) => (await fetch(address)).text();
    expect((await textOf(wsdl)).match(/(?<=address )location="[^"]*"/g)).toEqual(
      Array(4).fill(`location="${endpoint}"`),
    );
    expect(await textOf(`${root}${ENDPOINT}?disco`)).toContain(`ref="${endpoint}?wsdl"`);
    expect(await textOf(`${root}${ENDPOINT}?op=SelectEvents`)).toContain(`/spaces/${name}${ENDPOINT}`);
    expect(await textOf(`${root}/`)).toContain(`data-endpoint="${endpoint}"`);
    const [, style] = /href="([^"]*site\.css)"/.exec(await textOf(`${root}/`)) ?? [];
    expect((await fetch(new URL(String(style), `${root}/`))).status).toBe(200);
    for (const query of ['', '?a=b']) {
      const { status, headers } = await fetch(`${root}${query}`, { redirect: 'manual' });
      expect([status, headers.get('location')]).toEqual([308, `${name}/${query}`]);
    }
  });

  test('the WSDL of a space also names its own address behind PUBLIC_URL and the prefix of a trusted proxy', async () => {
    const address = async (env: Record<string, string>, headers: Record<string, string> = {}) => {
      const { space, url } = await startTestControl(env);
      const made = await space({ name: 'x' });
      const text = await (await fetch(`${url}/spaces/x${ENDPOINT}?WSDL`, { headers })).text();
      return [made.url, /soap:address location="([^"]*)"/.exec(text)?.[1]];
    };
    const outside = `https://example.org/legacy/spaces/x${ENDPOINT}`;
    expect(await address({ PUBLIC_URL: 'https://example.org/legacy' })).toEqual([outside, outside]);
    const named = { 'X-Forwarded-Host': 'example.org', 'X-Forwarded-Prefix': '/legacy' };
    const proxy = { 'X-Forwarded-Proto': 'https', ...named };
    expect((await address({ TRUST_PROXY: 'loopback' }, proxy))[1]).toBe(outside);
  });

  test.each([
    ['[::1]:8081', '[::1]'],
    ['ci.internal:8081', 'ci.internal'],
  ])('a space that is requested at %s has an address at %s', async (host, name) => {
    const { url, adminUrl } = await startTestControl();
    const made = await bodyOf(adminUrl, 'POST /test/spaces HTTP/1.1', `Host: ${host}`, 'Content-Length: 0');
    const space = JSON.parse(made);
    expect(space.url).toBe(`http://${name}:${new URL(url).port}/spaces/${space.name}${ENDPOINT}`);
  });

  test('the address in a target in absolute form has precedence over Host', async () => {
    const { url, space } = await startTestControl();
    await space({ name: 'x' });
    const outside = `http://proxied.example/spaces/x${ENDPOINT}`;
    const wsdl = await bodyOf(url, `GET ${outside}?WSDL HTTP/1.1`, 'Host: another.example');
    expect(wsdl).toContain(`location="${outside}"`);
  });

  test('of the path of a space only the name has a fixed letter case', async () => {
    const { url, space } = await startTestControl();
    await space({ name: 'x' });
    const statusOf = async (path: string) => (await fetch(url + path + ENDPOINT)).status;
    expect(await Promise.all(['/spaces/x', '/SPACES/x', '/spaces/X'].map(statusOf))).toEqual([200, 200, 404]);
  });

  test('settings change what a space answers, and another space made from it has them and its events', async () => {
    const { space, api } = await startTestControl();
    const settings = { LIST_FORMAT: 'xml', SERVICE_NAMESPACE: 'urn:own', MAX_EVENTS: 1 };
    const xml = await space({ name: 'xml', settings });
    await api('PUT', '/spaces/xml/events', [EVENT]);
    const child = await space({ from: 'xml', settings: { MAX_EVENTS: '2' } });
    const text = await (await fetch(child.root + MARCH_CALL)).text();
    expect(text).toContain('<string xmlns="urn:own">&lt;events&gt;&lt;event&gt;');
    await api('POST', '/spaces/xml/events', [{ ...EVENT, title: 'More' }]);
    expect((await fetch(xml.root + MARCH_CALL)).status).toBe(500);
    expect((await fetch(child.root + MARCH_CALL)).status).toBe(200);
  });

  test('every setting that docs/testing.md names may be set for a space, also STRICT', async () => {
    const { space } = await startTestControl();
    const settings = {
      ...{ LIST_FORMAT: 'xml', EVENT_JSON_FORMAT: 'json', EVENT_TEXT_FORMAT: 'xml', TIME_ZONE: 'UTC' },
      ...{ RANGE_UNIT: 'unix-s', SERVICE_NAMESPACE: 'urn:x', MAX_EVENTS: 9, MAX_BODY_BYTES: 2048 },
      ...{ STRICT: true, ERROR_DETAIL: 'long' },
    };
    const { root } = await space({ settings });
    expect((await fetch(`${root}${MARCH_CALL}&more=1`)).status).toBe(500);
  });

  test('a space has its own limits, so one space may answer what another refuses', async () => {
    const { space, journal } = await startTestControl();
    const narrow = await space({ name: 'narrow', settings: { MAX_BODY_BYTES: 1024 } });
    const wide = await space({ name: 'wide' });
    const [path = '', query = ''] = MARCH_CALL.split('?');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const long = { method: 'POST', headers, body: `${query}&x=${'x'.repeat(1024)}` };
    expect((await fetch(narrow.root + path, long)).status).toBe(500);
    expect((await fetch(wide.root + path, long)).status).toBe(200);
    expect(await journal('/spaces/narrow/requests')).toMatchObject([{ outcome: 'refused', status: 500 }]);
  });

  test('a space ends by DELETE, and when its time is over', async () => {
    const { space, api, url } = await startTestControl();
    const { root, name } = await space({ ttl: 1.5 });
    const kept = await space({ name: 'kept' });
    const spaces = [{ name: 'default' }, { name }, { name: 'kept' }];
    expect((await api('GET', '/spaces')).json).toMatchObject(spaces);
    expect((await api('GET', `/spaces/${name}/requests/wait?timeout=5000`)).json.status).toBe(410);
    expect((await fetch(root + MARCH_CALL)).status).toBe(404);
    expect((await api('DELETE', '/spaces/kept')).status).toBe(204);
    expect((await fetch(kept.root + MARCH_CALL)).status).toBe(404);
    expect(await titlesAt(url)).toHaveLength(3);
  });
});

describe('events', () => {
  const CALENDAR_TYPE = { 'Content-Type': 'text/calendar' };
  const NUMBERED = JSON.stringify({ ...EVENT, id: 7, uid: 'm' });
  const VEVENT = 'UID:m\r\nX-EVENTS-QUERY-ID:7\r\nSUMMARY:Mine\r\nDTSTART:20260305T090000Z\r\nEND:VEVENT\r\n';
  const eventsIn = async ({ api }: Controlled) => (await api('GET', '/events')).json;

  test.each([
    ['application/json', `[${NUMBERED}]`],
    ['application/x-ndjson', `${NUMBERED}\n`],
    ['text/csv; charset=utf-8', 'id,uid,title,start\n7,m,Mine,2026-03-05T09:00:00Z\n'],
    ['text/calendar', `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${VEVENT}END:VCALENDAR\r\n`],
  ])('are imported as %s, and exported as JSON whose import changes nothing', async (type, body) => {
    const { api, url, adminUrl } = await startTestControl();
    const page = await (await fetch(`${adminUrl}/test/`)).text();
    expect(page).toContain(`<option value="${type.split(';')[0]}">`);
    const counts = (await api('PUT', '/events', body, { 'Content-Type': type })).json;
    expect(counts).toMatchObject({ read: 1, added: 1, removed: 3 });
    expect(await titlesAt(url)).toEqual(['Mine']);
    const { json } = await api('GET', '/events');
    expect((await api('PUT', '/events', json)).json).toMatchObject({ read: 1, unchanged: 1 });
  });

  test('of a calendar whose rules take long are refused soon, because everybody waits for them', async () => {
    const { api } = await startTestControl();
    const rule = 'RRULE:FREQ=DAILY;COUNT=2';
    const event = (id: number) => vevent(`UID:${id}`, 'DTSTART:20260305T090000Z', rule);
    const calendar = vcalendar(...Array.from({ length: 9 }, (_, id) => event(id)));
    let now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 150));
    const { json } = await api('PUT', '/events', calendar, CALENDAR_TYPE);
    clock.mockRestore();
    expect(json.detail).toMatch(/RRULE must be simpler: all rules of a file together may take 1 second(?!s)/);
  });

  test('can be added, changed by uid or id, and removed', async () => {
    const { api, url } = await startTestControl();
    const changed = { id: 2, uid: 'e2', title: 'New', start: '2026-03-02T09:00:00Z' };
    const { json: counts } = await api('POST', '/events', [EVENT, changed]);
    expect(counts).toMatchObject({ added: 1, changed: 1, removed: 0 });
    expect(await titlesAt(url)).toEqual(['Event 1', 'New', 'Event 3', 'Mine']);
    expect((await api('DELETE', '/events')).json).toMatchObject({ removed: 4 });
    expect(await titlesAt(url)).toEqual([]);
    expect((await api('PUT', '/events', [])).json).toMatchObject({ read: 0, removed: 0 });
  });

  test('have times relative to now or another time, in the zone, which are resolved before the checks', async () => {
    const controlled = await startTestControl({ TIME_ZONE: 'Europe/Berlin' });
    const replace = (query: string, body: unknown, headers?: Record<string, string>) =>
      controlled.api('PUT', `/events?${query}`, body, headers);
    const rows = [
      { title: 'a', start: 'now', end: 'now+2h' },
      { title: 'b', start: 'today', end: 'today+1d' },
    ];
    await replace('at=2026-01-31T23:30:00Z', rows);
    expect(await eventsIn(controlled)).toMatchObject([
      { start: '2026-01-31T23:30:00Z', end: '2026-02-01T01:30:00Z' },
      { start: '2026-02-01', end: '2026-02-02' },
    ]);
    await replace('at=2020-01-01T00:00:00Z&zone=UTC', [{ title: 'a', start: 'todayT10:00' }]);
    expect(await eventsIn(controlled)).toMatchObject([{ start: '2020-01-01T10:00:00Z' }]);
    // Columns may have other names.
    await replace('at=2020-01-01T00:00:00Z', 'Subject,Begins,Ends\na,today,today+2d\n', CSV_TYPE);
    expect(await eventsIn(controlled)).toMatchObject([{ start: '2020-01-01', end: '2020-01-03' }]);
    // The names From and To mean something else unless their columns have times.
    await replace('at=2020-02-01T00:00:00Z', 'Subject,From,To\na,today,today+2d\n', CSV_TYPE);
    expect(await eventsIn(controlled)).toMatchObject([{ start: '2020-02-01', end: '2020-02-03' }]);
    const nested = '{"title":"a","when":{"at":"today"}}\n';
    const type = { 'Content-Type': 'application/x-ndjson' };
    await replace('at=2021-02-03T00:00:00Z&map=start=when.at', nested, type);
    expect(await eventsIn(controlled)).toMatchObject([{ start: '2021-02-03' }]);
    // Recurring events have occurrences for the same number of years.
    const calendar = vcalendar(vevent('DTSTART:20200101', 'RRULE:FREQ=YEARLY'));
    const { json: counts } = await replace('at=2020-01-01T00:00:00Z', calendar, CALENDAR_TYPE);
    expect(counts).toMatchObject({ read: 6 });
  });

  test('have the query options of an import', async () => {
    const controlled = await startTestControl();
    const { api } = controlled;
    const query = 'at=2026-03-01T09:00:00Z&map=title=name,start=x&endDates=inclusive';
    await api('PUT', `/events?${query}`, 'name,x,end\nA,today,2026-03-02\n', CSV_TYPE);
    const dates = { start: '2026-03-01', end: '2026-03-03' };
    expect(await eventsIn(controlled)).toMatchObject([{ title: 'A', ...dates }]);
    const elsewhere = { ...EVENT, start: '2026-03-05T09:00', timezone: 'America/New_York' };
    expect((await api('PUT', '/events', [elsewhere])).json.detail).toContain('; ?zone= names the zone');
    await api('PUT', '/events?zone=Europe/Berlin', [elsewhere]);
    expect(await eventsIn(controlled)).toMatchObject([{ start: '2026-03-05T08:00:00Z' }]);
  });
});

test('a search for the nearest event ends when its client disconnects', async () => {
  const store = new MemoryStore([]);
  const searching = new Promise<AbortSignal | undefined>((resolve) => {
    const example: BaseStore['example'] = (_now, _timeZone, { signal } = {}) => {
      resolve(signal);
      return new Promise(() => {});
    };
    Object.assign(store, { example });
  });
  const { url } = await startTestControl({}, store);
  const client = new AbortController();
  const answer = fetch(`${url}/calendar/nearest?month=2026-03`, { signal: client.signal });
  const signal = await searching;
  const gone = new Promise((resolve) => signal?.addEventListener('abort', resolve));
  client.abort();
  await expect(answer).rejects.toThrow(/aborted/);
  await gone;
});

test('a space may be made without a body, and its name may be used again after its end', async () => {
  const { api } = await startTestControl();
  const { status, json, headers } = await api('POST', '/spaces');
  expect([status, headers.get('location')]).toEqual([201, `/test/spaces/${json.name}`]);
  await api('DELETE', `/spaces/${json.name}`);
  expect((await api('POST', '/spaces', { name: json.name })).status).toBe(201);
});
