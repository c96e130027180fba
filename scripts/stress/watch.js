/** What the service says of itself while it is asked. */
const { setTimeout: sleep } = require('node:timers/promises');

const SAMPLE_MS = 5_000;
const MIB = 1_048_576;

/**
 * @typedef {object} Sample
 * @property {number} memory resident, in MiB
 * @property {number} heap in use, in MiB
 * @property {number} loop the longest delay of the event loop since the sample before, in milliseconds
 */

/**
 * @param {import('./service').Service} service
 * @param {() => boolean} isOver
 * @returns {Promise<Sample[]> & { readonly samples: Sample[] }}
 */
function watch(service, isOver) {
  /** @type {Sample[]} */
  const samples = [];
  const run = async () => {
    while (!isOver()) {
      await sleep(SAMPLE_MS);
      try {
        const metrics = await service.metrics();
        samples.push({
          memory: service.memory().now,
          heap: sampleOf(metrics, 'nodejs_heap_size_used_bytes') / MIB,
          loop: sampleOf(metrics, 'nodejs_eventloop_lag_max_seconds') * 1000,
        });
      } catch {
        // The service has ended, which is told elsewhere.
      }
    }
    return samples;
  };
  return Object.assign(run(), { samples });
}

/**
 * @param {string} metrics
 * @param {string} name
 */
function sampleOf(metrics, name) {
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1] ?? 0);
}

module.exports = { SAMPLE_MS, sampleOf, watch };
