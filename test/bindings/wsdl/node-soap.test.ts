import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as soap from 'soap';
import { renderWsdl } from '../../../src/bindings/wsdl';
import { ENDPOINT } from '../../../src/contract/endpoint';
import { OPERATIONS, type XsdType } from '../../../src/contract/operations';
import { endpointOf, publicAddresses } from '../../../src/server/public-address';
import { attribute, child, children, type Element, parseXml } from './xml-tree';

interface DescribedOperation {
  readonly input: Readonly<Record<string, string>>;
  readonly output: Readonly<Record<string, string>>;
}

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

/** Makes the rows of both readings below: the operations in their order, each with its parameters in theirs. */
const rows = (typeOf: (type: XsdType) => string) =>
  OPERATIONS.map(({ name, parameters }) => [
    name,
    parameters.map((parameter) => [parameter.name, typeOf(parameter.type)]),
  ]);

test("node-soap's client finds two SOAP ports with the operations of the table and their types", async () => {
  const client = await soap.createClientAsync(`${address}?wsdl`);
  const ports: Record<string, Record<string, DescribedOperation>> = client.describe().Events;
  expect(Object.keys(ports)).toEqual(['EventsSoap', 'EventsSoap12']);
  for (const port of Object.values(ports)) {
    const operations = Object.entries(port);
    expect(operations.map(([name, { input }]) => [name, Object.entries(input)])).toEqual(
      rows((type) => `s:${type}`),
    );
    for (const [name, { output }] of operations) expect(output).toEqual({ [`${name}Result`]: 's:string' });
  }
});

// node-soap reads neither of these ports.
test.each(['EventsHttpGet', 'EventsHttpPost'])(
  '%s has the operations with strings for parameters',
  async (port) => {
    const wsdl = parseXml(await (await fetch(`${address}?wsdl`)).text());
    const find = (kind: string, name: string) => {
      const [found] = children(wsdl, kind).filter((one) => one.attributes.name === name);
      if (found === undefined) throw new Error(`no ${kind} ${name}`);
      return found;
    };
    const messageOf = (operation: Element) =>
      attribute(child(operation, 'input'), 'message').replace('tns:', '');
    const operations = children(find('portType', port)).map((operation) => [
      attribute(operation, 'name'),
      children(find('message', messageOf(operation))).map((part) => [
        attribute(part, 'name'),
        attribute(part, 'type'),
      ]),
    ]);
    expect(operations).toEqual(rows(() => 's:string'));
    const locations = children(find('binding', port), 'operation').map((one) =>
      attribute(child(one, 'operation'), 'location'),
    );
    expect(locations).toEqual(OPERATIONS.map(({ name }) => `/${name}`));
  },
);

test('all four ports name the address that the document was asked from', async () => {
  const document = await (await fetch(`${address}?wsdl`)).text();
  const locations = [...document.matchAll(/:address location="([^"]*)"/g)].map(([, location]) => location);
  expect(locations).toEqual([address, address, address, address]);
});
