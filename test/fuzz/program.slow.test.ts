/** Hostile requests meet the built program: with its defaults, and strict, with long errors and behind a proxy. */
import path from 'node:path';
import { CONFIGURATIONS, fuzzService } from '../../scripts/fuzz/service';
import { useProgram } from '../process/program';

/** `npm run fuzz` sends as many as it is told, others each time. */
const COUNT = 5_000;

const program = useProgram();

test.each(CONFIGURATIONS)(
  `%s: each of ${COUNT} hostile requests is answered well, each good one exactly; memory stays`,
  async (configuration) => {
    const main = path.join(program.folder, 'dist/main.js');
    const found = await fuzzService(configuration, { seed: 20_260_301, count: COUNT, main });
    expect(found.failures).toEqual([]);
    expect(found.hostile).toBeGreaterThanOrEqual(COUNT);
    expect(found.good).toBeGreaterThan(COUNT / 2);
    expect(found.heap.length).toBeGreaterThan(6);
  },
  300_000,
);
