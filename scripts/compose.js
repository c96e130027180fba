#!/usr/bin/env node
const { Checks } = require('./compose/checks');
const { scale } = require('./compose/scale');
const { docker, IMAGE, removeAll } = require('./compose/stack');
const { alone, plain, secrets, test, tls, upgrade } = require('./compose/stacks');
const { oneOf, runScript } = require('../test/support/script');

const STACKS = { plain, secrets, alone, test, tls, scale, upgrade };
const NAMES = /** @type {(keyof typeof STACKS)[]} */ (Object.keys(STACKS));

const HELP = `Starts the services of each compose file, calls them, stops and kills servers during calls, and removes everything
again. This takes minutes, and needs a Docker engine with Compose 2.24 or later. The stack upgrade needs the history of git.

  npm run test:compose                 every stack
  npm run test:compose -- scale tls    only these stacks; there are ${NAMES.join(', ')}

BUILD_NETWORK=host builds the images in the host's network, if Docker's default network reaches no package
registry. The exit status is 1 if a check failed or nothing was checked.
`;

runScript(HELP, async (onEnd) => {
  const asked = process.argv.slice(2).map((name) => oneOf('stack', name, NAMES));
  await docker('compose', 'version').catch(() => {
    throw new Error(
      'Nothing was checked, because the command "docker compose" is missing: install Docker Compose.',
    );
  });
  await docker('info').catch(() => {
    throw new Error('Nothing was checked, because no Docker engine answers: start Docker.');
  });
  onEnd(removeAll);
  process.env.EVENTS_IMAGE = IMAGE;
  await docker(...['compose', '-f', 'docker-compose.yml', '-f', 'compose.scale.yml', 'build', '--quiet']);

  const checks = new Checks();
  for (const name of asked.length > 0 ? asked : NAMES) {
    console.log(`\n${name}`);
    await checks.attempt(name, () => STACKS[name](checks));
  }
  console.log(`\n${checks.passed} passed, ${checks.failed} failed`);
  return checks.passed === 0 ? 1 : checks.failed;
});
