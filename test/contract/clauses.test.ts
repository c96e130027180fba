import * as messages from '../../src/contract/messages';
import { serviceFromFunction } from '../../src/contract/operations';
import { echo } from '../support/echo-service';
import { httpMessage } from '../support/requests';
import { Sender } from '../support/send';
import { serveApp } from '../support/serve-app';
import { CLAUSES } from './clauses';
import type { Clause, ClauseRequest } from './clauses/clause';

const REASON = {
  200: 'OK',
  400: 'Bad Request',
  405: 'Method Not Allowed',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
} as const;

/** Returns line and column of the place that `¦` marks. A byte order mark has no column (contract 2.7.1). */
function markedPlace(body: string): string {
  const text = body.replace('\ufeff', '');
  const lines = text.slice(0, text.indexOf('¦')).split(/\r\n|\r|\n/);
  return `(${lines.length}, ${(lines.at(-1) ?? '').length + 1})`;
}

function message({ method = 'GET', target = '', ...request }: ClauseRequest, fill: (text: string) => string) {
  const {
    path = '/WebServices/Events.asmx',
    headers = {},
    body = '',
    encode = (text: string) => Buffer.from(text),
  } = request;
  const filled = Object.entries(headers).map(([name, value]) => [name, fill(value)]);
  return httpMessage(
    `${method} ${path}${target} HTTP/1.1`,
    Object.fromEntries(filled),
    encode(fill(body).replace('¦', '')),
  );
}

function filler(namespace: string): (text: string) => string {
  const actionBase = namespace.endsWith('/') ? namespace : `${namespace}/`;
  return (text) => text.replaceAll('{ns}', namespace).replaceAll('{A}', actionBase);
}

describe.each([
  ['http://tempuri.org/', 'short'],
  ['http://example.org/ev', 'long'],
] as const)('in the namespace %s with %s error texts', (namespace, errorDetail) => {
  const fill = filler(namespace);
  let outcome: Clause['outcome'];
  let sender: Sender;
  beforeAll(async () => {
    const service = serviceFromFunction(async (call) => {
      if (outcome === undefined) return echo(call);
      if ('thrown' in outcome) throw outcome.thrown;
      return outcome.result;
    });
    const env = { SERVICE_NAMESPACE: namespace, ERROR_DETAIL: errorDetail };
    sender = new Sender(await serveApp(service, env, undefined, 'file'));
  });

  test.each(CLAUSES)('$name', async (clause) => {
    outcome = clause.outcome;
    const { status, reason, headers, body: text } = await sender.send(message(clause.request, fill));
    const wanted = clause.answer;
    const wantedBody = fill(wanted.body[errorDetail]).replace('{place}', () =>
      markedPlace(fill(clause.request.body ?? '')),
    );
    expect({
      status,
      reason,
      contentType: headers.get('content-type'),
      cacheControl: headers.get('cache-control'),
      contentLength: headers.get('content-length'),
      body: wanted.isPage ? /<title>([^<]*)<\/title>/.exec(text)?.[1] : text,
    }).toEqual({
      status: wanted.status,
      reason: REASON[wanted.status],
      contentType: wanted.contentType,
      cacheControl: wanted.cacheControl,
      contentLength: String(Buffer.byteLength(wanted.isPage ? text : wantedBody)),
      body: wantedBody,
    });
  });
});

/** These messages contain no text of a client, or only a short part of it. */
const { truncate, tooDeep, errorInXmlDocument, outOfRange, missingParameter, ...ofClients } = messages;
const { dangerousPath, dangerousValue, xmlException, ...shortened } = ofClients;

test.each(Object.entries(shortened).filter(([, made]) => typeof made === 'function'))(
  '2.2 %s shows at most 1,024 characters of a text',
  (_name, made) => {
    const { message } = (made as (text: string, other: string) => messages.ChainedException)(
      'a'.repeat(1025),
      'x',
    );
    expect(/a{9,}\.*/.exec(message)?.[0].slice(0, 1024)).toBe(`${'a'.repeat(1021)}...`);
  },
);
