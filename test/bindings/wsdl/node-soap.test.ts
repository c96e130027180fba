import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as soap from 'soap';
import { renderWsdl } from '../../../src/bindings/wsdl';
import { ENDPOINT } from '../../../src/contract/endpoint';
import { endpointOf, publicAddresses } from '../../../src/server/public-address';

/** Another implementation reads the document from an address, as a user of it would. */
let server: Server;
let address = '';

beforeAll(async () => {
  const addressOf = publicAddresses({ publicUrls: [], trustProxy: [] });
  server = createServer((request, response) => {
    const endpoint = endpointOf(addressOf(request), ENDPOINT);
    response.setHeader('Content-Type', 'text/xml; charset=utf-8');
    response.end(renderWsdl({ namespace: 'http://example.org/a?b&c', endpoint }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/WebServices/Events.asmx`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

test("node-soap's client finds two SOAP ports with the three operations and their types", async () => {
  const client = await soap.createClientAsync(`${address}?wsdl`);
  const operations = {
    SelectEventsRanged: {
      input: { from: 's:long', to: 's:long' },
      output: { SelectEventsRangedResult: 's:string' },
    },
    SelectEvent: {
      input: { intEventID: 's:int', bolAsJSON: 's:boolean' },
      output: { SelectEventResult: 's:string' },
    },
    SelectEvents: { input: { month: 's:int', year: 's:int' }, output: { SelectEventsResult: 's:string' } },
  };
  expect(client.describe()).toMatchObject({
    Events: { EventsSoap: operations, EventsSoap12: operations },
  });
});

test('all four ports name the address that the document was asked from', async () => {
  const document = await (await fetch(`${address}?wsdl`)).text();
  const locations = [...document.matchAll(/:address location="([^"]*)"/g)].map(([, location]) => location);
  expect(locations).toEqual([address, address, address, address]);
});
