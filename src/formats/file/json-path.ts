/** Where a value stands in JSON. */
export type Path = readonly (string | number)[];

/** `extendedProps.location`, `tags[0]` */
export function nameAt(path: Path): string {
  const steps = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
  return steps.join('').replace(/^\./, '');
}
