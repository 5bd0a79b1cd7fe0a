import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';

const file = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
let font: fontkit.Font | undefined;

/**
 * Returns the outlines of a text as an SVG path.
 * @param place the start of the baseline, and the font size, in points; `spacing` is added between letters, and joins them if
 *   it is negative
 */
export const outlinesOf = (
  text: string,
  { x, y, size, spacing = 0 }: { x: number; y: number; size: number; spacing?: number },
): string => {
  font ??= fontkit.openSync(file);
  const scale = size / font.unitsPerEm;
  let along = x;
  const { glyphs, positions } = font.layout(text);
  return glyphs
    .map((glyph, i) => {
      const path = glyph.path.scale(scale, -scale).translate(along, y).toSVG();
      along += positions[i]!.xAdvance * scale + spacing;
      return path;
    })
    .join(' ');
};
