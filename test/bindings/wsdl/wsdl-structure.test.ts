import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderWsdl } from '../../../src/bindings/wsdl/wsdl';
import { attribute, child, children, type Element, parseXml, qualified, walk } from './xml-tree';

/**
 * WSDL 1.1 and its SOAP, HTTP and MIME bindings as written rules, as far as this document uses them: they stand in
 * for the W3C schemas, which the project does not carry.
 */
const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
const XSD = 'http://www.w3.org/2001/XMLSchema';
const SOAP = `${WSDL}soap/`;
const SOAP12 = `${WSDL}soap12/`;
const HTTP = `${WSDL}http/`;
const MIME = `${WSDL}mime/`;

/** Children that an element may have, as `{namespace}local` in order; `*` any number, `?` at most one. */
const CONTENT: Readonly<Record<string, string>> = {
  [`{${WSDL}}definitions`]: 'types? message* portType* binding* service*',
  [`{${WSDL}}types`]: 'schema',
  [`{${WSDL}}message`]: 'part*',
  [`{${WSDL}}portType`]: 'operation*',
  [`{${WSDL}}service`]: 'port*',
  [`{${WSDL}}port`]: 'address',
  [`{${XSD}}schema`]: 'element*',
  [`{${XSD}}complexType`]: 'sequence',
  [`{${XSD}}sequence`]: 'element*',
  [`{${XSD}}element`]: 'complexType?',
  [`{${WSDL}}binding`]: 'binding operation*',
  [`{${WSDL}}part`]: '',
};

/** Attributes that an element must have (first list) and may have (second). */
const ATTRIBUTES: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  [`{${WSDL}}definitions`]: [['targetNamespace'], ['name']],
  [`{${WSDL}}types`]: [[], []],
  [`{${WSDL}}message`]: [['name'], []],
  [`{${WSDL}}part`]: [['name'], ['element', 'type']],
  [`{${WSDL}}portType`]: [['name'], []],
  [`{${WSDL}}operation`]: [['name'], ['parameterOrder']],
  [`{${WSDL}}input`]: [[], ['name', 'message']],
  [`{${WSDL}}output`]: [[], ['name', 'message']],
  [`{${WSDL}}binding`]: [['name', 'type'], []],
  [`{${WSDL}}service`]: [['name'], []],
  [`{${WSDL}}port`]: [['name', 'binding'], []],
  [`{${SOAP}}binding`]: [[], ['transport', 'style']],
  [`{${SOAP}}operation`]: [[], ['soapAction', 'style']],
  [`{${SOAP}}body`]: [[], ['parts', 'use', 'namespace', 'encodingStyle']],
  [`{${SOAP}}address`]: [['location'], []],
  [`{${SOAP12}}binding`]: [['transport'], ['style']],
  [`{${SOAP12}}operation`]: [[], ['soapAction', 'soapActionRequired', 'style']],
  [`{${SOAP12}}body`]: [[], ['parts', 'use', 'namespace', 'encodingStyle']],
  [`{${SOAP12}}address`]: [['location'], []],
  [`{${HTTP}}binding`]: [['verb'], []],
  [`{${HTTP}}operation`]: [['location'], []],
  [`{${HTTP}}address`]: [['location'], []],
  [`{${HTTP}}urlEncoded`]: [[], []],
  [`{${MIME}}content`]: [[], ['type', 'part']],
  [`{${MIME}}mimeXml`]: [[], ['part']],
  [`{${XSD}}schema`]: [[], ['elementFormDefault', 'targetNamespace']],
  [`{${XSD}}element`]: [['name'], ['type', 'minOccurs', 'maxOccurs', 'nillable']],
  [`{${XSD}}complexType`]: [[], []],
  [`{${XSD}}sequence`]: [[], []],
};

const DOCUMENTS: readonly (readonly [string, string])[] = [
  [
    'wsdl/Events.wsdl as it lies there',
    readFileSync(path.join(__dirname, '../../../wsdl/Events.wsdl'), 'utf8'),
  ],
  [
    'the served document with other values',
    renderWsdl({ namespace: 'urn:a&b', endpoint: 'https://[::1]:8443/a/WebServices/Events.asmx' }),
  ],
];

const kind = (element: Element) => `{${element.uri}}${element.local}`;

describe.each(DOCUMENTS)('%s', (_, text) => {
  const wsdl = parseXml(text);
  const tns = attribute(wsdl, 'targetNamespace');
  const all = walk(wsdl);
  const declared = (parent: Element, ...names: string[]) =>
    new Set(children(parent, ...names).map((one) => `{${tns}}${attribute(one, 'name')}`));

  test('every element is known and has the attributes that it must, and no others', () => {
    const wrong = all.filter((element) => {
      const rule = ATTRIBUTES[kind(element)];
      const given = Object.keys(element.attributes).filter((name) => !name.startsWith('xmlns'));
      if (rule === undefined) return true;
      const [required, optional] = rule;
      return (
        !required.every((name) => given.includes(name)) ||
        !given.every((name) => required.includes(name) || optional.includes(name))
      );
    });
    expect(wrong.map(kind)).toEqual([]);
  });

  test('children come in the order that the schemas demand', () => {
    const wrong = all.filter((element) => {
      const model = CONTENT[kind(element)];
      if (model === undefined) return false;
      const pattern = model.replace(/(\w+)([*?]?) ?/g, '(?:$1 )$2');
      return !new RegExp(`^${pattern}$`).test(element.children.map(({ local }) => `${local} `).join(''));
    });
    expect(wrong.map(kind)).toEqual([]);
  });

  test('names are unique where they have to be', () => {
    const scopes = all.flatMap((parent) =>
      [...new Set(parent.children.map(kind))].map((each) =>
        parent.children.filter((one) => kind(one) === each).flatMap((one) => one.attributes.name ?? []),
      ),
    );
    for (const names of scopes) expect(new Set(names).size).toBe(names.length);
  });

  test('every QName names something that the document declares', () => {
    const schema = child(child(wsdl, 'types'), 'schema');
    expect(attribute(schema, 'targetNamespace')).toBe(tns);
    const simpleTypes = new Set(['string', 'int', 'long', 'boolean'].map((name) => `{${XSD}}${name}`));
    const targets: Readonly<Record<string, ReadonlySet<string>>> = {
      [`{${WSDL}}part element`]: declared(schema, 'element'),
      [`{${WSDL}}part type`]: simpleTypes,
      [`{${XSD}}element type`]: simpleTypes,
      [`{${WSDL}}input message`]: declared(wsdl, 'message'),
      [`{${WSDL}}output message`]: declared(wsdl, 'message'),
      [`{${WSDL}}binding type`]: declared(wsdl, 'portType'),
      [`{${WSDL}}port binding`]: declared(wsdl, 'binding'),
    };
    const references = all.flatMap((element) =>
      ['element', 'type', 'message', 'binding']
        .filter((name) => name in element.attributes && `${kind(element)} ${name}` in targets)
        .map((name) => ({ slot: `${kind(element)} ${name}`, target: qualified(element, name) })),
    );
    expect(new Set(references.map(({ slot }) => slot))).toEqual(new Set(Object.keys(targets)));
    expect(references.filter(({ slot, target }) => !targets[slot]?.has(target))).toEqual([]);
  });

  test('a part has an element or a type, never both', () => {
    const parts = all.filter((one) => kind(one) === `{${WSDL}}part`);
    expect(parts.filter(({ attributes }) => 'element' in attributes === 'type' in attributes)).toEqual([]);
  });

  test.each([
    ['EventsSoap', SOAP, `{${SOAP}}body`, `{${SOAP}}body`],
    ['EventsSoap12', SOAP12, `{${SOAP12}}body`, `{${SOAP12}}body`],
    ['EventsHttpGet', HTTP, `{${HTTP}}urlEncoded`, `{${MIME}}mimeXml`],
    ['EventsHttpPost', HTTP, `{${MIME}}content`, `{${MIME}}mimeXml`],
  ])("%s implements its portType with its protocol's elements", (name, protocol, input, output) => {
    const [binding] = children(wsdl, 'binding').filter((one) => attribute(one, 'name') === name);
    if (binding === undefined) throw new Error(`no binding ${name}`);
    const [portType] = children(wsdl, 'portType').filter(
      (one) => `{${tns}}${attribute(one, 'name')}` === qualified(binding, 'type'),
    );
    if (portType === undefined) throw new Error(`no portType for ${name}`);
    expect(kind(child(binding, 'binding'))).toBe(`{${protocol}}binding`);
    expect(declared(binding, 'operation')).toEqual(declared(portType, 'operation'));
    for (const operation of children(binding, 'operation')) {
      expect(operation.children.map(kind)).toEqual([
        `{${protocol}}operation`,
        `{${WSDL}}input`,
        `{${WSDL}}output`,
      ]);
      expect(child(operation, 'input').children.map(kind)).toEqual([input]);
      expect(child(operation, 'output').children.map(kind)).toEqual([output]);
    }
    const [port] = children(child(wsdl, 'service'), 'port').filter(
      (one) => qualified(one, 'binding') === `{${tns}}${name}`,
    );
    expect(port?.children.map(kind)).toEqual([`{${protocol}}address`]);
  });
});
