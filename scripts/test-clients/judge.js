/** SOAP 1.2 has other words for the same faults; an HTTP binding has only a status. */
const FAULT_CODES = {
  soap11: { Client: 'Client', Server: 'Server' },
  soap12: { Client: 'Sender', Server: 'Receiver' },
  httpget: { Client: '500', Server: '500' },
  httppost: { Client: '500', Server: '500' },
};

/**
 * Holds what a client said against the cases. A client with `"cases": "own"` judges itself: each of its lines is
 * `binding, case, passed` or an error, and each of its bindings has at least one.
 */
function judge(client, { lines, trouble }, cases) {
  const cells = new Map(client.bindings.map((binding) => [binding, { right: 0, wrong: 0 }]));
  const complaints = trouble === undefined ? [] : [lastLines(trouble)];
  const note = (binding, id, complaint) => {
    const cell = cells.get(binding);
    if (complaint === undefined) cell.right++;
    else {
      cell.wrong++;
      complaints.push(`${binding} ${id}: ${complaint}`);
    }
  };
  for (const binding of cells.keys()) {
    const said = lines.filter(([of]) => of === binding);
    if (said.length === 0) note(binding, '*', 'no line');
    if (client.cases === 'own') {
      for (const [, id, kind, text] of said) note(binding, id, kind === 'passed' ? undefined : text);
    } else if (said.length > 0)
      for (const expected of cases) {
        const line = said.find(([, id]) => id === expected.id);
        note(binding, expected.id, line === undefined ? 'no line' : complaintAbout(line, expected));
      }
  }
  return { cells, complaints };
}

/** What is wrong with a line, or `undefined`. */
function complaintAbout([binding, , kind, ...said], { result, events, fault }) {
  const shown = `${kind} ${said.join(' ').slice(0, 300)}`;
  if (fault !== undefined) {
    const [code = '', message = ''] = said;
    const wanted = FAULT_CODES[binding][fault.code];
    // A code is a qualified name; toolkits show it with a prefix, with a namespace or bare.
    const isCode = kind === 'fault' && code.split(/[:}#]/).at(-1) === wanted;
    return isCode && message.trim() === fault.message
      ? undefined
      : `${shown}, not ${wanted} ${fault.message}`;
  }
  if (kind !== 'result') return `${shown}, not a result`;
  const [text] = said;
  if (result !== undefined) return text === result ? undefined : `${shown}, not ${result}`;
  return (JSON.parse(text)?.length ?? 0) === events ? undefined : `${shown}, not ${events} events`;
}

function lastLines(text) {
  return text.trim().split('\n').slice(-4).join(' / ');
}

module.exports = { judge };
