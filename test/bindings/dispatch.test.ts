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
])('%s is not the service', (url) => {
  expect(readTarget(url)).toBeUndefined();
});

// The path is what documents and pages link to, so it is kept as it was requested, but for dot segments and repeated slashes.
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
])('%s is the service', (url, target) => {
  expect(readTarget(url)).toEqual(target);
});
