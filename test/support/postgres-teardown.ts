import { stopServer } from './postgres-server';

export default stopServer;
