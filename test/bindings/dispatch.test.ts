import { dispatch, type Route, readTarget } from '../../src/bindings/dispatch';

const PATH = '/WebServices/Events.asmx';

function route(method: string, url: string, contentType?: string): Route | undefined {
  const target = readTarget(url);
  return target && dispatch(method, target, contentType);
}

const page = (status: number, message: unknown) => ({
  kind: 'rejected',
  rejection: { status, fault: { chain: [{ message }] } },
});

describe('the table of contract 1.4', () => {
  test.each<[method: string, url: string, expected: object]>([
    ['POST', PATH, { kind: 'soap' }],
    ['POST', `${PATH}?wsdl`, { kind: 'soap' }],
    ['GET', PATH, { kind: 'document' }],
    ['GET', `${PATH}?op=X`, { kind: 'document' }],
    ['HEAD', PATH, page(405, 'Request format is unrecognized.')],
    ['PUT', PATH, page(405, 'Request format is unrecognized.')],
    ['OPTIONS', `${PATH}/SelectEvents`, page(405, 'Request format is unrecognized.')],
    ['PATCH', `${PATH}/`, page(405, 'Request format is unrecognized.')],
    ['GET', `${PATH}/`, page(500, "Request format is unrecognized for URL unexpectedly ending in '/'.")],
    ['POST', `${PATH}/`, page(500, "Request format is unrecognized for URL unexpectedly ending in '/'.")],
    [
      'HEAD',
      `${PATH}/SelectEvents`,
      page(500, "Request format is unrecognized for URL unexpectedly ending in '/SelectEvents'."),
    ],
    ['GET', `${PATH}/SelectEvents?wsdl`, { kind: 'httpget', name: 'SelectEvents' }],
    ['POST', `${PATH}/SelectEvents`, { kind: 'httppost', name: 'SelectEvents' }],
    ['GET', `${PATH}/SelectEvents/`, { kind: 'httpget', name: 'SelectEvents/' }],
    ['GET', `${PATH}/%53elect%20x`, { kind: 'httpget', name: 'Select x' }],
    ['GET', '/webservices/EVENTS.ASMX/selectevents', { kind: 'httpget', name: 'selectevents' }],
    ['GET', '/WebServices/%45vents.asmx/SelectEvents', { kind: 'httpget', name: 'SelectEvents' }],
    ['GET', `http://localhost${PATH}/SelectEvents`, { kind: 'httpget', name: 'SelectEvents' }],
  ])('%s %s', (method, url, expected) => {
    expect(route(method, url)).toMatchObject(expected);
  });
});

describe('what is refused before ASMX sees it', () => {
  test.each([...'<>*%&:\\?'])('%s in the path', (character) => {
    const url = `${PATH}/Select${encodeURIComponent(character).replace('*', '%2A')}`;
    const message = `A potentially dangerous Request.Path value was detected from the client (${character}).`;
    expect(route('GET', url)).toMatchObject(page(400, message));
  });

  test('an escape that is none', () => {
    expect(route('GET', `${PATH}/%zz`)).toMatchObject({ kind: 'rejected', rejection: { status: 400 } });
  });

  test('a path of more than 260 characters and a query of more than 2,048', () => {
    const path = (length: number) => `${PATH}/${'a'.repeat(length - PATH.length - 1)}`;
    expect(route('GET', path(260))).toMatchObject({ kind: 'httpget' });
    expect(route('GET', path(261))).toMatchObject(page(400, expect.stringContaining('maxUrlLength')));
    expect(route('GET', `${PATH}?${'a'.repeat(2048)}`)).toMatchObject({ kind: 'document' });
    expect(route('GET', `${PATH}?${'a'.repeat(2049)}`)).toMatchObject(
      page(400, expect.stringContaining('maxQueryStringLength')),
    );
  });
});

describe('what ScriptHandlerFactory takes for itself', () => {
  test.each([
    ['POST', '/SelectEvents', 'application/json'],
    ['GET', '/SelectEvents', 'APPLICATION/JSON;charset=utf-8'],
    ['GET', '/js', undefined],
    ['GET', '/JSDebug', undefined],
  ])('%s %s as %s', (method, pathInfo, contentType) => {
    expect(route(method, PATH + pathInfo, contentType)).toMatchObject(
      page(500, expect.stringContaining('[ScriptService]')),
    );
  });

  test('not JSON without an operation, and no type that only begins like it', () => {
    expect(route('POST', PATH, 'application/json')).toEqual({ kind: 'soap' });
    expect(route('POST', `${PATH}/X`, 'application/jsonp')).toMatchObject({ kind: 'httppost' });
  });
});

test.each(['/', '/WebServices/', `${PATH}x`, '/WebServices/Event.asmx', '/x/WebServices/Events.asmx', '*'])(
  '%s is not the service',
  (url) => {
    expect(readTarget(url)).toBeUndefined();
  },
);

test.each([
  [`/x/..${PATH}/SelectEvents`, '/SelectEvents'],
  ['/WebServices/./Events.asmx', ''],
  [`${PATH}/a/../SelectEvents`, '/SelectEvents'],
  [`${PATH}/SelectEvents/.`, '/SelectEvents/'],
  [`${PATH}/SelectEvents/%2e%2E`, '/'],
  [`/../..${PATH}`, ''],
  [`${PATH}/.../SelectEvents`, '/.../SelectEvents'],
])('%s: dot segments are resolved before anything else', (url, pathInfo) => {
  expect(readTarget(url)).toEqual({ path: PATH, pathInfo, query: '' });
});

test('dot segments may lead away from the service', () => {
  expect(readTarget(`${PATH}/..`)).toBeUndefined();
});

test('the path is kept in the letter case and with the escapes of the request', () => {
  expect(readTarget('/webservices/%45VENTS.asmx/Op?a=b')).toMatchObject({
    path: '/webservices/%45VENTS.asmx',
    pathInfo: '/Op',
    query: 'a=b',
  });
});
