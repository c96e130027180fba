/**
 * @param {readonly string[]} heads names of the columns, which determine their widths
 * @param {readonly (string | number)[]} cells
 * @returns {string} the cells, aligned to the right
 */
const tableRow = (heads, cells) =>
  heads.map((head, at) => String(cells[at] ?? '').padStart(Math.max(head.length, 5) + 2)).join('');

module.exports = { tableRow };
