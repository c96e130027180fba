/** With `STRICT=true` a request that the WSDL does not allow gets a fault. Without it ASMX's rules apply. */
import { echoService } from '../support/echo-service';
import { envelope, httpMessage, soapMessage, wrapper } from '../support/requests';
import { Sender } from '../support/send';
import { serveApp } from '../support/serve-app';

let strict: Sender;
let lax: Sender;
beforeAll(async () => {
  strict = new Sender(await serveApp(echoService(), { STRICT: 'true' }, undefined, 'file'));
  lax = new Sender(await serveApp(echoService(), {}, undefined, 'file'));
});

const soap = (body: string) => soapMessage('1.1', 'SelectEvents', envelope('1.1', body));
const get = (query: string) => httpMessage(`GET /WebServices/Events.asmx/SelectEvents?${query} HTTP/1.1`);
const form = (body: string) =>
  httpMessage(
    'POST /WebServices/Events.asmx/SelectEvents HTTP/1.1',
    { 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
  );
const inWrapper = (parameters: string) => soap(wrapper('SelectEvents', parameters));
const LONG = 'a'.repeat(1025);
const SHOWN = `${'a'.repeat(1021)}...`;
const [MONTH, FOREIGN] = ['<month>1</month>', '<month xmlns="urn:x">1</month>'];
const BOTH = `${MONTH}<year>2</year>`;
const CALL = wrapper('SelectEvents', BOTH);

test.each([
  ['a parameter that is missing', inWrapper(MONTH), "The element 'year' is missing."],
  ['a parameter that is doubled', inWrapper(MONTH + MONTH), "The element 'month' occurs more than once."],
  [
    'an unknown parameter',
    inWrapper(`<${LONG} xmlns="${LONG}">1</${LONG}>`),
    `not '${SHOWN}' of the namespace '${SHOWN}'.`,
  ],
  ['an unknown parameter that is not doubled', inWrapper('<day>1</day>'), "not 'day' of the namespace"],
  [
    'another namespace',
    inWrapper(FOREIGN),
    "'SelectEvents' takes the elements 'month' and 'year' of the namespace 'http://tempuri.org/', not 'month' of the namespace 'urn:x'.",
  ],
  ['a known name in another namespace', inWrapper(MONTH + FOREIGN), "not 'month' of the namespace 'urn:x'."],
  ['text', inWrapper(`x${BOTH}`), 'not text.'],
  ['another operation', soap(wrapper('SelectEvent', '')), "The body must contain the element 'SelectEvents'"],
  ['an element beside the wrapper', soap(`${CALL}<x/>`), "not 'x' of the namespace"],
  ['text beside the wrapper', soap(`${CALL}x`), 'not text.'],
  ['an empty body', soap(''), "The body must contain the element 'SelectEvents'"],
  [
    'an empty body before the wrapper',
    soapMessage('1.1', 'SelectEvents', envelope('1.1', CALL).replace(/<(\w+:Body)>(.*)<\/\1>/s, '<$1/>$2')),
    "The body must contain the element 'SelectEvents'",
  ],
  ['a second wrapper', soap(CALL + CALL), "The body contains the element 'SelectEvents' more than once."],
  ['a pair of a query', get('month=1&year=2&x=3'), 'takes the parameters &#39;month&#39; and'],
  [
    'a pair of a form',
    form(`month=1&year=2&${LONG}=3`),
    `&#39;month&#39; and &#39;year&#39;, not &#39;${SHOWN}&#39;.`,
  ],
  ['a value without a name in a query', get('month=1&year=2&x'), 'and &#39;year&#39;, not &#39;&#39;.'],
  ['a value without a name in a form', form('month=1&year=2&x'), 'and &#39;year&#39;, not &#39;&#39;.'],
])('%s is refused with a sentence that names it', async (_name, request, sentence) => {
  expect((await lax.send(request)).status).toBe(200);
  const { status, body } = await strict.send(request);
  expect(status).toBe(500);
  expect(body).toContain(sentence);
});

test.each([
  ['SOAP', inWrapper(' <year>2</year>\n<!-- c --><month>1</month>')],
  ['a query', get('MONTH=1&year=2')],
])('%s that the WSDL allows is accepted', async (_name, request) => {
  expect((await strict.send(request)).body).toContain('SelectEvents|1|2');
});
