/** Lists single requests that cost the service much work, or seem to. */
const { callBy, ENDPOINT, messageOf, soapHeaders } = require('../../test/support/calls');
const { get } = require('./data');

/**
 * These are the longest bodies that the service accepts, in bytes: `usual` by default, and `asmx` with the limit of
 * ASMX.
 */
const BODY_BYTES = { usual: 65_536, asmx: 4_194_304 };

const SOAP_HEADERS = soapHeaders('soap11', 'SelectEvents');
const FORM = callBy('httppost', 'SelectEvents', { month: 5, year: 2031 });

/** @param {string} body @param {Readonly<Record<string, string>>} [headers] */
const soap = (body, headers = SOAP_HEADERS) =>
  messageOf({ path: ENDPOINT, headers, body }).toString('latin1');

/** @param {string} body @param {Readonly<Record<string, string>>} [headers] */
const form = (body, headers) => messageOf({ ...FORM, body }, headers).toString('latin1');

/**
 * Repeats `unit` between `before` and `after` until the body has about `size` bytes.
 * @param {number} size
 * @param {string} unit
 */
const filled = (size, unit, before = '', after = '') =>
  before + unit.repeat(Math.floor((size - before.length - after.length) / unit.length)) + after;

/** @typedef {(size: number) => string} Request makes a request whose body, if any, has about `size` bytes */

/**
 * @param {(body: string, headers?: Readonly<Record<string, string>>) => string} write
 * @returns {(unit: string, before: string, after?: string, headers?: Readonly<Record<string, string>>) => Request}
 */
const filledBy = (write) => (unit, before, after, headers) => (size) =>
  write(filled(size, unit, before, after), headers);

const soapOf = filledBy(soap);
const formOf = filledBy(form);

const OPEN = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>';
const WRAPPER = '<SelectEvents xmlns="http://tempuri.org/">';
const REST = '5</month><year>2031</year></SelectEvents>';
const CALL = `${WRAPPER}<month>${REST}`;
const CLOSE = '</s:Body></s:Envelope>';
const PAIRS = 'month=5&year=2031';
const ATTRIBUTES = Array.from({ length: 256 }, (_, at) => `b${at}=""`).join(' ');

/** @type {Readonly<Record<string, Request>>} */
const REQUESTS = {
  'carriage returns': soapOf('\r', OPEN, CALL + CLOSE),
  'carriage returns in a value': soapOf('\r', `${OPEN}${WRAPPER}<month>`, REST + CLOSE),
  'blanks in the declaration': soapOf(' ', '<?xml version="1.0"', `?>${OPEN}${CALL}${CLOSE}`),
  'a declaration without an end': soapOf(' ', '<?xml version="1.0"', '?'),
  'brackets in a CDATA section': soapOf(']', `${OPEN}${CALL}<![CDATA[`, ` ]]>${CLOSE}`),
  'CDATA sections': soapOf('<![CDATA[]]>', OPEN + CALL, CLOSE),
  'empty elements': soapOf('<a/>', OPEN + CALL, CLOSE),
  'elements in the header': soapOf(
    '<a/>',
    OPEN.replace('<s:Body>', '<s:Header>'),
    `</s:Header><s:Body>${CALL}${CLOSE}`,
  ),
  'a comment': soapOf('-x', `${OPEN}<!--`, `x-->${CALL}${CLOSE}`),
  'an instruction': soapOf('? ', `${OPEN}<?p `, `?>${CALL}${CLOSE}`),
  'an attribute': soapOf('&amp;', `${OPEN}<a b="`, `"/>${CALL}${CLOSE}`),
  'entities in text': soapOf('&#65;', `${OPEN}<a>`, `</a>${CALL}${CLOSE}`),
  'a digit': soapOf('0', `${OPEN}${WRAPPER}<month>`, REST + CLOSE),
  'routed by content': soapOf('\n', OPEN, CALL + CLOSE, { 'Content-Type': 'text/xml; charset=utf-8' }),
  'as UTF-7': soapOf('+AGE-', `${OPEN}<a>`, `</a>${CALL}${CLOSE}`, {
    ...SOAP_HEADERS,
    'Content-Type': 'text/xml; charset=utf-7',
  }),
  'as GB18030': soapOf('a', `${OPEN}<a>`, `</a>${CALL}${CLOSE}`, {
    ...SOAP_HEADERS,
    'Content-Type': 'text/xml; charset=gb18030',
  }),
  'a value of a form': formOf('%u0041', `${PAIRS}&x=`),
  'bytes of a form': formOf('%41', `${PAIRS}&x=`),
  'a number of a form': formOf('+', 'year=2031&month=5'),
  'a name of a form': formOf('%', `${PAIRS}&`, '=1'),
  'pairs of a form': formOf('a=&', `${PAIRS}&`),
  'values of one name': formOf('&', PAIRS),
  'a form as GB18030': formOf('%81', `${PAIRS}&x=`, '', {
    'Content-Type': 'application/x-www-form-urlencoded; charset=gb18030',
  }),
  'values of a form as Shift JIS': formOf('&%81', PAIRS, '', {
    'Content-Type': 'application/x-www-form-urlencoded; charset=shift_jis',
  }),
  'line feeds in an attribute': soapOf('\n', `${OPEN}<a b="`, `"/>${CALL}${CLOSE}`),
  attributes: soapOf(`<a ${ATTRIBUTES}/>`, OPEN + CALL, CLOSE),
  namespaces: soapOf('<a xmlns:b="c" xmlns:d="e"/>', OPEN + CALL, CLOSE),
  'nested elements': soapOf(`${'<a>'.repeat(255)}${'</a>'.repeat(255)}`, OPEN + CALL, CLOSE),
  'a document that ends in a tag': soapOf(' b="c"', `${OPEN}<a`, ''),
  'a query of escapes': () => get('small').replace('month', `x=${'%41'.repeat(600)}&month`),
  'a path of dots': () => get('small').replace('/Web', `${'/%2e'.repeat(2_000)}/Web`),
  'a path of slashes': () => `GET ${'/'.repeat(8_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  'a Host of dots': () => get('small').replace('Host: localhost', `Host: ${'a.'.repeat(7_000)}`),
  'a Content-Type of parameters': () =>
    soap(OPEN + CALL + CLOSE, { ...SOAP_HEADERS, 'Content-Type': `text/xml${';a="'.repeat(3_500)}` }),
  'a SOAPAction of escapes': () =>
    soap(OPEN + CALL + CLOSE, {
      ...SOAP_HEADERS,
      SOAPAction: `"${'%u0041'.repeat(2_500)}//tempuri.org/SelectEvents"`,
    }),
};

module.exports = { BODY_BYTES, filled, form, REQUESTS, soap };
