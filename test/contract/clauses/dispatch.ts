/** Checks paths, verbs and the pages of ASP.NET (contract 1.1 to 1.5, 1.9). */
import {
  type Clause,
  type ClauseRequest,
  clause,
  E11,
  EVENTS,
  envelope,
  form,
  get,
  invalidOperation,
  page,
  plain,
  post,
  result,
  string,
} from './clause';

const CALL = envelope(E11, EVENTS);
const send = (method: string, target: string, headers: Record<string, string> = {}): ClauseRequest => ({
  method,
  target,
  headers,
});

const UNRECOGNIZED = 'Request format is unrecognized.';
const TRAILING_SLASH = 'Request format is unrecognized for URL unexpectedly ending in &#39;/&#39;.';
const SCRIPT =
  'Only Web services with a [ScriptService] attribute on the class definition can be called from script.';
const dangerous = (character: string) =>
  `A potentially dangerous Request.Path value was detected from the client (${character}).`;
const TOO_LONG = 'The length of the URL for this request exceeds the configured maxUrlLength value.';
const QUERY_TOO_LONG =
  'The length of the query string for this request exceeds the configured maxQueryStringLength value.';

const PATH = '/WebServices/Events.asmx';
const LONGEST_PATH_INFO = '/'.padEnd(260 - PATH.length, 'a');
const LONGEST_QUERY = 'month=1&year=2&x='.padEnd(2048, 'a');

type Page = readonly [number: string, request: ClauseRequest, status: 400 | 405 | 500, title: string];

const pages: readonly Page[] = [
  ['1.4', send('PUT', ''), 405, UNRECOGNIZED],
  ...['PATCH', 'PUT', 'DELETE', 'OPTIONS'].map(
    (method): Page => ['1.9', send(method, '/SelectEvents'), 405, UNRECOGNIZED],
  ),
  ['1.1', get('//'), 500, TRAILING_SLASH],
  ['1.1', get('/%20'), 500, TRAILING_SLASH],
  ['1.2', form('/SelectEvents', '{}', 'application/json; charset=utf-8'), 500, SCRIPT],
  ['1.2', form('/Nope', '{}', 'APPLICATION/JSON'), 500, SCRIPT],
  ['1.2', get('/SelectEvents?month=1&year=2', { 'Content-Type': 'application/json' }), 500, SCRIPT],
  ['1.2', get('/js'), 500, SCRIPT],
  ['1.2', get('/JSDEBUG'), 500, SCRIPT],
  ['1.1', get('/a%3Cb'), 400, dangerous('&lt;')],
  ['1.1', get('/a%2A'), 400, dangerous('*')],
  ['1.1', get('/a%25b'), 400, dangerous('%')],
  ['1.1', get('/a:b'), 400, dangerous(':')],
  ['1.1', get('/a%26b'), 400, dangerous('&amp;')],
  ['1.1', get('/a%5Cb'), 400, dangerous('\\')],
  ['1.1', get('/a%3Fb'), 400, dangerous('?')],
  ['1.1', get('/%3E'), 400, dangerous('&gt;')],
  ['1.1', get('/%zz'), 400, dangerous('%')],
  ['1.1', get(LONGEST_PATH_INFO.padEnd(261 - PATH.length, 'a')), 400, TOO_LONG],
  ['1.1', get(`/SelectEvents?${LONGEST_QUERY}a`), 400, QUERY_TOO_LONG],
];

const notAMethod = (name: string) => plain(invalidOperation(`${name} Web Service method name is not valid.`));
const called = string('<string xmlns="{ns}">SelectEvents|1|2</string>');

export const dispatchClauses: readonly Clause[] = [
  ...pages.map(([number, request, status, title], at) =>
    clause(
      `${number} page ${at}: ${request.method} ${request.target?.slice(0, 20)}`,
      request,
      page(status, title),
    ),
  ),
  clause('1.1 a path of 260 characters', get(LONGEST_PATH_INFO), notAMethod(LONGEST_PATH_INFO.slice(1))),
  clause('1.1 a query of 2,048 characters', get(`/SelectEvents?${LONGEST_QUERY}`), called),
  // ASP.NET first resolves dot segments and repeated slashes, percent-encoded or not.
  ...[
    '/webservices/EVENTS.ASMX/SelectEvents',
    '/WebServices/%45vents.asmx/%53electEvents',
    `http://localhost${PATH}/SelectEvents`,
    `HTTP://LOCALHOST${PATH}/SelectEvents`,
    `/x/..${PATH}/SelectEvents`,
    `/../..${PATH}/SelectEvents`,
    '/WebServices/./Events.asmx/SelectEvents',
    '/WebServices/%2E/Events.asmx/SelectEvents',
    '/WebServices%2F%2FEvents.asmx/SelectEvents',
    `${PATH}/a/%2e%2E/SelectEvents`,
    `${PATH}/a//../../SelectEvents`,
    `/${PATH}//SelectEvents`,
    `/WebServices%2f/Events.asmx%2FSelectEvents`,
    `${PATH}/SelectEvents%20%C2%85`,
  ].map((path) => clause(`1.1 ${path}`, { ...get('?month=1&year=2'), path }, called)),
  ...[
    ['/X', 'X'],
    ['/SelectEvents/.', 'SelectEvents/'],
    ['/.../SelectEvents', '.../SelectEvents'],
    ['/a///SelectEvents', 'a/SelectEvents'],
  ].map(([target = '', name = '']) => clause(`1.7 ${target}`, get(target), notAMethod(name))),
  clause('1.2 a type that begins like JSON', form('/X', '', 'application/jsonp'), notAMethod('X')),
  ...['?wsdl', '?op=SelectEvents', '?a=<b>'].map((target) =>
    clause(
      `1.4 SOAP to ${target}`,
      { ...post(CALL), target },
      result('1.1', 'SelectEvents', 'SelectEvents|1|2'),
    ),
  ),
];
