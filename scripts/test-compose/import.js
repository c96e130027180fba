/**
 * Imports one file by the stack's own `import` service, which has the owner's role. Answers what it printed.
 * @param {import('./stack').ComposeStack} stack
 * @param {string} file
 */
function importFile(stack, file) {
  const inside = `/tmp/import/${file.split('/').pop()}`;
  return stack.compose('run', '--rm', '-T', '-v', `${file}:${inside}:ro`, 'import', inside);
}

module.exports = { importFile };
