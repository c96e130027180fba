const { existsSync } = require('node:fs');
const { networkInterfaces } = require('node:os');
const path = require('node:path');

/** The shell is the same browser without a window, so that the tests need half the processor time. */
const SHELL = '/usr/bin/chromium-headless-shell';

/** The browser tests find the browser at this path. */
const CHROMIUM =
  process.env.CHROMIUM ?? [SHELL, '/usr/bin/chromium'].find((file) => existsSync(file)) ?? SHELL;
const CONFERENCES = path.join(__dirname, '../../../shared/data/conferences.json');

/** @param {string} program */
const isInstalled = (program) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));

const HAS_CURL = isInstalled('curl');
const HAS_OPENSSL = isInstalled('openssl');
/** In Docker's default network there is no IPv6. */
const HAS_IPV6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

/**
 * Only these tests may be skipped, and only while their tool is missing. Any other skipped test, or a forgotten
 * `test.only`, fails the run (reporter.js).
 */
const KNOWN_SKIPS = [
  {
    file: /^test\/browser\//,
    test: /./,
    isMissing: !existsSync(CHROMIUM),
    reason: `there is no ${CHROMIUM}`,
    remedy: 'apt-get install chromium-headless-shell, or name another browser in CHROMIUM',
  },
  {
    file: /^test\/(wire\/twelve-cells|transfer\/import)\.slow\.test\.ts$/,
    test: /\bover the conferences /,
    isMissing: !existsSync(CONFERENCES),
    reason: 'the file of conferences is not ours to pass on',
    remedy: `put it at ${CONFERENCES}; other tests check the same with generated events`,
  },
  {
    file: /^test\/(docs\/(readme|recipes)|cli\/serve|stress\/stacks\.slow)\.test\.ts$/,
    test: /./,
    isMissing: !HAS_CURL,
    reason: 'there is no curl',
    remedy: 'apt-get install curl',
  },
  {
    file: /^test\/store\/tls\.slow\.test\.ts$/,
    test: /./,
    isMissing: !HAS_OPENSSL,
    reason: 'there is no openssl',
    remedy: 'apt-get install openssl',
  },
  {
    file: /^test\/server\/listen\.test\.ts$/,
    test: /\bIPv6\b/,
    isMissing: !HAS_IPV6,
    reason: 'this machine has no IPv6',
    remedy: 'sysctl net.ipv6.conf.lo.disable_ipv6=0',
  },
  {
    file: /^test\/cli\//,
    test: /a folder that may not be written/,
    isMissing: process.getuid?.() === 0,
    reason: 'root may write everywhere',
    remedy: 'run the tests as another user',
  },
];

module.exports = { CHROMIUM, CONFERENCES, HAS_CURL, HAS_IPV6, HAS_OPENSSL, KNOWN_SKIPS };
