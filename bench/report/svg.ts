const FONT = 'font-family="system-ui, sans-serif" font-size="12"';
const COLOURS = { service: '#1f6feb', baseline: '#8c959f', peer: '#bf8700' } as const;

export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly kind: keyof typeof COLOURS;
}

export interface BarGroup {
  readonly title: string;
  readonly bars: readonly Bar[];
}

/** Draws groups of horizontal bars, each with its own scale. */
export function barChart(title: string, groups: readonly BarGroup[]): string {
  const [left, width, line] = [290, 460, 18];
  const parts: string[] = [];
  let y = 50;
  for (const group of groups) {
    const most = Math.max(...group.bars.map(({ value }) => value));
    parts.push(text(16, y, group.title, 'font-weight="600"'));
    y += line;
    for (const { label, value, kind } of group.bars) {
      const length = (value / most) * width;
      parts.push(text(left - 8, y, label, 'text-anchor="end"'));
      parts.push(
        `<rect x="${left}" y="${y - 11}" width="${fixed(length)}" height="13" fill="${COLOURS[kind]}"/>`,
      );
      parts.push(text(left + length + 6, y, value < 10 ? value.toFixed(2) : value.toFixed(0)));
      y += line;
    }
    y += 8;
  }
  const size = [left + width + 70, y];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size[0]}" height="${size[1]}" viewBox="0 0 ${size.join(' ')}" role="img" ${FONT}>
<title>${escaped(title)}</title>
<rect width="100%" height="100%" fill="white"/>
${[text(16, 24, title, 'font-size="15" font-weight="600"'), ...parts].join('\n')}
</svg>
`;
}

const text = (x: number, y: number, words: string, attributes = ''): string =>
  `<text x="${fixed(x)}" y="${fixed(y)}" ${attributes}>${escaped(words)}</text>`;

const fixed = (value: number): string => value.toFixed(1);

const escaped = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
