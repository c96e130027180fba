/**
 * If a line of a deployment file, of a tool's settings, or of a server that the bench compares changes, its digest here
 * must change too, because no answer shows whether the line is right. A comment beside the line gives the reason, where
 * readers need it. Comments and blank lines do not count.
 */
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ROOT, readText } from './yaml';

const DIGESTS: Readonly<Record<string, string>> = {
  '.ci/run': '72314cb192c82822e9ce47756af824f6709af97d275dbe33d47d5d43f613e64f',
  '.dockerignore': 'eebbffdbf5bc467ff162f4a30e4e3ee5b83bf0f15e0078d42dd43df0e0e53f44',
  '.github/ISSUE_TEMPLATE': '8533bf1e10faa3c29b31fa508a3c8ba47e9da8f9452c8696dcd2b8b58ad93948',
  '.github/dependabot.yml': '9cfa529a55baf71cae1b592ddeb39c27dab2441d3798b9e88dbb0d857e271818',
  '.github/workflows/ci.yml': '5857bd79522bd0bda18c0f1bb9c75876887b711d43648580a65045a5ff6c395d',
  Dockerfile: '128b443ede01fd7f54f97489b0dabbd65f4cfb06dc7cff9f98ae3463a07300a2',
  'bench/peers/aspnet': '998b9d2854558769608bd42b5ec1dcd9f3a9e0022951dca48294dda9fdd8084f',
  'bench/peers/gsoap': '308b5de9d70d30011ed38ddfdf5d1a3aaef20bcb85974005a67312811ba49ed0',
  'bench/peers/mono': '91c101f12470a0de46ad04b6e9db8f76460a5287acc98290b50292f920550645',
  'bench/peers/node-soap': '480c78d050b529c7ea6203ba2d2e3519305c6c326db127f381813767559223e6',
  'bench/peers/php': '70b40e84867bf474b83ea2f29612558b71d1ab31ec38ce5e5d93c92442deccd5',
  'bench/servers': '8bb71f1079a0cbb5fe0fe3071714fa16ffa8a939e0f7174a7ae8daf26006b830',
  'bench/tsconfig.json': '5645050b8c31e1f55abb10c5888fd7a63ca6c35dcf555e15b7f2f0b21ea060da',
  'biome.json': '53866abec21b71d4371c9db5ed14d1dd2f95037d441ddde3443d39cc508e0030',
  'compose.scale.yml': 'a907ec91263d5db168c6fe2d4ebfe17d789cc96980edbefd582a15f621c04a25',
  'compose.secrets.yml': '8a3ca342169cd3b6857b70049108796d2ec227643bc1b043467d017e1d9849b9',
  'compose.test.yml': 'b317b3201a3b6e412880f1a4cffea8797dd82c1817426007f999fdaa617ac41e',
  'compose.tls.yml': '318f202dff32d41105b0ce56602ba808b3009f52a76b5b65e4d404c3898bdba7',
  'deploy/kubernetes/events-query.yaml': '834ac10182a734b951547ebd739ce16de7735e73e0831ea1c01e5c45871857c0',
  'deploy/make-certificates.sh': 'c69a6502152a6f148b4615905d6acf642c013912ab3db7eb120dddc8f21a278c',
  'deploy/nginx/auth/basic.conf': '0d87b609039ad6e388343f21b27369866c7aa53ad145931ee520f9b660cd3e83',
  'deploy/nginx/auth/certificate.conf': 'a6e7f3141f30541ca503de6ea83ddadc923f994f2b984608796d71312b37b754',
  'deploy/nginx/auth/none.conf': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'deploy/nginx/nginx.conf': '1bfd8fbfd104ea2b6a3d29eca9d6f2b06cacab2b3362fe730ca1a065dd7877b8',
  'deploy/nginx/replicas.conf': 'b46001ca071916ddf68dd6b26bf006f869c8cd1df1f87008cf9716425b084e16',
  'deploy/nginx/servers/plain.conf': '308d88f9810ff897e09bdca020aec55cd6e7a258cce83ec26a28e6413c0ae391',
  'deploy/nginx/servers/tls.conf': 'beba55c14318248c330f14da4f5a24d5dc9e1fa8ce68ced42877fc2cb65ef413',
  'deploy/nginx/start.sh': 'f9ec9517686c0a79c90db6d4f204e2662098c0b557b472fbb0022710301e70f6',
  'deploy/observability/alerts.yml': 'be6112efe5e9054d1baba1235f0203b37f6d1d29c78bc735ce622e6f7593ec17',
  'deploy/observability/prometheus.yml': 'ebef4f6176a1edce44e0b697daf71bffe63bb8629e1ac40cae397f1b05ebef95',
  'deploy/pgbouncer/Dockerfile': 'c3c4d2d3a2669952df50f4a4241aff8b575631aab301e4f472e6406f2a5253de',
  'deploy/pgbouncer/entrypoint.sh': 'b73313c32e69826ec16c1801cb120d3b32380d168dcb902c42a287430842d2b8',
  'deploy/pgbouncer/pgbouncer.ini': 'f47090f8a9ef39352e0f159a28d4fb6350e59b91801bab5777390796db550ac2',
  'deploy/postgres/make-replicator.sh': '2fc2891200544ebcfbd57762f37008fc4d9db25a6ef4e131f98ac64f6269c5d3',
  'deploy/postgres/pg_hba.conf': '0da7017886c887dbaf224740992c775bbc0d695d7ea827295c47ea237a9257f8',
  'deploy/postgres/standby.sh': '526fe5681a0eb6e3b7a61364a5a8995d342f929d116f2b5841fe9466eaca527f',
  'deploy/rolling-update.sh': '99e2cc2cc151294e20484a6690b13f5c7747593408e194a1e850b691b45a1596',
  'deploy/seed/events.json': '6883d72598e7a66c16984518d51d0681d79c6dafcbd0b717ec5410c730728484',
  'docker-compose.yml': 'd4c86f09f1f62cd4dcbb59d89adf63daaaf029f6dc42448c26cd56c2ad624634',
  'jest.config.js': '5d5e48fdd6217016a9a934df5445b300140e032752aa21b047990cf85bb30083',
  'jest.slow.config.js': '69a4fcaf1c7f07cef0df6cc8630a61694a21b96f09455df6a95022f125d6cdf5',
  'tsconfig.build.json': '7049b52e756445853fabfde24b8af792ff58934eb07e2261dde0185f732a25fe',
  'tsconfig.json': '70b266fc1d12e49482dd0980d3de39b27e7900b69735749c8fdbe4523560b370',
};

const below = (folder: string) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));

/** The dashboard, and the certificates that a script makes, are data and not directives. A folder has one digest. */
const FOUND = [
  ...readdirSync(path.join(ROOT, 'bench/peers')).map((peer) => `bench/peers/${peer}`),
  ...readdirSync(ROOT).filter((name) => /^compose\..*\.yml$/.test(name)),
  ...below('deploy').filter((file) => !/^deploy\/(?:certificates\/|observability\/dashboard)/.test(file)),
];

/** Matches a comment of a shell, of YAML, nginx, PgBouncer or SQL, but not the first line of a script. */
const COMMENT = /^\s*(?:#(?!!)|; |-- )/;

/** Matches the settings that `npm run docs` writes. test/config/documents.test.ts checks each of them. */
const WRITTEN = /# settings from npm run docs\n[\s\S]*# end of settings\n/;

function digestOf(file: string): string {
  const files = statSync(path.join(ROOT, file)).isDirectory() ? below(file).sort() : [file];
  const directives = files
    .map(readText)
    .join('\n')
    .replace(WRITTEN, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !COMMENT.test(line));
  return createHash('sha256').update(directives.join('\n')).digest('hex');
}

test.each([...new Set([...Object.keys(DIGESTS), ...FOUND])])('%s has the digest of this table', (file) => {
  const digest = digestOf(file);
  if (digest === DIGESTS[file]) return;
  throw new Error(
    `A line of ${file} is new, changed or gone. Write the reason as a comment beside the line, and the new digest into test/deploy/directives.test.ts: '${digest}'.`,
  );
});
