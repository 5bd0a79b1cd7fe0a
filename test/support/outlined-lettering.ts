import type * as fontkit from 'fontkit';
import { type Linework, Verb } from '../../shared/drawing/linework.ts';
import { blackPen, type Lettering, lineworkOf } from './drawn-lettering.ts';

/** Parts of a curve that become lines. */
const steps = 3;

/** Spaces of narrow fonts are widened, as lettering of drawings has them. */
const minimumSpaceHeights = 0.7;

/** Returns the outlines of a glyph in units of its font, each curve as lines. */
const ringsOf = (commands: readonly { command: string; args: number[] }[]): number[][] => {
  const rings: number[][] = [];
  for (const { command, args } of commands) {
    if (command === 'moveTo') rings.push([...args]);
    const ring = rings.at(-1)!;
    if (command === 'lineTo') ring.push(...args);
    if (command === 'closePath') ring.push(ring[0]!, ring[1]!);
    if (command !== 'quadraticCurveTo' && command !== 'bezierCurveTo') continue;
    const points = [ring.at(-2)!, ring.at(-1)!, ...args];
    for (let i = 1; i <= steps; i++) {
      // Between all neighbouring points, until one is left.
      let left = points;
      while (left.length > 2) left = left.slice(2).map((value, at) => left[at]! + ((value - left[at]!) * i) / steps);
      ring.push(...left);
    }
  }
  return rings;
};

/**
 * Returns a page with lines of text as filled outlines, each glyph a path.
 * @param fonts the fonts that together have all characters
 */
export const outlineLinework = (
  lines: readonly Lettering[],
  fonts: readonly fontkit.Font[],
  size: { width: number; height: number },
): Linework => {
  const capital = fonts.find((font) => font.hasGlyphForCodePoint(72))!.glyphForCodePoint(72).path.bbox.maxY;
  const paths: number[] = [];
  const verbs: number[] = [];
  const points: number[] = [];
  for (const { text, x, y, height } of lines) {
    const scale = height / capital;
    let along = x;
    for (const character of text) {
      const code = character.codePointAt(0)!;
      const font = fonts.find((each) => each.hasGlyphForCodePoint(code));
      if (!font) throw new Error(`no font has ${character}`);
      const glyph = font.glyphForCodePoint(code);
      paths.push(0, 0, verbs.length, points.length / 2);
      for (const ring of ringsOf(glyph.path.commands)) {
        for (let i = 0; i < ring.length; i += 2) {
          verbs.push(i === 0 ? Verb.move : Verb.line);
          points.push(along + ring[i]! * scale, y - ring[i + 1]! * scale);
        }
      }
      along += Math.max(glyph.advanceWidth * scale, character === ' ' ? minimumSpaceHeights * height : 0);
    }
  }
  const page = lineworkOf([], size);
  return {
    ...page,
    verbs: Uint8Array.from(verbs),
    points: Float32Array.from(points),
    paths: Uint32Array.from(paths),
    styles: [{ ...blackPen(0), stroke: null, fill: '#000000' }],
  };
};
