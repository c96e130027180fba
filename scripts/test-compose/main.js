#!/usr/bin/env node
/**
 * Runs every compose file for real: starts it, calls the twelve cells, imports, takes servers away while calls come
 * in, and takes everything down again. Minutes, not seconds; needs a Docker engine with Compose 2.24 or later.
 *
 *   npm run test:compose                 all of it
 *   npm run test:compose -- scale edge   some of: plain alone ci scale edge upgrade
 *
 * BUILD_NETWORK=host builds the images in the host's network, where the default one reaches no package registry.
 */
const { execFileSync } = require('node:child_process');
const { runScript, WrongUse } = require('../script');
const { alone, plain } = require('./plain');
const { ci } = require('./ci');
const { edge } = require('./edge');
const { scale } = require('./scale');
const { ROOT, docker } = require('./stack');
const { Transcript } = require('./transcript');
const { upgrade } = require('./upgrade');

/** @type {Readonly<Record<string, (t: import('./transcript').Report) => Promise<void>>>} */
const SCENARIOS = { plain, alone, ci, scale, edge, upgrade };

/**
 * @param {readonly string[]} names
 * @returns {Promise<number>} what failed or could not be tried
 */
async function main(names) {
  const unknown = names.filter((name) => !Object.hasOwn(SCENARIOS, name));
  if (unknown.length > 0) {
    throw new WrongUse(
      `There is no scenario ${unknown.join(', ')}: choose from ${Object.keys(SCENARIOS).join(', ')}.`,
    );
  }
  const lacking = await whatLacks();
  if (lacking !== undefined) {
    console.log(`SKIPPED, NOTHING OF COMPOSE IS TESTED: ${lacking}`);
    console.log('0 passed, 0 failed, 1 skipped');
    return 1;
  }
  build();
  const t = new Transcript();
  for (const name of names.length > 0 ? names : Object.keys(SCENARIOS)) {
    await t.attempt(name, async () => SCENARIOS[name]?.(t));
  }
  console.log(`\n${t.counts()}`);
  return t.passed === 0 ? 1 : t.failed;
}

async function whatLacks() {
  try {
    await docker('info');
  } catch {
    return 'no Docker engine answers here.';
  }
  try {
    await docker('compose', 'version');
  } catch {
    return 'Docker has no compose command here.';
  }
  return undefined;
}

/** Both images, so that no scenario's time holds a build. */
function build() {
  const files = ['docker-compose.yml', 'compose.scale.yml'].flatMap((file) => ['-f', file]);
  const json = execFileSync('docker', ['compose', ...files, 'config', '--format', 'json'], { cwd: ROOT });
  const { services } = JSON.parse(json.toString('utf8'));
  process.env.EVENTS_IMAGE = services.events.image;
  const network = process.env.BUILD_NETWORK ? ['--network', process.env.BUILD_NETWORK] : [];
  for (const [image, context] of [
    [services.events.image, '.'],
    [services.pgbouncer.image, 'deploy/pgbouncer'],
  ]) {
    console.log(`docker build ${network.join(' ')} -t ${image} ${context}`);
    execFileSync('docker', ['build', '-q', ...network, '-t', image, context], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}

runScript(() => main(process.argv.slice(2)));
