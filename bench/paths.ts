import path from 'node:path';

/** The built file is bench/dist/bench/paths.js, so the root is three folders above. */
export const ROOT = path.join(__dirname, '../../..');
export const PEERS = path.join(ROOT, 'bench/peers');
export const RESULTS = path.join(ROOT, 'bench/results');
