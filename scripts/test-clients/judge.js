/**
 * @typedef {import('../../test/support/calls').Binding} Binding
 * @typedef {{ readonly bindings: readonly Binding[], readonly cases?: 'own' }} Judged a client, as client.json describes it
 *
 * @typedef {object} Case a call, and what every client must report: one of `result`, `events` and `fault`
 * @property {string} id
 * @property {string} [result] the result string
 * @property {number} [events] how many events the result lists
 * @property {{ readonly code: 'Client' | 'Server', readonly message: string }} [fault]
 *
 * @typedef {object} ClientOutput
 * @property {readonly (readonly string[])[]} lines the fields of each line: binding, case, kind, value
 * @property {string} [errorOutput] the error output of a client that failed
 */

/**
 * SOAP 1.2 has other names for the same fault codes. An HTTP binding has only a status.
 * @type {Readonly<Record<Binding, { readonly Client: string, readonly Server: string }>>}
 */
const FAULT_CODES = {
  soap11: { Client: 'Client', Server: 'Server' },
  soap12: { Client: 'Sender', Server: 'Receiver' },
  httpget: { Client: '500', Server: '500' },
  httppost: { Client: '500', Server: '500' },
};

/**
 * Compares a client's output with the cases. A client with `"cases": "own"` judges itself: each of its lines is
 * `binding, case, passed` or an error, and each of its bindings must have a line. If a client failed, every binding is
 * wrong, because its output may be incomplete.
 * @param {Judged} client
 * @param {ClientOutput} output
 * @param {readonly Case[]} cases
 */
function judge(client, { lines, errorOutput }, cases) {
  /** @type {Map<Binding, { right: number, wrong: number }>} */
  const cells = new Map();
  /** @type {string[]} */
  const complaints = errorOutput === undefined ? [] : [lastLines(errorOutput)];
  for (const binding of client.bindings) {
    const ofBinding = lines.filter(([name]) => name === binding);
    const verdicts = client.cases === 'own' ? ownVerdicts(ofBinding) : verdictsOn(binding, ofBinding, cases);
    const wrong = verdicts.filter((complaint) => complaint !== undefined);
    complaints.push(...wrong.map((complaint) => `${binding} ${complaint}`));
    cells.set(binding, {
      right: verdicts.length - wrong.length,
      wrong: wrong.length + (errorOutput === undefined ? 0 : 1),
    });
  }
  return { cells, complaints };
}

/** @param {readonly (readonly string[])[]} lines */
function ownVerdicts(lines) {
  if (lines.length === 0) return ['*: the client printed no line'];
  return lines.map(([, id, kind, text]) => (kind === 'passed' ? undefined : `${id}: ${text ?? kind}`));
}

/**
 * Returns a complaint or `undefined` for each case, and a complaint for each line without a case.
 * @param {Binding} binding
 * @param {readonly (readonly string[])[]} lines
 * @param {readonly Case[]} cases
 */
function verdictsOn(binding, lines, cases) {
  if (lines.length === 0) return ['*: the client printed no line'];
  const verdicts = cases.map((expected) => {
    const [line, ...more] = lines.filter(([, id]) => id === expected.id);
    const complaint =
      line === undefined
        ? 'the client printed no line'
        : more.length > 0
          ? `the client printed ${more.length + 1} lines`
          : complaintAbout(binding, line, expected);
    return complaint && `${expected.id}: ${complaint}`;
  });
  const unasked = lines.filter(([, id]) => !cases.some((expected) => expected.id === id));
  return [...verdicts, ...unasked.map(([, id]) => `${id}: there is no such case`)];
}

/**
 * Returns a complaint about a line, or `undefined`.
 * @param {Binding} binding
 * @param {readonly string[]} line
 * @param {Case} expected
 */
function complaintAbout(binding, [, , kind, ...values], { result, events, fault }) {
  const shown = `${kind} ${values.join(' ').slice(0, 300)}`;
  if (fault !== undefined) {
    const [code = '', message = ''] = values;
    const wanted = FAULT_CODES[binding][fault.code];
    // Toolkits show a fault code with a prefix, with a namespace, or alone.
    const isCode = kind === 'fault' && code.split(/[:}#]/).at(-1) === wanted;
    return isCode && message.trim() === fault.message
      ? undefined
      : `${shown}, not ${wanted} ${fault.message}`;
  }
  if (kind !== 'result') return `${shown}, not a result`;
  const [text = ''] = values;
  if (result !== undefined) return text === result ? undefined : `${shown}, not ${result}`;
  return countOf(text) === events ? undefined : `${shown}, not ${events} events`;
}

/**
 * Returns the number of events in a result, or `undefined` if the result is no list.
 * @param {string} text
 */
function countOf(text) {
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) ? list.length : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} text */
function lastLines(text) {
  return text.trim().split('\n').slice(-4).join(' / ');
}

module.exports = { judge };
