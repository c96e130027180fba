/** What `serve` loads once its store is open: Express, the bindings and the pages. */
export { createApp } from '../app';
export { checkWsdl } from '../discovery/wsdl';
export { createServer } from '../server';
export { EventService, throwServiceError } from '../service/event-service';
export { welcome } from './welcome';
