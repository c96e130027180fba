import path from 'node:path';

/** This file runs as bench/dist/bench/paths.js. */
export const ROOT = path.join(__dirname, '../../..');
export const PEERS = path.join(ROOT, 'bench/peers');
export const RESULTS = path.join(ROOT, 'bench/results');
