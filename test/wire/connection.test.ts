import { echoService } from '../support/echo-service';
import { converse } from '../support/raw-http';
import { envelope, httpMessage, soapMessage, wrapper } from '../support/requests';
import { send } from '../support/send';
import { serveApp } from '../support/serve-app';

const MONTH = wrapper('SelectEvents', '<month>1</month><year>2</year>');
const CALL = soapMessage('1.1', 'SelectEvents', envelope('1.1', MONTH));
const RESULT = '<SelectEventsResult>SelectEvents|1|2</SelectEventsResult>';

describe('a connection', () => {
  test('carries requests after a fault and after a malformed one', async () => {
    const address = await serveApp(echoService());
    const malformed = soapMessage('1.1', 'SelectEvents', '<s:Envelope');
    const unknown = soapMessage('1.1', 'Nope', envelope('1.1', MONTH));
    const { answers } = await converse(address, [malformed, unknown, CALL], 3);
    expect(answers.map(({ status }) => status)).toEqual([400, 500, 200]);
    expect(answers[2]?.body).toContain(RESULT);
  });

  test('answers Expect: 100-continue before the body is sent', async () => {
    const address = await serveApp(echoService());
    const body = envelope('1.1', MONTH);
    const message = soapMessage('1.1', 'SelectEvents', body, { Expect: '100-continue' }).toString();
    const head = message.slice(0, message.length - body.length);
    const waiting = await converse(address, [head], 1);
    expect(waiting.answers[0]?.status).toBe(100);
    const { answers } = await converse(address, [head, body], 2);
    expect(answers.map(({ status }) => status)).toEqual([100, 200]);
  });
});

describe('a body', () => {
  const XML = { 'Content-Type': 'text/xml; charset=utf-8' };
  const ACTION = { ...XML, SOAPAction: '"http://tempuri.org/SelectEvents"' };
  const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const EXTENSIONS = 'There was an exception running the extensions specified in the config file.';
  const TOO_LONG = 'Maximum request length exceeded.';
  const UNKNOWN = 'Server did not recognize the value of HTTP Header SOAPAction: x.';
  const NO_OBJECT = 'Object reference not set to an instance of an object.';
  test.each([
    ['SOAP with an action', '', ACTION, `${EXTENSIONS} ---&gt; ${TOO_LONG}`],
    ['SOAP without an action', '', XML, `Server was unable to process request. ---&gt; ${NO_OBJECT}`],
    ['SOAP with an unknown action', '', { ...XML, SOAPAction: 'x' }, UNKNOWN],
    ['a form', '/SelectEvents', FORM, `${TOO_LONG}\r\n`],
  ])('longer than its binding takes is refused: %s', async (_name, pathInfo, headers, text) => {
    const address = await serveApp(echoService(), { MAX_BODY_BYTES: '2048' });
    const requestLine = `POST /WebServices/Events.asmx${pathInfo} HTTP/1.1`;
    const message = httpMessage(requestLine, headers, ' '.repeat(2049));
    const { answers, closed } = await converse(address, [message], 2);
    expect(answers[0]?.status).toBe(500);
    expect(answers[0]?.body).toContain(text);
    expect(closed).toBe(true);
  });

  test('of exactly MAX_BODY_BYTES is read', async () => {
    const address = await serveApp(echoService(), { MAX_BODY_BYTES: '2048' });
    const body = envelope('1.1', MONTH).padEnd(2048);
    expect((await send(soapMessage('1.1', 'SelectEvents', body), address)).body).toContain(RESULT);
  });
});

// test/contract/vectors.test.ts does not compare this header, because no recorded exchange has it.
test('an answer keeps the connection longer than a connection pool of .NET keeps an idle one', async () => {
  const { headers } = await send(CALL, await serveApp(echoService()));
  expect(headers.get('keep-alive')).toBe('timeout=120');
});
