const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { serve } = require('../../test/support/service');

/** Their list exceeds 64 KB, the default limit of many toolkits. */
const MANY = 400;

/**
 * Starts the built service on an embedded store in `folder`, filled from `events` and a generated file.
 *
 * @param {string} folder
 * @param {string} events
 * @returns {Promise<{ endpoint: string, stop(): Promise<void> }>}
 */
async function startService(folder, events) {
  const many = path.join(folder, 'many.json');
  writeFileSync(many, JSON.stringify(Array.from({ length: MANY }, (_, index) => bulkEvent(index))));
  const { url, stop } = await serve({ DATA_DIR: path.join(folder, 'data'), SEED: `${events},${many}` });
  return { endpoint: new URL('/WebServices/Events.asmx', url).href, stop };
}

/** @param {number} index */
function bulkEvent(index) {
  const hour = Date.UTC(2031, 4, 1) + index * 3_600_000;
  return {
    id: 1000 + index,
    title: `Event ${index} ${'of many '.repeat(20)}`,
    start: new Date(hour).toISOString(),
    end: new Date(hour + 1_800_000).toISOString(),
  };
}

module.exports = { startService };
