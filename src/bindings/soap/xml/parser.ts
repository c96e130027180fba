import { SaxesParser } from 'saxes';

const OPTIONS = { xmlns: false, position: false } as const;

type Plain = SaxesParser<typeof OPTIONS>;

// The names of its listeners' fields are private to saxes.
const Base = SaxesParser as unknown as new (
  options: typeof OPTIONS,
) => Pick<Plain, 'on' | 'write' | 'close' | 'position'>;

/**
 * saxes without namespaces and lines, its listeners' fields in place from the start: added one by one by `on`, they
 * are more than V8 keeps in a shape, and every access of the parser to itself becomes a look into a dictionary, which
 * makes parsing take three times as long.
 */
export class XmlParser extends Base {
  readonly xmldeclHandler = undefined;
  readonly textHandler = undefined;
  readonly piHandler = undefined;
  readonly doctypeHandler = undefined;
  readonly commentHandler = undefined;
  readonly attributeHandler = undefined;
  readonly openTagHandler = undefined;
  readonly closeTagHandler = undefined;
  readonly cdataHandler = undefined;
  readonly errorHandler = undefined;

  constructor() {
    super(OPTIONS);
  }
}
