import { OPERATIONS } from '../../src/contract/operations';
import { html } from '../../src/pages/html';
import { helpPage, textOf } from './view';

describe('every page', () => {
  test.each([undefined, 'SelectEvents', 'Nope'])('begins with the link to DISCO (op %s)', async (op) => {
    const page = await helpPage({ op, endpoint: 'http://localhost/legacy/WebServices/Events.asmx' });
    const beforeFirstTagOfHead = '<!doctype html>\n<html lang="en">\n<head>\n';
    expect(page).toMatch(
      new RegExp(
        `^${beforeFirstTagOfHead}<link rel="alternate" type="text/xml" href="/legacy/WebServices/Events.asmx\\?disco" />`,
      ),
    );
  });

  test('loads its parts from the address that the client sees, and links to it', async () => {
    const page = await helpPage({ endpoint: 'http://localhost/legacy/WebServices/Events.asmx' });
    const loaded = [...page.matchAll(/(?:src|<link rel="(?:icon|stylesheet)"[^>]*href)="([^"]+)"/g)];
    expect(loaded.length).toBeGreaterThan(2);
    for (const [, address] of loaded) expect(address).toMatch(/^\.\.\/assets\/[0-9a-f]{12}\//);
    expect(page).not.toContain('<a href="http://localhost/');
  });
});

describe('the list page', () => {
  test('has the words of ASMX', async () => {
    const page = await helpPage();
    expect(page).toContain('<title>Events Web Service</title>');
    expect(page).toContain('<h1>Events</h1>');
    expect(page).toContain(
      'The following operations are supported.  For a formal definition, please review the <a href="Events.asmx?WSDL">Service Description</a>.',
    );
  });

  test('lists the operations in ordinal order, with the file name as requested', async () => {
    const page = await helpPage({ endpoint: 'http://localhost/WebServices/EVENTS.asmx' });
    const links = [...page.matchAll(/href="EVENTS\.asmx\?op=(\w+)"/g)].map(([, name]) => name);
    expect(links).toEqual(['SelectEvent', 'SelectEvents', 'SelectEventsRanged']);
    expect(textOf(page)).toContain('SelectEvent\nint intEventID, boolean bolAsJSON\nReturns one event');
    expect(page.match(/<a href="http:\/\/www\./g)).toHaveLength(3);
    const rows = [...page.matchAll(/<dt>([^<]*)<\/dt><dd>(?:<[^>]*>)*([^<]*)/g)];
    expect(rows.map(([, name, text = '']) => [name, text.split('.asmx').pop()])).toEqual([
      ['SOAP 1.1 and 1.2', ''],
      ['HTTP GET', '/{operation}?{parameters}'],
      ['HTTP POST', '/{operation}'],
      ['Service Description', '?WSDL'],
      ['Discovery', '?disco'],
      ['Namespace', 'http://tempuri.org/'],
      ['Time zone', 'UTC'],
    ]);
  });

  test.each([
    ['http://tempuri.org/', true],
    ['http://tempuri.org', false],
    ['http://example.org/', false],
  ])('recommends another namespace for %s: %s', async (namespace, recommended) => {
    const page = await helpPage({}, { SERVICE_NAMESPACE: namespace });
    expect(page.includes('Recommendation: Change the default namespace')).toBe(recommended);
  });
});

describe('the operation page', () => {
  test.each(OPERATIONS.map(({ name }) => name))('of %s has the sections of contract 8.2', async (name) => {
    const page = await helpPage({ op: name, endpoint: 'http://localhost:8080/old/Events.asmx' });
    const positions = [
      'Click <a href="Events.asmx">here</a> for a complete list of operations.',
      `<h1>${name}</h1>`,
      '<p class="lead">Returns ',
      '<h2 id="test">Test</h2>',
      "To test the operation using the HTTP POST protocol, click the 'Invoke' button.",
      '<h2>SOAP 1.1</h2>',
      '<h2>SOAP 1.2</h2>',
      '<h2>HTTP GET</h2>',
      '<h2>HTTP POST</h2>',
    ].map((part) => page.indexOf(part));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
    const text = textOf(page);
    expect(text).toContain(
      'The following is a sample SOAP 1.2 request and response.  The placeholders shown need to be replaced with actual values.',
    );
    expect(text).toContain(`<${name}Response xmlns="http://tempuri.org/">`);
    expect(text.match(/ \/old\/Events\.asmx\S* HTTP\/1\.1\nHost: localhost:8080\n/g)).toHaveLength(4);
  });

  test.each([
    ['SelectEvent', 'intEventID', 1, 2147483647],
    ['SelectEvents', 'month', 1, 12],
    ['SelectEvents', 'year', 1, 9999],
  ])('of %s says that %s is from %d to %d', async (op, name, min, max) => {
    const page = await helpPage({ op });
    expect(page).toMatch(new RegExp(`name="${name}"[^>]* min="${min}" max="${max}" step="1" required>`));
  });

  test.each([
    ['unix-ms', '1772319600000', '1774994400000', 'Unix time in milliseconds'],
    ['unix-s', '1772319600', '1774994400', 'Unix time in seconds'],
    ['dotnet-ticks', '639079164000000000', '639105912000000000', '.NET ticks'],
  ])('proposes the present month of the time zone in %s', async (unit, from, to, words) => {
    // March 2026 in Berlin begins at UTC+1 and ends at UTC+2.
    const page = await helpPage(
      { op: 'SelectEventsRanged' },
      { RANGE_UNIT: unit, TIME_ZONE: 'Europe/Berlin' },
    );
    expect(page).toContain(`name="from" aria-describedby="from-hint" value="${from}"`);
    expect(page).toContain(`name="to" aria-describedby="to-hint" value="${to}"`);
    expect(page).toContain(`Both are ${words}`);
    expect(page).toMatch(/ if it starts before (.+)to\1, and ends after \1from\1 or starts at \1from\1\. /);
    expect(page).toMatch(/ id="from-hint">.*, inclusive\.<.* id="to-hint">.*, exclusive\.</s);
  });

  test.each(['SelectEvents', 'SelectEventsRanged'])(
    'of %s says how many events it lists, and in which order',
    async (op) => {
      const detailsIn = async (env: Record<string, string>) => helpPage({ op }, env);
      const byDefault = await detailsIn({});
      expect(byDefault).toContain('at most 10,000 events');
      expect(byDefault).toContain('ordered by start, then by id');
      const ofFile = await detailsIn({ MAX_EVENTS: '7', LIST_FORMAT: 'file:old.json' });
      expect(ofFile).toContain('at most 7 events');
      expect(ofFile).not.toContain('by start');
    },
  );

  test('names what the configured formats answer', async () => {
    const formats = { LIST_FORMAT: 'icalendar', EVENT_JSON_FORMAT: 'bootstrap-calendar' };
    const textFor = async (op: string) => textOf(await helpPage({ op }, formats));
    const ofEvent = await textFor('SelectEvent');
    expect(ofEvent).toContain(
      'With bolAsJSON true the result is the JSON of bootstrap-calendar, or {"success":1,"result":[]} when there is no such event; with false it is XML, or <events></events>.',
    );
    expect(ofEvent).toContain('true: the JSON of bootstrap-calendar. false: XML.');
    expect(await textFor('SelectEvents')).toContain('Returns the events of a calendar month as iCalendar.');
    expect(await textFor('SelectEventsRanged')).toContain('Returns the events of a time range as iCalendar.');
  });

  test('has a complete call for every language', async () => {
    const page = await helpPage({ op: 'SelectEvents' });
    const languages = Array.from(page.matchAll(/<summary>(.*?)<\/summary>/g), ([, title]) => title);
    const named =
      'Request; curl; curl, SOAP; C#, HttpClient; C#, WCF; Python, zeep; JavaScript, fetch; Node.js, soap; PowerShell';
    expect(languages).toEqual(named.split('; '));
    const text = textOf(page);
    expect(text).toContain('await client.SelectEventsAsync(3, 2026)');
    expect(text).toContain('XDocument.Parse(xml).Root!.Value');
    expect(text).toContain('client.service.SelectEvents(month=3, year=2026)');
    expect(text).toContain("-Body @{ month = '3'; year = '2026' }");
    const ofEvent = textOf(await helpPage({ op: 'SelectEvent' }));
    expect(ofEvent).toMatch(/client\.service\.SelectEvent\(intEventID=\d+, bolAsJSON=True\)/);
    expect(ofEvent).toMatch(/SelectEventAsync\(\{ intEventID: '\d+', bolAsJSON: 'true' \}\)/);
  });

  test('passes a parameter that is a keyword of Python through a dictionary', async () => {
    const text = textOf(await helpPage({ op: 'SelectEventsRanged' }));
    expect(text).toContain("SelectEventsRanged(**{'from': 1772323200000, 'to': 1775001600000})");
    expect(text).toContain('SelectEventsRangedAsync(1772323200000L, 1775001600000L)');
  });
});

describe('text from a client', () => {
  test.each([
    '<script>alert(1)</script>',
    '',
    // The name must have the letter case of the operation.
    'selectevents',
  ])('in ?op= that names no operation is shown as text: %s', async (op) => {
    const page = await helpPage({ op });
    expect(page).toContain('<h1>Method Not Found</h1>');
    expect(textOf(page)).toContain(`Method '${op}' was not found in service Events.`);
    expect(page).not.toMatch(/<script>|<img src=x/);
  });

  test('in an object that only looks like markup is refused', () => {
    const forged = { toString: () => '<script>' };
    expect(() => html`${forged as unknown as string}`.toString()).toThrow(TypeError);
  });

  test('in an address or a namespace is escaped in pages and quoted in calls', async () => {
    const page = await helpPage(
      { op: 'SelectEvent', endpoint: 'http://localhost/a\'b"`$(c)<d> \\/Events.asmx' },
      { SERVICE_NAMESPACE: `urn:it's<b>&"` },
    );
    expect(page).not.toContain('<b>');
    const text = textOf(page);
    expect(text).toContain('http://localhost/a%27b%22%60%24(c)%3Cd%3E%20%5C/Events.asmx');
    expect(text).toContain(`-H 'SOAPAction: "urn:it'\\''s<b>&"/SelectEvent"'`);
  });
});
