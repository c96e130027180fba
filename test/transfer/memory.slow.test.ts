import { bytesSource } from '../../src/transfer/read/files';
import { collectGarbage } from '../support/collect-garbage';
import { usePostgres } from '../support/databases';
import { importText } from './support';

const ROWS = 100_000;
const ROWS_A_CHUNK = 500;

async function* events(): AsyncGenerator<Uint8Array> {
  for (let first = 0; first < ROWS; first += ROWS_A_CHUNK) {
    const rows = Array.from({ length: ROWS_A_CHUNK }, (_, index) => {
      const start = new Date(1.7e12 + (first + index) * 60_000).toISOString();
      return JSON.stringify({
        id: first + index + 1,
        title: `Event ${first + index}`,
        description: 'x'.repeat(400),
        start,
      });
    });
    yield Buffer.from(`${first === 0 ? '[' : ','}${rows.join(',')}`);
  }
  yield Buffer.from(']');
}

/** Returns the reachable memory in megabytes, without garbage. */
function liveMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

const engine = usePostgres();

test('100,000 rows (50 MB) are never in memory at once', async () => {
  const database = await engine.open();
  try {
    const before = liveMegabytes();
    let peak = 0;
    const watched = async function* () {
      let chunks = 0;
      for await (const chunk of events()) {
        chunks += 1;
        if (chunks % 20 === 0) peak = Math.max(peak, liveMegabytes() - before);
        yield chunk;
      }
    };
    const { added } = await importText(database, bytesSource('many.json', watched), { dryRun: true });
    expect(added).toBe(ROWS);
    expect(peak).toBeLessThan(25);
  } finally {
    await database.close();
  }
});
