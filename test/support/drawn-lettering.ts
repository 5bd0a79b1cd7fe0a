import { readFileSync } from 'node:fs';
import { type Linework, type PathStyle, Verb } from '../../shared/drawing/linework.ts';
import { type StrokeFont, strokeGlyph } from './stroke-fonts.ts';

const { fonts } = JSON.parse(readFileSync(new URL('hershey.json', import.meta.url), 'utf8')) as {
  fonts: { futural: StrokeFont };
};

/** A line of lettering; its place is the baseline of its first character, `height` that of the capitals. */
export interface Lettering {
  text: string;
  x: number;
  y: number;
  height: number;
  /** Reading direction in degrees clockwise; 0 by default. */
  angle?: number;
}

/** Returns the polylines by which a plotter draws a text in the Hershey simplex font, with accents of its kind, in points. */
export const strokesOfText = ({ text, x, y, height, angle = 0 }: Lettering): number[][] => {
  const scale = height / 21;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  const strokes: number[][] = [];
  let along = 0;
  for (const character of text) {
    const glyph = strokeGlyph(fonts.futural, character);
    if (!glyph) throw new Error(`the font has no ${character}`);
    for (const stroke of glyph.strokes) {
      const points: number[] = [];
      for (let i = 0; i < stroke.length; i += 2) {
        const u = (along + stroke[i]!) * scale;
        const v = (stroke[i + 1]! - 9) * scale;
        points.push(x + u * cos - v * sin, y + u * sin + v * cos);
      }
      strokes.push(points);
    }
    along += glyph.width;
  }
  return strokes;
};

/** A solid black line of a width in points. */
export const blackPen = (width: number): PathStyle => ({
  ...{ stroke: '#000000', strokeOpacity: 1, width, dash: [], dashPhase: 0, cap: 0, join: 0 },
  ...{ fill: null, fillOpacity: 1, evenOdd: false, layer: null, transparent: false },
});

/** Returns a page with polylines, each a path of its own. */
export const lineworkOf = (
  polylines: readonly (readonly number[])[],
  { width = 800, height = 600 }: { width?: number; height?: number } = {},
): Linework => {
  const paths: number[] = [];
  const verbs: number[] = [];
  const points: number[] = [];
  for (const line of polylines) {
    paths.push(0, 0, verbs.length, points.length / 2);
    points.push(...line);
    for (let i = 0; i < line.length; i += 2) verbs.push(i === 0 ? Verb.move : Verb.line);
  }
  return {
    width,
    height,
    styles: [blackPen(0.2)],
    layers: [],
    instances: [],
    paths: Uint32Array.from(paths),
    verbs: Uint8Array.from(verbs),
    points: Float32Array.from(points),
    pictures: new Float32Array(),
    truncated: false,
  };
};
