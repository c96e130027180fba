/** A path as jq has it: `.data.events`, `.["my events"]`; `.` is the whole. */
export function jqPath(path: readonly string[]): string {
  const steps = path.map((name) => (/^[a-z_]\w*$/i.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`));
  return steps.join('').replace(/^(?!\.)/, '.');
}
