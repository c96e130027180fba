import path from 'node:path';
import { type Configuration, fuzzService } from '../../scripts/fuzz/service';
import { useProgram } from '../process/program';

/** Half of the hundred thousand; each half in a file of its own, for a processor of its own. */
const COUNT = 50_000;

/** Plays hostile requests against the built program, set up so. */
export function describeFuzzed(configuration: Configuration): void {
  const program = useProgram();

  test(`of ${COUNT} hostile requests each is answered well, and each good one between exactly; memory stays`, async () => {
    const main = path.join(program.folder, 'dist/main.js');
    const found = await fuzzService(configuration, { seed: 20_260_301, count: COUNT, main });
    expect(found.failures).toEqual([]);
    expect(found.hostile).toBeGreaterThanOrEqual(COUNT);
    expect(found.good).toBeGreaterThan(COUNT / 2);
    expect(found.heap.length).toBeGreaterThan(6);
  }, 560_000);
}
