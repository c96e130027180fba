/** Checks that an answer is well-formed and shows no internal text of the service. */
const { homedir } = require('node:os');
const path = require('node:path');
const { SaxesParser } = require('saxes');

/** @typedef {import('../../test/support/raw-http').RawAnswer} Answer */

/** No answer may contain these folders. A home of `/` is left out, because every URL contains it. */
const FOLDERS = [path.join(__dirname, '../..'), homedir(), process.execPath].filter((one) => one.length > 3);

/**
 * No word of dictionary.json matches one of these expressions. So if an answer matches, the service wrote the text
 * itself.
 */
/** @type {readonly (readonly [string, RegExp])[]} */
const LEAKS = [
  ['a stack', /\bat (?:async )?[\w.<>[\] ]+ \(?(?:node:|file:|\/)|node:internal|\.[jt]s:\d+:\d+/],
  [
    'SQL',
    /syntax error at or near|\bSQLSTATE\b|\brelation "|\bevent_version\b|timestamptz|\bstarts_at\b|SELECT .{0,200}\bFROM event\b/,
  ],
  [
    'a bug',
    /An error occurred on the server|\[object \w+\]|\bTypeError\b|\bRangeError\b|Cannot read propert/,
  ],
  ['a path', new RegExp([...FOLDERS.map(escaped), 'node_modules', '/dist/', 'root:x:0'].join('|'))],
];

/**
 * @param {Answer} answer
 * @param {readonly string[]} secrets values of the service's environment
 * @returns {string | undefined} the fault in a few words
 */
function faultOf({ status, headers, body }, secrets) {
  if (status < 200 || status > 599) return `status ${status}`;
  const shown = [...headers.values(), body].join('\n');
  for (const [what, pattern] of LEAKS) {
    const found = pattern.exec(shown);
    if (found !== null)
      return `the answer shows ${what}: ${JSON.stringify(shown.slice(Math.max(0, found.index - 60), found.index + 120))}`;
  }
  const secret = secrets.find((one) => shown.includes(one));
  if (secret !== undefined) return `the answer shows a value of the environment: ${secret}`;
  if (body === '') return undefined;
  const type = headers.get('content-type') ?? '';
  try {
    if (/\bxml\b/.test(type)) parseXml(body);
    if (/\bjson\b/.test(type)) JSON.parse(body);
  } catch (error) {
    return `the answer is no well-formed ${type}: ${error}`;
  }
  return undefined;
}

/** @param {string} xml @throws when it is not well-formed */
function parseXml(xml) {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

module.exports = { faultOf };
