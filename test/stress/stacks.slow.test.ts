/**
 * Each stack of `npm run test:compose` makes the disturbances that it names. Its checks pass only if the stack works
 * correctly.
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import timers from 'node:timers/promises';
import { Checks } from '../../scripts/compose/checks';
import { scale } from '../../scripts/compose/scale';
import { IMAGE, PROJECT, SERVICE } from '../../scripts/compose/stack';
import { alone, plain, secrets, test as testing, upgrade } from '../../scripts/compose/stacks';
import { MemoryStore } from '../../src/testing/events/memory-store';
import { HAS_CURL } from '../support/known-skips.js';
import { startTestControl } from '../testing/support';

/** This script replaces Docker. The stack is one service, whose events the script changes by test control. */
const DOCKER = `#!/bin/sh
echo "$*" | sed 's/^compose --progress quiet //' >>"$LOG"
events() {
  case $2 in *.csv) type=text/csv ;; *.jsonl) type=application/x-ndjson ;; *) type=application/json ;; esac
  curl -fsS -o /dev/null "$CONTROL/test/events" -H "Content-Type: $type" -X "$1" --data-binary "@$2"
}
none() { echo '[]' | events PUT -; }
case "$BROKEN $*" in
  *'import /data/seed.json' | *'run --detach'*) events POST deploy/seed/events.json ;;
  ' '*'import /data/'*) events POST "$IMPORT_DIR/\${*##*/data/}" ;;
  *pg_dump*) curl -fsS "$CONTROL/test/events" ;;
  ' '*pg_restore*) events PUT - ;;
  ' '*DELETE*) events PUT deploy/seed/events.json ;;
  *pg_stat_replication*) echo t ;;
  ' '*'main.js config') printf 'MAX_EVENTS=%s\\nPORT=8080' "$MAX_EVENTS" ;;
  'yes '*'logs '*) echo "$POSTGRES_PASSWORD" ;;
  'yes inspect postgres-1') cat "$LOG.passwords" ;;
  *Health*) echo healthy ;;
  ' create '*) echo made ;;
  *ExitCode*) [ "$BROKEN" ] && echo 137 || echo 0 ;;
  *'id -u') [ "$BROKEN" ] && echo 0 || echo 1000 ;;
  *'main.js export') echo "[$([ "$BROKEN" ] || seq -s, 1001)]" ;;
  *'ps --quiet events') for id in 1 2 3 4; do echo "$(cat "$LOG.image")events-$id"; done ;;
  *'ps --all --quiet') echo postgres-1 ;;
  *'ps --quiet '*) echo "\${*##* }-1" ;;
  ' stop '*events-4) echo new- >"$LOG.image" ;;
  ' '*/proc/net/tcp) printf ':1F90 01 00 %.0s' 1 2 3 4 ;;
  *'down --volumes'*) none ;;
  *'up --wait'*)
    if [ "$SECRETS_DIR" ]; then cat "$SECRETS_DIR"/* >"$LOG.passwords"; fi
    case "$BROKEN$COMPOSE_FILE" in
      *compose.test.yml) [ "$BROKEN" ] || none; for file in "\${SEED_DIR:-deploy/seed}"/*; do events POST "$file"; done ;;
    esac ;;
esac
`;

/** This script replaces git, because a checkout may have no history. */
const GIT = `#!/bin/sh
echo "git $*" >>"$LOG"
case $1 in ls-files) printf '2.sql\\n1.sql\\n' ;; log) printf 'newer\\noldest\\n' ;; rev-parse) echo before ;; *) tar -c -T /dev/null ;; esac
`;

const folder = mkdtempSync(path.join(tmpdir(), 'events-stacks-'));
writeFileSync(path.join(folder, 'docker'), DOCKER, { mode: 0o755 });
writeFileSync(path.join(folder, 'git'), GIT, { mode: 0o755 });
const LOG = path.join(folder, 'log');
const STACKS = { plain, secrets, alone, testing, scale, upgrade };
type Name = keyof typeof STACKS;

const sleep = timers.setTimeout;
beforeEach(() => {
  const briefly = (milliseconds = 0) => sleep(Math.min(milliseconds, 20));
  jest.spyOn(timers, 'setTimeout').mockImplementation(briefly);
});

const UP = 'up --wait --quiet-pull';
const DOWN = '--profile * down --volumes --remove-orphans --timeout 10';
const SEED = 'run --rm -T import /data/seed.json';
const IMPORT = 'run --rm -T import /data/event.json';
const POSTGRES = 'compose exec -T postgres';
const ROLLING = 'compose up --detach --wait --quiet-pull --no-deps --no-recreate --scale events=5 events';

interface Expected {
  readonly checks: number;
  /** Lists the checks that must fail if the stack is broken on purpose. */
  readonly broken: readonly string[];
  /** Lists the commands that Docker must get. */
  readonly does: readonly string[];
}

const EXPECTED: Readonly<Record<Name, Expected>> = {
  plain: {
    checks: 9,
    broken: [
      'an import is in the next answer',
      'a setting of the environment reaches the service',
      'no password is logged',
    ],
    does: [
      ...[UP, SEED, IMPORT, `${POSTGRES} pg_dump -U events -Fc events`],
      `${POSTGRES} pg_restore -U events -d events --clean --if-exists --single-transaction`,
      ...['restart events', 'restart postgres', 'down', UP, DOWN],
    ],
  },
  secrets: { checks: 4, broken: ['docker inspect shows no password'], does: [UP, SEED, DOWN] },
  alone: {
    checks: 8,
    broken: [
      'the user of the container is not root',
      'the service exports its events while it runs',
      'docker stop ends the container with status 0',
    ],
    does: [
      'run --detach --name STACK --publish HOST:8080 --read-only --tmpfs /tmp --cap-drop ALL --volume /data IMAGE',
      ...['stop STACK', 'start STACK', 'rm --force --volumes STACK'],
    ],
  },
  testing: {
    checks: 5,
    broken: ['a new start has no event of the last'],
    does: [UP, IMPORT, 'down', UP, DOWN],
  },
  scale: {
    checks: 23,
    broken: [
      'the event "Imported while four replicas answer" is in all answers',
      'the event "Imported by one compose file too few" is in all answers',
      ...['nginx keeps connections to the replicas', 'four other replicas run'],
    ],
    does: [
      ...[`${UP} --scale events=4`, SEED, IMPORT, IMPORT],
      ...['stop events-1', 'start events-1', 'kill events-2', 'start events-2'],
      ...Array(3).fill('exec nginx-1 nginx -s reload'),
      ...[`${UP} --no-recreate --scale events=2`, `${UP} --no-recreate --scale events=4`],
      ...['stop standby-1-1', 'start standby-1-1', 'kill standby-2-1', 'start standby-2-1'],
      ...[
        'restart pgbouncer',
        'restart postgres',
        'rm --volumes made',
        'compose run --rm -T --no-deps migrate',
      ],
      ...[1, 2, 3, 4].flatMap((id) => [ROLLING, `stop events-${id}`, `rm --volumes events-${id}`]),
      DOWN,
    ],
  },
  upgrade: {
    checks: 4,
    broken: [],
    does: [
      ...['git ls-files migrations', 'git log --diff-filter=A --format=%H -- 2.sql'],
      ...['git rev-parse --verify oldest^', 'git archive before'],
      'build --quiet --network default --tag IMAGE-older OLDER',
      UP,
      SEED,
      UP,
      DOWN,
      'rmi --force IMAGE-older',
    ],
  },
};

/** Matches commands that change nothing, or differ in each run. */
const ASKS = /^(?:compose )?(?:ps|logs|inspect|create|commit|exec .*(?:psql|config|export|id|tcp))\b/;

/** Runs the checks of a stack. @returns the number of checks, the failed checks, and the commands that Docker got */
async function tried(name: Name, broken: '' | 'yes') {
  const { url, adminUrl } = await startTestControl({}, new MemoryStore([]));
  jest.replaceProperty(SERVICE, 'port', Number(new URL(url).port));
  const PATH = `${folder}:${process.env.PATH}`;
  jest.replaceProperty(process, 'env', { ...process.env, PATH, LOG, CONTROL: adminUrl, BROKEN: broken });
  for (const file of [LOG, `${LOG}.image`]) writeFileSync(file, '');
  const printed = jest.spyOn(console, 'log').mockImplementation();
  const checks = new Checks();
  await STACKS[name](checks);
  const failed = printed.mock.calls.flatMap(([line]) => /^FAIL {3}([^:]*)/.exec(line)?.[1] ?? []);
  printed.mockRestore();
  const commands = readFileSync(LOG, 'utf8')
    .replaceAll(new URL(url).host, 'HOST')
    .replaceAll(IMAGE, 'IMAGE')
    .replaceAll(PROJECT, 'STACK')
    .replaceAll(/\/\S+\/events-older-\w+/g, 'OLDER')
    .split('\n')
    .slice(0, -1);
  return { checks: checks.passed + checks.failed, failed, does: commands.filter((line) => !ASKS.test(line)) };
}

const testWithCurl = HAS_CURL ? test : test.skip;

testWithCurl.each(Object.keys(STACKS) as Name[])(
  '%s: the checks pass, or notice what is broken, while Docker does what they say',
  async (name) => {
    const { checks, broken, does } = EXPECTED[name];
    expect(await tried(name, '')).toEqual({ checks, failed: [], does });
    expect(await tried(name, 'yes')).toMatchObject({ checks, failed: broken });
  },
);
