import { readTarget } from '../../src/bindings/dispatch';

const PATH = '/WebServices/Events.asmx';

test.each([
  '/',
  '/WebServices/',
  `${PATH}x`,
  '/WebServices/Event.asmx',
  '/x/WebServices/Events.asmx',
  `${PATH}/..`,
  `${PATH}%20`,
  '*',
])('%s is not a path of the service', (url) => {
  expect(readTarget(url)).toBeUndefined();
});

// Documents and pages link to the path, so it is kept as it was requested. Only dot segments and repeated slashes are
// removed.
test.each([
  [
    '/webservices/%45VENTS.asmx/Op?a=b',
    { path: '/webservices/%45VENTS.asmx', pathInfo: '/Op', query: 'a=b' },
  ],
  [`/x/..${PATH}/SelectEvents`, { path: PATH, pathInfo: '/SelectEvents', query: '' }],
  [
    '//WebServices/%2F/events.asmx%2F%2FSelect//',
    { path: '/WebServices/events.asmx', pathInfo: '/Select/', query: '' },
  ],
  ['/WebServices/./events.asmx', { path: '/WebServices/events.asmx', pathInfo: '', query: '' }],
])('%s is a path of the service', (url, target) => {
  expect(readTarget(url)).toEqual(target);
});
