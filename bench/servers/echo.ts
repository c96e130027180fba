/**
 * `node echo.js DIST` serves the application of a built tree over operations that answer at once. It uses the three
 * public functions, whose names are the same in every commit.
 */
import path from 'node:path';
import { tuneV8 } from '../../src/ops/v8';
import { echo } from '../load/question';

// The service's own program also does this. Without it the cost of a call differs by up to a half between two starts.
tuneV8();

const dist = path.resolve(process.argv[2] ?? '');
const load = <Module>(name: string): Module => require(path.join(dist, name)) as Module;

const { createApp } = load<typeof import('../../src/app')>('app');
const { loadConfig } = load<typeof import('../../src/config')>('config');
const { createServer } = load<typeof import('../../src/server')>('server');

const config = loadConfig({});
const service = {
  selectEventsRanged: (from: bigint, to: bigint) => Promise.resolve(echo(from, to)),
  selectEvent: (id: number) => Promise.resolve(echo(id, id)),
  selectEvents: (month: number, year: number) => Promise.resolve(echo(month, year)),
};
createServer(createApp({ service, config }), config).listen(Number(process.env.PORT), '127.0.0.1');
