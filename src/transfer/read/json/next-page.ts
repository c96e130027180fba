import { isObject } from '../../../json';

type Members = Readonly<Record<string, unknown>>;

/** Names, in lower case and without signs, of the address or the mark of a next page. */
const NEXT =
  /^(?:odata)?(?:nextlink|next|nextpage|nextpagetoken|nextpageurl|nexturl|nextcursor|nextrecordsurl)$/;
/** Those of a yes where more would come. */
const MORE = /^(?:hasmore|hasmoreitems|hasmoreresults|hasnext|hasnextpage|moreitemsavailable)$/;
/** Those of objects that tell of pages. */
const ABOUT =
  /^(?:meta|metadata|page|pages|paging|pagination|paginginfo|pageinfo|links|responsemetadata|cursors?)$/;
/** How many pages there are, and which this one is. */
const COUNT = /^(?:totalpages|pages|pagecount|lastpage|numpages)$/;
const NUMBER = /^(?:number|page|currentpage|pagenumber|current)$/;
/** How deep objects that tell of pages stand in each other: `meta.pagination.links`. */
const MAX_DEPTH = 3;

/**
 * What says that a document's list is one page of a longer one: the name, with those of the objects around it, of a
 * member beside the list or further out. `undefined`: nothing does.
 * @param path where the list lies
 */
export function nextPageIn(document: unknown, path: readonly string[]): string | undefined {
  let object: unknown = document;
  for (const [depth, name] of path.entries()) {
    if (!isObject(object)) return undefined;
    const found = markIn(object, 0);
    if (found !== undefined) return [...path.slice(0, depth), ...found].join('.');
    object = object[name];
  }
  return undefined;
}

function markIn(object: Members, depth: number): readonly string[] | undefined {
  const members = Object.entries(object).map(([name, value]) => ({ name, plain: plain(name), value }));
  const mark = members.find(
    ({ plain, value }) => (NEXT.test(plain) && isMark(plain, value)) || (MORE.test(plain) && value === true),
  );
  if (mark !== undefined) return [mark.name];
  const count = members.find(({ plain, value }) => COUNT.test(plain) && typeof value === 'number');
  const number = members.find(({ plain, value }) => NUMBER.test(plain) && typeof value === 'number');
  if (count !== undefined && number !== undefined && isBefore(number, Number(count.value)))
    return [count.name];
  if (depth === MAX_DEPTH) return undefined;
  for (const { name, plain, value } of members) {
    const found = ABOUT.test(plain) && isObject(value) ? markIn(value, depth + 1) : undefined;
    if (found !== undefined) return [name, ...found];
  }
  return undefined;
}

/** An address, or an object with it (`{"href":…}`), a number, or a token where the name is of nothing else. */
function isMark(name: string, value: unknown): boolean {
  if (isObject(value)) return typeof value.href === 'string' || typeof value.url === 'string';
  if (typeof value === 'number') return value > 0;
  return typeof value === 'string' && (name === 'next' ? /[/?]/.test(value) : value !== '');
}

/** Spring's `number` counts from 0, and so does who says 0; others from 1. */
function isBefore(
  { plain, value }: { readonly plain: string; readonly value: unknown },
  count: number,
): boolean {
  return Number(value) < (plain === 'number' || value === 0 ? count - 1 : count);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}
