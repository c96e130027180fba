/** Single requests that cost the most, or look as if they could. */
const { ENDPOINT } = require('../../test/support/calls');
const { get } = require('./data');

/** These are the longest bodies that the service accepts, in bytes: by default, and as ASMX does. */
const SIZES = { usual: { soap: 65_536, form: 65_536 }, asmx: { soap: 4_194_304, form: 4_194_304 } };

/**
 * @typedef {object} Sizes
 * @property {number} soap
 * @property {number} form
 */

const SOAP_HEADERS =
  'Content-Type: text/xml; charset=utf-8\r\nSOAPAction: "http://tempuri.org/SelectEvents"\r\n';
const FORM_HEADERS = 'Content-Type: application/x-www-form-urlencoded\r\n';

/** @param {string} body */
const soap = (body, headers = SOAP_HEADERS) =>
  `POST ${ENDPOINT} HTTP/1.1\r\nHost: h\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** @param {string} body */
const form = (body, headers = FORM_HEADERS) =>
  `POST ${ENDPOINT}/SelectEvents HTTP/1.1\r\nHost: h\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/**
 * Repeats `unit` between `before` and `after` until the body has about `size` bytes.
 * @param {number} size
 * @param {string} unit
 */
const filled = (size, unit, before = '', after = '') =>
  before + unit.repeat(Math.floor((size - before.length - after.length) / Buffer.byteLength(unit))) + after;

const OPEN = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>';
const CALL = '<SelectEvents xmlns="http://tempuri.org/"><month>5</month><year>2031</year></SelectEvents>';
const CLOSE = '</s:Body></s:Envelope>';

/** @type {Readonly<Record<string, (sizes: Sizes) => string>>} */
const REQUESTS = {
  'carriage returns': ({ soap: size }) => soap(filled(size, '\r', OPEN, CALL + CLOSE)),
  'carriage returns in a value': ({ soap: size }) =>
    soap(
      filled(
        size,
        '\r',
        `${OPEN}<SelectEvents xmlns="http://tempuri.org/"><month>`,
        `5</month><year>2031</year></SelectEvents>${CLOSE}`,
      ),
    ),
  'blanks in the declaration': ({ soap: size }) =>
    soap(filled(size, ' ', '<?xml version="1.0"', `?>${OPEN}${CALL}${CLOSE}`)),
  'a declaration without an end': ({ soap: size }) => soap(filled(size, ' ', '<?xml version="1.0"', '?')),
  'brackets in a CDATA section': ({ soap: size }) =>
    soap(filled(size, ']', `${OPEN}${CALL}<![CDATA[`, ` ]]>${CLOSE}`)),
  'CDATA sections': ({ soap: size }) => soap(filled(size, '<![CDATA[]]>', OPEN + CALL, CLOSE)),
  'empty elements': ({ soap: size }) => soap(filled(size, '<a/>', OPEN + CALL, CLOSE)),
  'elements in the header': ({ soap: size }) =>
    soap(filled(size, '<a/>', OPEN.replace('<s:Body>', '<s:Header>'), `</s:Header><s:Body>${CALL}${CLOSE}`)),
  'a comment': ({ soap: size }) => soap(filled(size, '-x', `${OPEN}<!--`, `x-->${CALL}${CLOSE}`)),
  'an instruction': ({ soap: size }) => soap(filled(size, '? ', `${OPEN}<?p `, `?>${CALL}${CLOSE}`)),
  'an attribute': ({ soap: size }) => soap(filled(size, '&amp;', `${OPEN}<a b="`, `"/>${CALL}${CLOSE}`)),
  'entities in text': ({ soap: size }) => soap(filled(size, '&#65;', `${OPEN}<a>`, `</a>${CALL}${CLOSE}`)),
  'a digit': ({ soap: size }) =>
    soap(
      filled(
        size,
        '0',
        `${OPEN}<SelectEvents xmlns="http://tempuri.org/"><month>`,
        `5</month><year>2031</year></SelectEvents>${CLOSE}`,
      ),
    ),
  'routed by content': ({ soap: size }) =>
    soap(filled(size, '\n', OPEN, CALL + CLOSE), 'Content-Type: text/xml; charset=utf-8\r\n'),
  'as UTF-7': ({ soap: size }) =>
    soap(filled(size, '+AGE-', `${OPEN}<a>`, `</a>${CALL}${CLOSE}`), SOAP_HEADERS.replace('utf-8', 'utf-7')),
  'as GB18030': ({ soap: size }) =>
    soap(filled(size, 'a', `${OPEN}<a>`, `</a>${CALL}${CLOSE}`), SOAP_HEADERS.replace('utf-8', 'gb18030')),
  'a value of a form': ({ form: size }) => form(filled(size, '%u0041', 'month=5&year=2031&x=')),
  'bytes of a form': ({ form: size }) => form(filled(size, '%41', 'month=5&year=2031&x=')),
  'a number of a form': ({ form: size }) => form(filled(size, '+', 'year=2031&month=5')),
  'a name of a form': ({ form: size }) => form(filled(size, '%', 'month=5&year=2031&', '=1')),
  'pairs of a form': ({ form: size }) => form(filled(size, 'a=&', 'month=5&year=2031&')),
  'values of one name': ({ form: size }) => form(filled(size, '&', 'month=5&year=2031')),
  'a form as GB18030': ({ form: size }) =>
    form(filled(size, '%81', 'month=5&year=2031&x='), FORM_HEADERS.replace('\r\n', '; charset=gb18030\r\n')),
  'line feeds in an attribute': ({ soap: size }) =>
    soap(filled(size, '\n', `${OPEN}<a b="`, `"/>${CALL}${CLOSE}`)),
  attributes: ({ soap: size }) =>
    soap(
      filled(
        size,
        `<a ${Array.from({ length: 256 }, (_, at) => `b${at}=""`).join(' ')}/>`,
        OPEN + CALL,
        CLOSE,
      ),
    ),
  namespaces: ({ soap: size }) => soap(filled(size, '<a xmlns:b="c" xmlns:d="e"/>', OPEN + CALL, CLOSE)),
  'nested elements': ({ soap: size }) =>
    soap(filled(size, `${'<a>'.repeat(255)}${'</a>'.repeat(255)}`, OPEN + CALL, CLOSE)),
  'a document that ends in a tag': ({ soap: size }) => soap(filled(size, ' b="c"', `${OPEN}<a`)),
  'a query of escapes': () => get('small').replace('month', `x=${'%41'.repeat(600)}&month`),
  'a path of dots': () => get('small').replace('/Web', `${'/%2e'.repeat(2_000)}/Web`),
  'a path of slashes': () => `GET ${'/'.repeat(8_000)} HTTP/1.1\r\nHost: h\r\n\r\n`,
  'a Host of dots': () => get('small').replace('Host: h', `Host: ${'a.'.repeat(7_000)}`),
  'a Content-Type of parameters': () =>
    soap(OPEN + CALL + CLOSE, SOAP_HEADERS.replace('; charset=utf-8', ';a="'.repeat(3_500))),
  'a SOAPAction of escapes': () =>
    soap(OPEN + CALL + CLOSE, SOAP_HEADERS.replace('http:', '%u0041'.repeat(2_500))),
};

module.exports = { filled, form, REQUESTS, SIZES, SOAP_HEADERS, soap };
