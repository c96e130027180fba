/** Broken files of every format: each is imported, or refused in a sentence and leaves the store as it was. */
import { useEmbedded } from '../support/databases';
import { expectSound, playOn } from './importing';

const COUNT = 120;
const engine = useEmbedded();

test('whatever a file holds, it is imported or refused in a sentence that names it', async () => {
  expectSound(await playOn(engine, 20_260_301, COUNT), COUNT);
}, 120_000);
