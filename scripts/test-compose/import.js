/**
 * Imports one file by the stack's own `import` service, which has the owner's role. Answers what it printed.
 * @param {import('./stack').ComposeStack} stack
 * @param {string} file
 * @param {readonly string[]} [composeFiles] others than the stack was started with
 */
function importFile(stack, file, composeFiles) {
  const inside = `/tmp/import/${file.split('/').pop()}`;
  const args = ['run', '--rm', '-T', '-v', `${file}:${inside}:ro`, 'import', inside];
  return composeFiles === undefined ? stack.compose(...args) : stack.composeBy(composeFiles, ...args);
}

module.exports = { importFile };
