/** Compares the table of bindings with the WSDL, both ways. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BINDINGS } from '../../src/contract/bindings';

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
