import { csvRecordsOf, tableHead } from '../csv-records';
import { FormatError } from '../document';
import { type Column, escapeBraces, type Sample } from './sample';

/**
 * A table with a line of names.
 * @param encoding what its bytes were read as, where that is not UTF-8
 * @throws FormatError for what is no table
 */
export function csvSample(text: string, encoding: string | undefined): Sample {
  const { delimiter, skip } = tableHead(text);
  const records = csvRecordsOf(text, { delimiter, skip });
  if (typeof records === 'string') throw new FormatError(`it ${records}.`);
  const [header, ...rows] = records;
  const names = header?.cells.map((name) => name.trim()) ?? [];
  if (names.length < 2) throw new FormatError('it is neither JSON nor XML, nor CSV with a line of names.');
  if (rows.length === 0) throw new FormatError('it has a line of names and no rows.');
  const twice = names.find((name, index) => name !== '' && names.indexOf(name) < index);
  if (twice !== undefined)
    throw new FormatError(`it has two columns ${JSON.stringify(twice)}: rename one of them.`);
  const odd = rows.find(({ cells }) => cells.length !== names.length);
  if (odd !== undefined)
    throw new FormatError(
      `its line ${odd.line} has ${odd.cells.length} values, and its names are ${names.length}.`,
    );
  const columns = names.flatMap((name, index): Column[] =>
    name === '' ? [] : [{ path: [name], values: rows.map(({ cells }) => cells[index]) }],
  );
  return {
    kind: 'csv',
    columns,
    count: rows.length,
    place: '',
    isList: true,
    file(fill) {
      const cells = columns.flatMap((column) => {
        const shown = fill.field(column) ?? fill.extra(column);
        return shown === undefined ? [] : [[escapeBraces(column.path.join('')), shown] as const];
      });
      return {
        kind: 'csv',
        ...(delimiter !== ',' && { delimiter }),
        ...(encoding !== undefined && { encoding }),
        ...(skip > 0 && { skip }),
        event: Object.fromEntries(cells),
      };
    },
  };
}
