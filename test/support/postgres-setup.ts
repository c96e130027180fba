import { startServer } from './postgres-server';

export default startServer;
