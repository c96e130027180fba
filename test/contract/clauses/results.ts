/** Checks results and the service's errors in every binding (contract 4.1, 4.2, 5.1, 5.7, 9.1 to 9.4). */
import { SoapException, VisibleError } from '../../../src/contract/errors';
import {
  type ChainedException,
  type Clause,
  type ClauseAnswer,
  clause,
  E11,
  E12,
  EVENTS,
  envelope,
  fault,
  form,
  get,
  plain,
  post,
  post12,
  result,
  string,
  UNABLE_TO_PROCESS,
} from './clause';

const soap11 = post(envelope(E11, EVENTS));
const soap12 = post12(envelope(E12, EVENTS));
const httpGet = get('/SelectEvents?month=1&year=2');
const httpPost = form('/SelectEvents', 'month=1&year=2');

function inAll(
  name: string,
  outcome: NonNullable<Clause['outcome']>,
  answers: { readonly soap11: ClauseAnswer; readonly soap12: ClauseAnswer; readonly http: ClauseAnswer },
): Clause[] {
  return [
    clause(`${name}, SOAP 1.1`, soap11, answers.soap11, outcome),
    clause(`${name}, SOAP 1.2`, soap12, answers.soap12, outcome),
    clause(`${name}, GET`, httpGet, answers.http, outcome),
    clause(`${name}, POST`, httpPost, answers.http, outcome),
  ];
}

const results: readonly (readonly [result: string | null, xml: string | null])[] = [
  ['abc', 'abc'],
  ['', ''],
  [null, null],
  [' \t\r\n ', ' \t\r\n '],
  ['<a b="c">\'&amp;]]></a>', '&lt;a b="c"&gt;\'&amp;amp;]]&gt;&lt;/a&gt;'],
  ['\u0085\u2028\ufeff\u00a0é中😀', '\u0085\u2028\ufeff\u00a0é中😀'],
  ['a\u0000\u0001\u001f\ufffe\uffffb', 'a\ufffd\ufffd\ufffd\ufffd\ufffdb'],
  ['a\ud800b\udc00', 'a\ufffdb\ufffd'],
];

const SCHEMAS =
  'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

function stringOf(xml: string | null): ClauseAnswer {
  if (xml === null) return string(`<string ${SCHEMAS} xsi:nil="true" xmlns="{ns}" />`);
  return string(xml === '' ? '<string xmlns="{ns}" />' : `<string xmlns="{ns}">${xml}</string>`);
}

const boom: ChainedException = ['System.Exception', 'boom'];
const inner: ChainedException = ['System.ArgumentException', 'a <b> & "c"\r\nParameter name: d'];
const encodedInner: ChainedException = [
  'System.ArgumentException',
  'a &lt;b&gt; &amp; &quot;c&quot;\r\nParameter name: d',
];
const cause = new VisibleError(inner[1], { type: inner[0] });
const soapLink: ChainedException = ['System.Web.Services.Protocols.SoapException', 'mine'];

export const resultClauses: readonly Clause[] = [
  ...results.flatMap(([text, xml]) =>
    inAll(
      `4.2 ${JSON.stringify(text)}`,
      { result: text },
      {
        soap11: result('1.1', 'SelectEvents', xml),
        soap12: result('1.2', 'SelectEvents', xml),
        http: stringOf(xml),
      },
    ),
  ),
  ...inAll(
    '9.1 with an inner one',
    { thrown: new VisibleError('boom', { type: 'System.Exception', cause }) },
    {
      soap11: fault('1.1', 'Server', [UNABLE_TO_PROCESS, boom, inner]),
      soap12: fault('1.2', 'Receiver', [UNABLE_TO_PROCESS, boom, inner]),
      http: plain(boom, encodedInner),
    },
  ),
  ...inAll(
    '9.1 a SoapException',
    { thrown: new SoapException('mine', { code: 'Client', actor: 'urn:a&b', cause }) },
    {
      soap11: fault('1.1', 'Client', [soapLink, inner], { actor: 'urn:a&amp;b' }),
      soap12: fault('1.2', 'Sender', [soapLink, inner], { actor: 'urn:a&amp;b' }),
      http: plain(soapLink, encodedInner),
    },
  ),
  ...inAll(
    '9.1 a SoapException with an empty actor',
    { thrown: new SoapException('mine', { code: 'Client', actor: '' }) },
    {
      soap11: fault('1.1', 'Client', [soapLink]),
      soap12: fault('1.2', 'Sender', [soapLink]),
      http: plain(soapLink),
    },
  ),
];
