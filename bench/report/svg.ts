/** Draws bar charts and curves as SVG. */

const FONT = 'font-family="system-ui, sans-serif" font-size="12"';
const COLOURS = { service: '#1f6feb', baseline: '#8c959f', peer: '#bf8700' } as const;
const SERIES = ['#1f6feb', '#bf8700', '#1a7f37', '#8250df'];

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
  return picture({ title, width: left + width + 70, height: y, parts });
}

export interface Series {
  readonly label: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface CurveOptions {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
}

/** Draws curves over two logarithmic axes. */
export function curveChart({ title, xLabel, yLabel, series }: CurveOptions): string {
  const [left, top, width, height] = [70, 50, 480, 280];
  const xs = decades(series.flatMap(({ points }) => points.map(({ x }) => x)));
  const ys = decades(series.flatMap(({ points }) => points.map(({ y }) => y)));
  const scale = (value: number, [least, most]: readonly [number, number], length: number) =>
    ((Math.log10(value) - least) / (most - least)) * length;
  const px = (x: number) => fixed(left + scale(x, xs, width));
  const py = (y: number) => fixed(top + height - scale(y, ys, height));
  const parts: string[] = [];
  for (let exponent = xs[0]; exponent <= xs[1]; exponent++) {
    const x = px(10 ** exponent);
    parts.push(`<path d="M${x} ${top}V${top + height}" stroke="#d0d7de"/>`);
    parts.push(
      text(Number(x), top + height + 18, (10 ** exponent).toLocaleString('en'), 'text-anchor="middle"'),
    );
  }
  for (let exponent = ys[0]; exponent <= ys[1]; exponent++) {
    const y = py(10 ** exponent);
    parts.push(`<path d="M${left} ${y}H${left + width}" stroke="#d0d7de"/>`);
    parts.push(
      text(left - 8, Number(y) + 4, String(Number((10 ** exponent).toFixed(6))), 'text-anchor="end"'),
    );
  }
  for (const [index, { label, points }] of series.entries()) {
    const colour = SERIES[index % SERIES.length] ?? 'black';
    const line = points.map(({ x, y }, point) => `${point === 0 ? 'M' : 'L'}${px(x)} ${py(y)}`).join('');
    parts.push(`<path d="${line}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    for (const { x, y } of points) parts.push(`<circle cx="${px(x)}" cy="${py(y)}" r="3" fill="${colour}"/>`);
    parts.push(text(left + width + 12, top + 14 + index * 18, label, `fill="${colour}"`));
  }
  parts.push(text(left + width / 2, top + height + 38, xLabel, 'text-anchor="middle"'));
  parts.push(text(16, top - 12, yLabel));
  return picture({ title, width: left + width + 160, height: top + height + 50, parts });
}

/** Returns exponents of the powers of ten around the numbers, at least one decade apart. */
function decades(numbers: readonly number[]): readonly [number, number] {
  const least = Math.floor(Math.log10(Math.min(...numbers)));
  return [least, Math.max(least + 1, Math.ceil(Math.log10(Math.max(...numbers))))];
}

interface Picture {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly parts: readonly string[];
}

function picture({ title, width, height, parts }: Picture): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" ${FONT}>
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
