import { endpointOf } from '../../../../src/server/public-address';

describe('endpointOf', () => {
  test.each([
    ['/WebServices/Events.asmx', '/WebServices/Events.asmx'],
    ['/webservices/EVENTS.asmx', '/webservices/EVENTS.asmx'],
    ['/W%65b/Events.asmx', '/W%65b/Events.asmx'],
    ['/a#b', '/a%23b'],
    ['/a%b', '/a%25b'],
    [Buffer.from('/é').toString('latin1'), '/%C3%A9'],
    ['/<a href="x">', '/%3Ca%20href=%22x%22%3E'],
    ["/it's&co", "/it's&co"],
    ['/a\\b^`{|}', '/a%5Cb%5E%60%7B%7C%7D'],
    ['/a\r\nb', '/a%0D%0Ab'],
  ])('%j', (path, expected) => {
    expect(endpointOf({ root: 'https://example.org/x' }, path)).toBe(`https://example.org/x${expected}`);
  });
});
