import { type Linework, pathAt, pathCount, Verb } from '../../shared/drawing/linework.ts';
import { rawPdf } from './raw-pdf.ts';

const operators = ['m', 'l', 'c'];
const rgb = (colour: string) =>
  [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(4)).join(' ');
const short = (value: number) => String(Math.round(value * 1000) / 1000);

/** Returns a PDF of one page that draws the linework path by path, with nothing but its own content stream. */
export const lineworkPdf = (linework: Linework): Buffer => {
  const { width, height, styles, verbs, points } = linework;
  const opacities = new Map<string, number>();
  const lines: string[] = [`1 0 0 -1 0 ${short(height)} cm`];
  for (let i = 0; i < pathCount(linework); i++) {
    const range = pathAt(linework, i);
    const style = styles[range.style]!;
    const { stroke, fill } = style;
    const opacity = `${style.strokeOpacity} ${style.fillOpacity}`;
    if (!opacities.has(opacity)) opacities.set(opacity, opacities.size);
    lines.push(`q /G${opacities.get(opacity)} gs`);
    if (stroke) {
      lines.push(
        `${rgb(stroke)} RG ${style.width} w ${style.cap} J ${style.join} j [${style.dash.join(' ')}] ${style.dashPhase} d`,
      );
    }
    if (fill) lines.push(`${rgb(fill)} rg`);
    let at = 2 * range.firstPoint;
    for (let v = range.firstVerb; v < range.endVerb; v++) {
      const verb = verbs[v]!;
      if (verb === Verb.close) {
        lines.push('h');
        continue;
      }
      const numbers = verb === Verb.curve ? 6 : 2;
      lines.push(`${Array.from(points.subarray(at, at + numbers), short).join(' ')} ${operators[verb]}`);
      at += numbers;
    }
    const star = style.evenOdd ? '*' : '';
    lines.push(fill && stroke ? `B${star}` : fill ? `f${star}` : 'S', 'Q');
  }
  const states = [...opacities].map(([opacity, number]) => {
    const [stroked, filled] = opacity.split(' ');
    return `/G${number} << /CA ${stroked} /ca ${filled} >>`;
  });
  return rawPdf({
    width,
    height,
    content: lines.join('\n'),
    resources: `/ExtGState << ${states.join(' ')} >>`,
  });
};
