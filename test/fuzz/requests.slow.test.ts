/** A hundred thousand of the fuzzer's requests against the built program, in two set-ups. */
import path from 'node:path';
import { fuzzService } from '../../scripts/fuzz/against-service';
import { useProgram } from '../process/program';

const program = useProgram();

test.each(['usual', 'strict'])(
  'set up as %s the program answers 50,000 hostile requests well, the good ones between exactly, and keeps its memory',
  async (settings) => {
    const found = await fuzzService(settings, {
      seed: 20_260_301,
      count: 50_000,
      main: path.join(program.folder, 'dist/main.js'),
    });
    expect(found.failures).toEqual([]);
    expect(found.hostile).toBeGreaterThanOrEqual(50_000);
    expect(found.good).toBeGreaterThan(25_000);
    expect(found.heap.length).toBeGreaterThan(6);
  },
  400_000,
);
