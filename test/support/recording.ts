import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Makes a recording without answers. Returns functions that write answers, as `record` would. */
export function newRecording(folder = mkdtempSync(path.join(tmpdir(), 'events-recording-'))) {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, value: object) =>
    writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(value));
  write('source', { upstream: 'http://old/WebServices/Events.asmx', namespace: 'http://tempuri.org/' });
  return {
    folder,
    writeMonth: (month: number, answer: object) =>
      write(`SelectEvents_${month}_2026`, {
        operation: 'SelectEvents',
        arguments: { month, year: 2026 },
        ...answer,
      }),
    writeSingle: (id: number, asJson: boolean, answer: object) =>
      write(`SelectEvent_${id}_${asJson}`, {
        operation: 'SelectEvent',
        arguments: { intEventID: id, bolAsJSON: asJson },
        ...answer,
      }),
  };
}
