import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openReplay } from '../../src/cli/replay';
import { openForRecording } from '../../src/recordings/folder';
import { echoService } from '../support/echo-service';
import { serveApp } from '../support/serve-app';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'events-replaying-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FALLBACKS = [
  [
    undefined,
    'others are answered with a fault.',
    'No answer to SelectEvents(month=2, year=2026) was recorded.',
  ],
  [
    'fault',
    'others are answered with a fault.',
    'No answer to SelectEvents(month=2, year=2026) was recorded.',
  ],
  ['store', 'others are answered from the store.', 'stored'],
  ['upstream', 'others are answered by the service that was recorded.', 'SelectEvents|2|2026'],
] as const;

test.each(FALLBACKS)('--fallback %s: %s', async (fallback, notice, answer) => {
  const legacy = await serveApp(echoService(), { SERVICE_NAMESPACE: 'urn:legacy' });
  const source = { upstream: `${legacy.url}/WebServices/Events.asmx`, namespace: 'urn:legacy' };
  const recordings = await openForRecording(folder, source);
  await recordings.keep({
    call: { operation: 'SelectEvents', args: { month: 1, year: 2026 } },
    bindings: ['soap11'],
    answer: { result: 'recorded' },
  });
  const replay = await openReplay({ folder, fallback, env: {} });
  expect(replay?.config).toEqual({ serviceNamespace: 'urn:legacy' });
  expect(replay?.notice).toBe(`1 recorded call of ${source.upstream} is replayed; ${notice}`);
  const service = replay?.service({ ...echoService(), selectEvents: async () => 'stored' });
  expect(await service?.selectEvents(1, 2026)).toBe('recorded');
  await expect(service?.selectEvents(2, 2026).catch((error: Error) => error.message)).resolves.toBe(answer);
});
