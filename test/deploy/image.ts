import { readText } from './yaml';

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Returns the stages of the Dockerfile, each from its FROM on. Comments are left out, and continued lines are one. */
export function readStages(): Instruction[][] {
  const lines = readText('Dockerfile')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = '', text = ''] = /^(\w+) +(.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text });
  }
  return stages;
}

export function imageEnvironment(): Record<string, string> {
  const variables = (readStages().at(-1) ?? []).filter(({ name }) => name === 'ENV');
  return Object.fromEntries(
    variables.flatMap(({ text }) =>
      [...text.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
    ),
  );
}
