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
  test.each([
    [
      'SOAP with an action',
      'There was an exception running the extensions specified in the config file. ---&gt; Maximum request length exceeded.',
      'POST /WebServices/Events.asmx HTTP/1.1',
      { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: '"http://tempuri.org/SelectEvents"' },
    ],
    [
      'SOAP without an action',
      'Server was unable to process request. ---&gt; Object reference not set to an instance of an object.',
      'POST /WebServices/Events.asmx HTTP/1.1',
      { 'Content-Type': 'text/xml; charset=utf-8' },
    ],
    [
      'SOAP with an unknown action',
      'Server did not recognize the value of HTTP Header SOAPAction: x.',
      'POST /WebServices/Events.asmx HTTP/1.1',
      { 'Content-Type': 'text/xml', SOAPAction: 'x' },
    ],
    [
      'a form',
      'Maximum request length exceeded.\r\n',
      'POST /WebServices/Events.asmx/SelectEvents HTTP/1.1',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    ],
  ])('longer than its binding takes is refused: %s', async (_name, text, requestLine, headers) => {
    const address = await serveApp(echoService(), { MAX_BODY_BYTES: '2048' });
    const { answers, closed } = await converse(
      address,
      [httpMessage(requestLine, headers, ' '.repeat(2049))],
      2,
    );
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
