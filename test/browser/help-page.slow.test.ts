import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Request } from 'playwright-core';
import { OPERATIONS } from '../../src/contract/operations';
import { clickFor, describeInBrowser, holdAnswer, openPage } from './browser';
import { openSite, sampleEvents } from './site';

const HELP = '/WebServices/Events.asmx';
const BINDINGS = ['HTTP GET', 'HTTP POST', 'SOAP 1.1', 'SOAP 1.2'];

/** Leaves out two declarations, which the browser lists in another order. */
const inOneLine = (xml: string | null) => xml?.replace(/\r?\n *| xmlns:xs[id]="[^"]*"/g, '');

/** Counts the lines in which elements are shown. */
const rowsOf = (selector: string) =>
  `new Set([...document.querySelectorAll('${selector}')].map(({ offsetTop }) => offsetTop)).size`;

/** Writes a request of the browser in the form in which the page should show it. */
async function wireText(request: Request): Promise<string> {
  const { pathname, search, host } = new URL(request.url());
  const headers = await request.allHeaders();
  const shown = ['Host', 'Content-Type', 'SOAPAction', 'Content-Length']
    .map((name) => [name, name === 'Host' ? host : headers[name.toLowerCase()]])
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}\n`);
  const body = request.postData();
  return `${request.method()} ${pathname}${search} HTTP/1.1\n${shown.join('')}${body === null ? '' : `\n${body}`}`;
}

describeInBrowser('the help page in a browser', () => {
  let site: string;
  beforeAll(async () => {
    site = await openSite(sampleEvents(new Date()), { SERVICE_NAMESPACE: 'urn:a&"b' }, 'file');
  });

  const open = (op: string, options = {}) => openPage(`${site}${HELP}?op=${op}`, options);
  const choose = (binding: string) => `input[name="binding"][value="${binding}"]`;

  test.each(OPERATIONS.map(({ name }) => name))(
    'the form of %s calls through each binding with its example values and shows the answer',
    async (operation) => {
      const { page, complaints } = await open(operation);
      const shown = async (tab: string) => {
        await page.click(`#answer summary:text-is("${tab}")`);
        return page.locator('#answer [open] pre').textContent();
      };
      for (const binding of BINDINGS) {
        await page.check(choose(binding), { force: true });
        expect(await page.locator('#protocol').textContent()).toContain(`using the ${binding} protocol`);
        const announced = await page.locator('#request').textContent();
        const answered = page.waitForResponse(/Events\.asmx/);
        await page.click('role=button[name="Invoke"]');
        await answered;
        await page.locator('#answer:not([aria-busy]) .status').waitFor();
        expect(await page.locator('#answer .status').textContent()).toBe('200 OK');
        expect(await page.evaluate(`answer.getBoundingClientRect().top < innerHeight`)).toBe(true);
        expect(await page.locator('#outcome').textContent()).toMatch(/^200 OK \d+ ms, [\d.]+ (bytes|KB)$/);
        const result = await page.locator('#answer [open] pre').textContent();
        expect(result).toContain('Planning meeting');
        expect(result).toBe(JSON.stringify(JSON.parse(String(result)), null, 2));
        expect(await wireText((await answered).request())).toBe(announced);
        expect(await shown('Request')).toBe(announced);
        const raw = await (await answered).text();
        expect(await shown('Raw')).toBe(raw);
        const formatted = await shown('Formatted');
        expect(inOneLine(formatted)).toBe(inOneLine(raw));
        if (binding.startsWith('SOAP')) expect(formatted).toMatch(/^ {4}<\w+Response.*\n {6}<\w+Result>/m);
        expect(await shown('Headers')).toMatch(/^HTTP\/1\.1 200 OK\n.*content-type: /s);
        expect(await page.evaluate(rowsOf('#answer summary'))).toBe(1);
      }
      expect(page.context().pages()).toHaveLength(1);
      expect(complaints).toEqual([]);
    },
  );

  test.each([
    ['SelectEvents', 'month', '13', '3', /^month must be from 1 to 12\.$/],
    ['SelectEventsRanged', 'from', 'sóon', '+5', /Cannot convert s|Input string was not in a correct format/],
  ])(
    '%s: a wrong value is sent through each binding, but not shown in example calls, and the page shows the fault',
    async (operation, name, wrong, right, fault) => {
      const { page } = await open(operation);
      const field = page.getByLabel(`${name}:`);
      const invalid = page.locator(`#${name}[aria-invalid="true"] ~ .meaning:not(:empty)`);
      await field.fill(wrong);
      expect(await invalid.count()).toBe(1);
      const texts = await page.evaluate(
        `document.querySelector('#${name}').getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).textContent)`,
      );
      expect(texts).toEqual([expect.stringMatching(/./), await invalid.textContent()]);
      expect(await page.locator(`[data-value="${name}"]`, { hasText: wrong }).count()).toBe(0);
      for (const binding of BINDINGS) {
        await page.check(choose(binding), { force: true });
        await page.evaluate(`document.querySelector('#answer').replaceChildren()`);
        await page.click('role=button[name="Invoke"]');
        expect(await page.locator('#answer .status').textContent()).toBe('500 Internal Server Error');
        expect(await page.locator('#answer .fault').textContent()).toMatch(fault);
        const [outcome = '', told] = String(await page.locator('#outcome').textContent()).split(
          / bytes: (.*)/s,
        );
        expect(outcome).toMatch(/^500 Internal Server Error \d+ ms, \d+$/);
        expect(told).toBe(await page.locator('#answer .fault').textContent());
      }
      await field.fill(right);
      expect(await invalid.count()).toBe(0);
    },
  );

  test('the answer to the last call is shown, although the one before it answers late', async () => {
    const { page } = await open('SelectEvent');
    const answer = (text: string) => ({ contentType: 'text/xml', body: `<string>${text}</string>` });
    const answers = ['the second', 'the first'];
    await page.route('**/SelectEvent', (route) => route.fulfill(answer(String(answers.shift()))));
    const first = await holdAnswer(page, '**/SelectEvent');
    await page.click('role=button[name="Invoke"]');
    await first.asked;
    await page.locator('#answer > p:text-is("Waiting for the answer…")').waitFor();
    await page.click('role=button[name="Invoke"]');
    await page.locator('#answer', { hasText: 'the second' }).waitFor();
    expect(await page.locator('#answer').textContent()).not.toContain('Waiting');
    await first.arrive();
    expect(answers).toEqual([]);
    expect(await page.locator('#answer').textContent()).toContain('the second');
  });

  test('the page distinguishes null, an empty string and an unreachable service', async () => {
    const { page } = await open('SelectEvent');
    const nil = '<string xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:nil="true"/>';
    for (const [body, said] of [
      [nil, 'No string: the result is null.'],
      ['<string/>', 'An empty string.'],
      ['', 'The answer has no text.'],
      [undefined, "No answer: this browser can't reach the service."],
    ] as const) {
      await page.route('**/SelectEvent', (route) =>
        body === undefined ? route.abort() : route.fulfill({ contentType: 'text/xml', body }),
      );
      await page.click('role=button[name="Invoke"]');
      await page.locator('#answer', { hasText: said }).waitFor();
    }
  });

  test.each([
    ['{"id":12345678901234567890,"price":1.0}', '{\n  "id": 12345678901234567890,\n  "price": 1.0\n}'],
    ['<ul> <li>A <b>new</b> room</li> </ul>', '<ul>\n  <li>A <b>new</b> room</li>\n</ul>'],
  ])('the result %s is formatted without a change of its values', async (result, formatted) => {
    const { page } = await open('SelectEvent');
    const body = `<string>${result.replaceAll('<', '&lt;')}</string>`;
    await page.route('**/SelectEvent', (route) => route.fulfill({ contentType: 'text/xml', body }));
    await page.click('role=button[name="Invoke"]');
    expect(await page.locator('#answer pre[aria-label="Result"]').textContent()).toBe(formatted);
  });

  test('the choices of binding and language are kept for the next page, if the browser keeps any', async () => {
    const { page, complaints } = await open('SelectEvent');
    expect(await page.isChecked(choose('HTTP POST'))).toBe(true);
    await page.check(choose('SOAP 1.2'), { force: true });
    await page.click('summary:text-is("PowerShell")');
    await page.locator('.calls [open] pre[aria-label="PowerShell"]').waitFor();
    await page.goto(`${site}${HELP}?op=SelectEvents`);
    expect(await page.isChecked(choose('SOAP 1.2'))).toBe(true);
    expect(await page.locator('.calls [open] summary').textContent()).toBe('PowerShell');
    await page.addInitScript(
      `Object.defineProperty(window, 'localStorage', { get() { throw new Error('switched off'); } })`,
    );
    await page.reload();
    expect(await page.locator('#request').textContent()).toContain('POST');
    expect(complaints).toEqual([]);
  });

  test('every language and the whole answer are printed', async () => {
    const { page } = await open('SelectEvents');
    expect(await page.locator('.calls pre:visible').count()).toBe(1);
    await page.click('role=button[name="Invoke"]');
    await page.locator('#answer .status').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.calls pre:visible').count()).toBe(8);
    const cut = `(pre) => pre.scrollHeight > pre.clientHeight || pre.scrollWidth > pre.clientWidth`;
    expect(await page.evaluate(`[...document.querySelectorAll('pre')].filter(${cut}).length`)).toBe(0);
  });

  test('the example calls follow the form, and run', async () => {
    const { page } = await open('SelectEvent');
    await page.fill('#intEventID', '0042');
    await page.selectOption('#bolAsJSON', 'false');
    expect(await page.evaluate(rowsOf('.calls summary'))).toBe(1);
    for (const call of await page.locator('.calls details').all()) {
      const code = String(await call.locator('pre').textContent());
      expect(code).toMatch(/\b42\b.*\bfalse\b/is);
      expect(code).toContain(`${site}${HELP}`);
      expect(code.includes('False')).toBe(code.includes('zeep'));
      expect(await call.locator('.hint').textContent()).not.toBe('');
      if (!code.startsWith('curl')) continue;
      const { stdout } = await promisify(execFile)('sh', ['-c', code]);
      expect(stdout).toMatch(/(<|&lt;)events/);
    }
    const script = await page.locator('pre[aria-label="JavaScript, fetch"]').textContent();
    const logged = page.waitForEvent('console');
    await page.evaluate(`(async () => { ${script} })()`);
    expect((await logged).text()).toBe('<events></events>');
  });

  test('the date picker fills a 64-bit value in the unit and the time zone that are set', async () => {
    const berlin = await openSite([], {
      RANGE_UNIT: 'dotnet-ticks',
      TIME_ZONE: 'Europe/Berlin',
    });
    const { page, complaints } = await openPage(`${berlin}${HELP}?op=SelectEventsRanged`);
    await page.fill('[data-fills="from"]', '2026-07-01T00:00');
    expect(await page.locator('#request').textContent()).toContain('from=639184536000000000');
    await page.fill('[data-fills="from"]', '');
    // The picker shows the moment 2026-06-30T22:00:00Z, in ticks.
    expect(await page.inputValue('#from')).toBe('639184536000000000');
    // The page does not fill a picker in use again, so that its user can clear it.
    expect(await page.inputValue('[data-fills="from"]')).toBe('');
    expect(await page.locator('[data-meaning="from"]').textContent()).toBe(
      '2026-07-01 00:00:00 in Europe/Berlin',
    );
    await page.fill('#to', '639184536000000000');
    expect(await page.getByLabel('Pick a date and time for to').inputValue()).toBe('2026-07-01T00:00');
    expect(await page.inputValue('[data-fills="to"]')).toBe('2026-07-01T00:00');
    await page.fill('#to', '+9223372036854775807');
    expect(await page.locator('[data-meaning="to"]').textContent()).toContain('out of range');
    expect(await page.inputValue('[data-fills="to"]')).toBe('');
    expect(await page.locator('#request').textContent()).toContain('to=%2B9223372036854775807');
    expect(await page.locator('.calls [open] pre').textContent()).toContain('&to=9223372036854775807');
    expect(complaints).toEqual([]);
  });

  test('the form works by keyboard alone', async () => {
    const { page } = await open('SelectEvents');
    await page.keyboard.press('Tab');
    expect((await page.locator(':focus').boundingBox())?.y).toBeGreaterThanOrEqual(0);
    for (const key of ['Enter', 'Tab']) await page.keyboard.press(key);
    expect(await page.locator('main :focus').count()).toBe(1);
    await page.focus(choose('HTTP POST'));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.locator('#answer .status').textContent()).toBe('200 OK');
    expect(await page.locator('#request').textContent()).toContain('SOAPAction');
    await page.focus('#answer summary:has-text("Formatted")');
    await page.keyboard.press('Enter');
    expect(await page.locator('#answer [open] pre').getAttribute('aria-label')).toBe('Answer, formatted');
  });

  test('without JavaScript the form posts, and every call can be read', async () => {
    const { page } = await open('SelectEvent', { javaScriptEnabled: false });
    for (const language of ['curl, SOAP', 'C#, WCF', 'PowerShell']) {
      await page.click(`.calls summary:text-is("${language}")`);
      expect(await page.locator('.calls pre:visible').getAttribute('aria-label')).toBe(language);
    }
    expect(await page.locator('fieldset:visible, #answer:visible').count()).toBe(0);
    const [answer, sent] = await Promise.all([
      page.context().waitForEvent('page'),
      page.context().waitForEvent('request'),
      page.click('role=button[name="Invoke"]'),
    ]);
    await answer.waitForLoadState();
    expect(sent.postData()).toMatch(/^intEventID=\d+&bolAsJSON=true$/);
    expect(answer.url()).toBe(`${site}${HELP}/SelectEvent`);
    expect(await answer.content()).toContain('Planning meeting');
  });

  test('code can be copied, and a long answer as a whole', async () => {
    const { page } = await open('SelectEvents', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await clickFor(
      page,
      'role=button[name="Copy: Request as it will be sent"]',
      'role=button[name="Copied: Request as it will be sent"]',
    );
    expect(await page.locator('#answer').isVisible()).toBe(false);
    await clickFor(page, 'role=button[name="Copy: curl"]', 'role=button[name="Copied: curl"]');
    await page.locator('role=button[name="Copy: curl"]').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      await page.locator('.calls [open] pre').textContent(),
    );
    const long = 'x'.repeat(400_000);
    await page.route('**/SelectEvents', (route) =>
      route.fulfill({ contentType: 'text/xml', body: `<string>${long}</string>` }),
    );
    await page.click('role=button[name="Invoke"]');
    expect(await page.locator('#answer [open] pre').textContent()).toHaveLength(300_000);
    expect(await page.locator('#answer [open] .hint').textContent()).toContain('300,000 of 400,000');
    await clickFor(page, '#answer [open] .copy', '#answer [open] .copy:has-text("Copied")');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(long);
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))');
    await clickFor(page, 'role=button[name="Copy: curl"]', 'role=button[name="Not copied: curl"]');
  });
});
