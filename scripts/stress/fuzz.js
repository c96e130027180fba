/**
 * Sends hostile requests to the built service. Its exit status is 1 if there is a failure, or if it compared nothing.
 */
const { oneOf, wholeNumber, WrongUse } = require('../../test/support/script');
const service = require('../fuzz/service');

/** @type {import('../stress').Scenario} */
const scenario = {
  options: {
    seconds: { type: 'string' },
    requests: { type: 'string' },
    seed: { type: 'string' },
    path: { type: 'string' },
    as: { type: 'string' },
    postgres: { type: 'boolean' },
  },
  async run({ path, postgres, program, ...values }, onEnd) {
    const configurations =
      values.as === undefined
        ? service.CONFIGURATIONS
        : [oneOf('configuration', values.as, service.CONFIGURATIONS)];
    const seed = wholeNumber('--seed', values.seed) ?? Math.floor(Math.random() * 2 ** 31);
    const seconds = wholeNumber('--seconds', values.seconds);
    const requests =
      wholeNumber('--requests', values.requests) ?? (seconds === undefined ? 10_000 : 10_000_000);
    if (path !== undefined && (values.seed === undefined || values.as === undefined))
      throw new WrongUse('--path needs the --seed and the --as of the run that printed the path.');
    console.log(`seed ${seed}`);
    const shares = configurations.length;
    let failures = 0;
    for (const configuration of configurations) {
      const options = {
        ...{ seed, path, postgres, program },
        count: Math.ceil(requests / shares),
        seconds: seconds === undefined ? undefined : Math.ceil(seconds / shares),
      };
      const found = await service.fuzzService(configuration, options, onEnd);
      failures += report(found, `--as ${configuration}${postgres ? ' --postgres' : ''}`);
    }
    console.log(failures === 0 ? '\nNo failure was found.' : `\n${failures} failures.`);
    return failures;
  },
};

/**
 * @param {Awaited<ReturnType<typeof service.fuzzService>>} findings
 * @param {string} options the options of `npm run fuzz` that select this configuration
 * @returns {number} number of failures
 */
function report({ hostile, good, counts, heap, failures }, options) {
  console.log(
    `\n${options}: ${hostile} hostile requests; ${good} good requests between and after them were answered`,
  );
  for (const [row, count] of [...counts].sort()) console.log(`  ${String(count).padStart(7)}  ${row}`);
  console.log(`  heap, MiB: ${heap.map((mebibytes) => mebibytes.toFixed(1)).join(' ') || 'not measured'}`);
  for (const failure of failures) console.log(`FAILED ${failure}`);
  if (failures.length > 0)
    console.log(
      `To repeat a failure: npm run fuzz -- ${options}, with the --seed and the --path of the failure`,
    );
  if (hostile > 0 || failures.length > 0) return failures.length;
  console.log('FAILED Nothing was compared.');
  return 1;
}

module.exports = scenario;
