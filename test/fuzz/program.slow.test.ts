/** The built program withstands hostile requests, with its defaults and with strict checks behind a proxy. */
import path from 'node:path';
import { CONFIGURATIONS, fuzzService } from '../../scripts/fuzz/service';
import { useProgram } from '../process/program';

/** `npm run fuzz` sends any number of requests, and different ones each time. */
const COUNT = 3_000;

const program = useProgram();
const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

test.each(CONFIGURATIONS)(
  `%s: each of ${COUNT} hostile requests is answered well and each good one exactly, and memory does not grow`,
  async (configuration) => {
    const options = { seed: 20_260_301, count: COUNT, program: path.join(program.folder, 'dist/main.js') };
    const found = await fuzzService(configuration, options, (stop) => stops.push(stop));
    expect(found.failures).toEqual([]);
    expect(found.hostile).toBeGreaterThanOrEqual(COUNT);
    expect(found.good).toBeGreaterThan(COUNT / 2);
    expect(found.heap.length).toBeGreaterThan(6);
  },
);
