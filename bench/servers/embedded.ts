/**
 * The whole service of a built tree on the embedded store, with a writer in the same process, since no other may have
 * the folder: `node embedded.js DIST`. `{ id, title }` from the parent is committed, then answered by the same message.
 */
import path from 'node:path';

const dist = path.resolve(process.argv[2] ?? '');
const load = <Module>(name: string): Module => require(path.join(dist, name)) as Module;

const { createApp } = load<typeof import('../../src/app')>('app.js');
const { loadConfig } = load<typeof import('../../src/config')>('config.js');
const { createServer } = load<typeof import('../../src/server')>('server.js');
const { openStore } = load<typeof import('../../src/store/open')>('store/open.js');
const { EventService } = load<typeof import('../../src/service/event-service')>('service/event-service.js');

export interface Write {
  readonly id: number;
  readonly title: string;
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const store = await openStore(config, () => {});
  process.on('message', async ({ id, title }: Write) => {
    await store.database.transaction((session) =>
      session.query('UPDATE event SET title = $2 WHERE id = $1', [id, title]),
    );
    process.send?.({ id, title });
  });
  process.on('disconnect', () => process.exit());
  const app = createApp({ service: new EventService(store, config), config });
  createServer(app, config).listen(config.port, '127.0.0.1', () => process.send?.('listening'));
}

main();
