/** The bindings accept bodies as long as those of ASMX if MAX_BODY_BYTES allows it. */

import iconv from 'iconv-lite';
import { echoService } from '../support/echo-service';
import { envelope, httpMessage, soapMessage, wrapper } from '../support/requests';
import { send } from '../support/send';
import { serveApp } from '../support/serve-app';

/** On a busy machine bodies of megabytes take this number of milliseconds at most. */
const PATIENCE_MS = 90_000;

const AS_ASMX = { MAX_BODY_BYTES: '4194304' };
const fill = (unit: string, length = 1_000_000) => unit.repeat(Math.floor(length / unit.length));

const call = (content: string) => envelope('1.1', content + wrapper('SelectEvents', '<month>1</month>'));

test.each([
  ['a comment', call(`<!--${fill('x', 4_000_000)}-->`), 200],
  ['text', call(fill(' a')), 200],
  ['line ends', call(fill('\r')), 200],
  ['attributes', call(fill('<a b="c" d="e" f="g" h="ijklmnopqrstuvwxyz 0123456789 "/>')), 200],
  ['elements', call(fill('<a/>')), 200],
  ['a value', envelope('1.1', wrapper('SelectEvents', `<month>${fill(' ')}</month>`)), 500],
])('a SOAP request of megabytes of %s is read whole', async (_name, body, status) => {
  const address = await serveApp(echoService(), AS_ASMX);
  const answer = await send(soapMessage('1.1', 'SelectEvents', body), address, PATIENCE_MS);
  expect(answer.status).toBe(status);
});

test('a character of a slow encoding is never split', async () => {
  const address = await serveApp(echoService(), AS_ASMX);
  const bytes = iconv.encode(call(`<!--${'漢字'.repeat(100_001)}-->`), 'shift_jis');
  const headers = { 'Content-Type': 'text/xml; charset=shift_jis' };
  const { status } = await send(soapMessage('1.1', 'SelectEvents', bytes, headers), address, PATIENCE_MS);
  expect(status).toBe(200);
});

test.each([
  ['pairs', `month=1&year=2${fill('&a=b')}`],
  ['one value', `month=1&year=2&x=${fill('%41', 4_000_000)}`],
])('a form of megabytes of %s is read completely', async (_name, body) => {
  const address = await serveApp(echoService(), AS_ASMX);
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const message = httpMessage('POST /WebServices/Events.asmx/SelectEvents HTTP/1.1', headers, body);
  expect((await send(message, address, PATIENCE_MS)).status).toBe(200);
});
