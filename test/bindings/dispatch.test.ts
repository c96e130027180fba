import { readTarget } from '../../src/bindings/dispatch';

const PATH = '/WebServices/Events.asmx';

const OTHERS = `/ /WebServices/ ${PATH}x /WebServices/Event.asmx /x${PATH} ${PATH}/.. ${PATH}%20 *`;
test.each(OTHERS.split(' '))('%s is not a path of the service', (url) => {
  expect(readTarget(url)).toBeUndefined();
});

// Documents and pages link to the path, so the path stays as the client sent it. Only dot segments and repeated slashes
// are removed.
test.each([
  ['/webservices/%45VENTS.asmx/Op?a=b', '/webservices/%45VENTS.asmx', '/Op', 'a=b'],
  [`/x/..${PATH}/SelectEvents`, PATH, '/SelectEvents', ''],
  ['//WebServices/%2F/events.asmx%2F%2FSelect//', '/WebServices/events.asmx', '/Select/', ''],
  ['/WebServices/./events.asmx', '/WebServices/events.asmx', '', ''],
])('%s has the path %s of the service, the path info %j and the query %j', (url, path, pathInfo, query) => {
  expect(readTarget(url)).toEqual({ path, pathInfo, query });
});
