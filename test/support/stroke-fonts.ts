/** Glyphs of a stroke font by their character, in its units: y down, capitals from -12 to the baseline at 9. */
export type StrokeFont = Record<string, { width: number; strokes: number[][] }>;

const capitalUnits = 21;
const baseline = 9;

/** The strokes of accents over a letter, in heights of capitals, about their lowest point in the middle. */
export const accentStrokes: Record<string, number[][]> = {
  '\u0300': [[0.04, 0, -0.1, -0.18]],
  '\u0301': [[-0.04, 0, 0.1, -0.18]],
  '\u0302': [[-0.14, 0, 0, -0.16, 0.14, 0]],
  '\u0303': [[-0.16, -0.02, -0.1, -0.1, -0.03, -0.1, 0.03, -0.04, 0.1, -0.04, 0.16, -0.12]],
  '\u0306': [[-0.14, -0.16, -0.08, -0.03, 0, 0, 0.08, -0.03, 0.14, -0.16]],
  '\u0307': [[-0.02, 0, 0.02, 0, 0.02, -0.05, -0.02, -0.05, -0.02, 0]],
  '\u0308': [
    [-0.16, 0, -0.12, 0, -0.12, -0.05, -0.16, -0.05, -0.16, 0],
    [0.12, 0, 0.16, 0, 0.16, -0.05, 0.12, -0.05, 0.12, 0],
  ],
  '\u030a': [[0, 0, -0.08, -0.03, -0.1, -0.1, -0.06, -0.17, 0, -0.2, 0.06, -0.17, 0.1, -0.1, 0.08, -0.03, 0, 0]],
  '\u030b': [
    [-0.12, 0, -0.02, -0.18],
    [0.04, 0, 0.14, -0.18],
  ],
  '\u030c': [[-0.14, -0.16, 0, 0, 0.14, -0.16]],
};
/** Distance of an accent from its letter, in heights of capitals. */
const accentGap = 0.12;

/** The strokes of marks that touch their letter, in heights of capitals: below its middle or right end, or through its stem. */
const markStrokes: Record<string, { drawn: number[][]; side: 'middle' | 'right' | 'stem' }> = {
  '\u0327': { drawn: [[0, 0, 0, 0.06, 0.07, 0.1, 0.07, 0.17, 0, 0.22, -0.08, 0.2]], side: 'middle' },
  '\u0328': { drawn: [[0, 0, -0.1, 0.08, -0.1, 0.17, -0.04, 0.22, 0.06, 0.2]], side: 'right' },
  '\u0335': { drawn: [[-0.14, 0.08, 0.16, -0.12]], side: 'stem' },
};
/** Letters without a canonical decomposition, by their letter and mark. */
const decompositions: Record<string, string> = { ł: 'l\u0335', Ł: 'L\u0335' };

/** Returns the strokes of an i but its dot, which an accent replaces. */
const withoutDot = (strokes: number[][]): number[][] =>
  strokes.filter((stroke) => Math.max(...stroke.filter((_, i) => i % 2 === 1)) > baseline - capitalUnits / 2);

/** Returns strokes that are given in heights of capitals, moved to a place, in units of the font. */
const placed = (strokes: number[][], x: number, y: number): number[][] =>
  strokes.map((stroke) => stroke.map((v, i) => v * capitalUnits + (i % 2 ? y : x)));

/**
 * Returns a glyph of a stroke font; that of an accented letter, which such fonts lack, is composed of the strokes of its
 * letter, and of its accent, which come last.
 */
export const strokeGlyph = (font: StrokeFont, character: string): StrokeFont[string] | undefined => {
  const [own, accent, ...more] = decompositions[character] ?? character.normalize('NFD');
  if (own === 'ı') return font.i && { width: font.i.width, strokes: withoutDot(font.i.strokes) };
  const letter = font[own!];
  if (!letter || !accent) return letter;
  const above = more.length === 0 ? accentStrokes[accent] : undefined;
  const mark = markStrokes[accent];
  const strokes = accent in accentStrokes && own === 'i' ? withoutDot(letter.strokes) : letter.strokes;
  const [xs, ys] = [0, 1].map((axis) => strokes.flat().filter((_, i) => i % 2 === axis)) as [number[], number[]];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  if (above) {
    const bottom = Math.min(...ys) - accentGap * capitalUnits;
    return { width: letter.width, strokes: [...strokes, ...placed(above, (left + right) / 2, bottom)] };
  }
  if (!mark) return undefined;
  const x = { middle: (left + right) / 2, right, stem: left }[mark.side];
  const y = mark.side === 'stem' ? baseline - capitalUnits / 2 : baseline;
  return { width: letter.width, strokes: [...strokes, ...placed(mark.drawn, x, y)] };
};
