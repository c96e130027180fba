/**
 * Compares the table of bindings with the WSDL, both ways, and checks the calls that the table of operations derives.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BINDINGS } from '../../src/contract/bindings';
import { OPERATIONS, toCall } from '../../src/contract/operations';

test('each row is a port of the WSDL, in its order, and each port a row', () => {
  const wsdl = readFileSync(path.join(__dirname, '../../wsdl/Events.wsdl'), 'utf8');
  const ports = [...wsdl.matchAll(/<wsdl:port name="(\w+)" binding="tns:(\w+)">/g)].map(
    ([, name, binding]) => {
      expect(binding).toBe(name);
      return name;
    },
  );
  expect(BINDINGS.map(({ port }) => port)).toEqual(ports);
});

test('arguments that are not the operation’s make no call', () => {
  const [ranged] = OPERATIONS;
  expect(toCall(ranged, { from: 1n, to: 2n })).toEqual({
    operation: ranged.name,
    args: { from: 1n, to: 2n },
  });
  expect(() => toCall(ranged, { from: 1n })).toThrow(TypeError);
  expect(() => toCall(ranged, { from: 1n, to: 2 })).toThrow(TypeError);
});
