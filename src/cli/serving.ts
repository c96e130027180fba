/** What `serve` loads once its store is open: Express, the bindings and the pages. */
export { createApp } from '../app';
export { EventService, throwServiceError } from '../app/event-service';
export { checkWsdl } from '../bindings/wsdl/wsdl';
export { createServer } from '../server';
export { welcome } from './welcome';
