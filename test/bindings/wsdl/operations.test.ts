import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OPERATIONS } from '../../../src/contract/operations';
import { attribute, child, children, type Element, parseXml, qualified } from './xml-tree';

/** The table of operations and wsdl/Events.wsdl say the same, each read without the other. */
const wsdl = parseXml(readFileSync(path.join(__dirname, '../../../wsdl/Events.wsdl'), 'utf8'));
const TNS = 'http://tempuri.org/';
const XSD = 'http://www.w3.org/2001/XMLSchema';

const named = (elements: readonly Element[]) => elements.map((one) => attribute(one, 'name'));
const find = (kind: string, name: string): Element => {
  const [found] = children(wsdl, kind).filter((one) => one.attributes.name === name);
  if (found === undefined) throw new Error(`no ${kind} ${name}`);
  return found;
};
const operationNames = OPERATIONS.map(({ name }) => name);

describe('schema', () => {
  const elements = children(child(child(wsdl, 'types'), 'schema'), 'element');

  test('has a request and a response element for each operation in order, then string, and no others', () => {
    expect(named(elements)).toEqual([
      ...operationNames.flatMap((name) => [name, `${name}Response`]),
      'string',
    ]);
  });

  test('request elements hold exactly the parameters, in order, with their types, each required once', () => {
    const parts = elements
      .filter((one) => operationNames.some((name) => name === one.attributes.name))
      .map((one) =>
        children(child(child(one, 'complexType'), 'sequence')).map((part) => ({
          name: attribute(part, 'name'),
          type: qualified(part, 'type'),
          occurs: `${attribute(part, 'minOccurs')}..${attribute(part, 'maxOccurs')}`,
        })),
      );
    expect(parts).toEqual(
      OPERATIONS.map(({ parameters }) =>
        parameters.map(({ name, type }) => ({ name, type: `{${XSD}}${type}`, occurs: '1..1' })),
      ),
    );
  });

  test('response elements hold one optional string', () => {
    const results = elements
      .filter((one) => attribute(one, 'name').endsWith('Response'))
      .map((one) => child(child(child(one, 'complexType'), 'sequence'), 'element'))
      .map((part) => [attribute(part, 'name'), qualified(part, 'type'), attribute(part, 'minOccurs')]);
    expect(results).toEqual(operationNames.map((name) => [`${name}Result`, `{${XSD}}string`, '0']));
  });
});

describe('messages', () => {
  test('are In and Out of each operation for SOAP, GET and POST in order, and no others', () => {
    const expected = ['Soap', 'HttpGet', 'HttpPost'].flatMap((protocol) =>
      operationNames.flatMap((name) => [`${name}${protocol}In`, `${name}${protocol}Out`]),
    );
    expect(named(children(wsdl, 'message'))).toEqual(expected);
  });

  test.each(OPERATIONS)('$name: SOAP messages name the two elements', ({ name }) => {
    const element = (message: string) => qualified(child(find('message', message), 'part'), 'element');
    expect(element(`${name}SoapIn`)).toBe(`{${TNS}}${name}`);
    expect(element(`${name}SoapOut`)).toBe(`{${TNS}}${name}Response`);
  });

  test.each(['HttpGet', 'HttpPost'])('%s messages have one string part for each parameter', (protocol) => {
    const parts = operationNames.map((name) =>
      children(find('message', `${name}${protocol}In`)).map((part) => [
        attribute(part, 'name'),
        qualified(part, 'type'),
      ]),
    );
    expect(parts).toEqual(
      OPERATIONS.map(({ parameters }) => parameters.map(({ name }) => [name, `{${XSD}}string`])),
    );
  });
});

test('there are the three portTypes, and each has exactly the operations with their messages', () => {
  expect(named(children(wsdl, 'portType'))).toEqual(['EventsSoap', 'EventsHttpGet', 'EventsHttpPost']);
  for (const portType of children(wsdl, 'portType')) {
    const protocol = attribute(portType, 'name').replace('Events', '');
    const operations = children(portType).map((one) => ({
      name: attribute(one, 'name'),
      input: qualified(child(one, 'input'), 'message'),
      output: qualified(child(one, 'output'), 'message'),
    }));
    const message = (name: string) => `{${TNS}}${name}`;
    expect(operations).toEqual(
      operationNames.map((name) => ({
        name,
        input: message(`${name}${protocol}In`),
        output: message(`${name}${protocol}Out`),
      })),
    );
  }
});

describe('bindings', () => {
  const BINDINGS = ['EventsSoap', 'EventsSoap12', 'EventsHttpGet', 'EventsHttpPost'];

  test('are the four, and the service has a port for each', () => {
    expect(named(children(wsdl, 'binding'))).toEqual(BINDINGS);
    expect(attribute(child(wsdl, 'service'), 'name')).toBe('Events');
    expect(named(children(child(wsdl, 'service'), 'port'))).toEqual(BINDINGS);
  });

  test.each(BINDINGS)('%s has exactly the operations, in order', (name) => {
    expect(named(children(find('binding', name), 'operation'))).toEqual(operationNames);
  });

  test.each([
    ['EventsSoap', 'soapAction', TNS],
    ['EventsSoap12', 'soapAction', TNS],
    ['EventsHttpGet', 'location', '/'],
    ['EventsHttpPost', 'location', '/'],
  ])('%s: each %s is %s and the name', (binding, attributeName, before) => {
    const values = children(find('binding', binding), 'operation').map((one) =>
      attribute(child(one, 'operation'), attributeName),
    );
    expect(values).toEqual(operationNames.map((name) => before + name));
  });
});
