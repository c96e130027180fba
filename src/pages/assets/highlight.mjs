// @ts-check
/** Colours for JSON and XML. Text goes in as text nodes only. */

/** Past this many characters colours cost more than they tell. */
const LIMIT = 60_000;

/** Each named group is a class of site.css. */
const TOKENS = {
  json: /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<literal>\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*)/g,
  xml: /(?<name><[/?]?[\w:.-]+|[/?]?>)|(?<string>(?<==)"[^"]*")/g,
};

/**
 * @param {string} text
 * @param {'json' | 'xml' | 'text'} language
 * @returns {DocumentFragment}
 */
export function highlight(text, language) {
  const fragment = document.createDocumentFragment();
  let end = 0;
  if (language !== 'text' && text.length <= LIMIT) {
    for (const match of text.matchAll(TOKENS[language])) {
      const token = document.createElement('span');
      token.className = `token-${Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0]}`;
      token.textContent = match[0];
      fragment.append(text.slice(end, match.index), token);
      end = match.index + match[0].length;
    }
  }
  fragment.append(text.slice(end));
  return fragment;
}
