/** The WSDL describes the operations and bindings, as another implementation reads it and as text. */
import * as soap from 'soap';
import { BINDINGS, SOAP_BINDINGS } from '../../../src/contract/bindings';
import { OPERATIONS } from '../../../src/contract/operations';
import { echoService } from '../../support/echo-service';
import { serveApp } from '../../support/serve-app';

interface DescribedOperation {
  readonly input: Readonly<Record<string, string>>;
  readonly output: Readonly<Record<string, string>>;
}

async function address(): Promise<string> {
  const { url } = await serveApp(echoService(), { SERVICE_NAMESPACE: 'http://example.org/a?b&c' });
  return `${url}/WebServices/Events.asmx?wsdl`;
}

test("node-soap's client finds two SOAP ports with the operations of the table and their types", async () => {
  const client = await soap.createClientAsync(await address());
  const ports: Record<string, Record<string, DescribedOperation>> = client.describe().Events;
  expect(Object.keys(ports)).toEqual(SOAP_BINDINGS.map(({ port }) => port));
  for (const port of Object.values(ports)) {
    const operations = Object.entries(port).map(([name, { input, output }]) => [
      name,
      Object.entries(input),
      output,
    ]);
    expect(operations).toEqual(
      OPERATIONS.map(({ name, parameters }) => [
        name,
        parameters.map((parameter) => [parameter.name, `s:${parameter.type}`]),
        { [`${name}Result`]: 's:string' },
      ]),
    );
  }
});

// node-soap does not read the ports of HTTP GET and HTTP POST.
test.each(BINDINGS.filter(({ call }) => call.kind === 'http'))(
  '$port has the operations with strings for parameters',
  async ({ port }) => {
    const wsdl = await (await fetch(await address())).text();
    const part = (kind: string, name: string) =>
      new RegExp(`<wsdl:${kind} name="${name}"(.*?)</wsdl:${kind}>`, 's').exec(wsdl)?.[1] ?? '';
    const inputs = part('portType', port).matchAll(
      /<wsdl:operation name="(\w+)">\s*<wsdl:input message="tns:(\w+)"/g,
    );
    const operations = [...inputs].map(([, name, message = '']) => [
      name,
      [...part('message', message).matchAll(/name="(\w+)" type="s:string"/g)].map(([, one]) => one),
    ]);
    expect(operations).toEqual(
      OPERATIONS.map(({ name, parameters }) => [name, parameters.map((one) => one.name)]),
    );
    const locations = [...part('binding', port).matchAll(/ location="([^"]*)"/g)].map(([, one]) => one);
    expect(locations).toEqual(OPERATIONS.map(({ name }) => `/${name}`));
  },
);
