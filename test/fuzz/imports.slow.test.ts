/** Some thousand broken files on each engine. */
import { describeEngines } from '../support/databases';
import { expectSound, playOn } from './importing';

const COUNT = 4_000;

describeEngines((engine) => {
  test(`of ${COUNT} broken files each is imported, or refused in a sentence that names it`, async () => {
    expectSound(await playOn(engine, 20_260_302, COUNT), COUNT);
  }, 600_000);
});
