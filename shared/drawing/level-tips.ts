import { gapBetween, grown } from './boxes.ts';
import { boundsOf } from './clip.ts';
import type { LineIndex } from './line-index.ts';
import { type Bounds, TOLERANCE } from './linework.ts';
import type { TextLine } from './text-lines.ts';
import {
  maximumTriangleHeightRatio,
  maximumTrianglePoints,
  maximumTriangleTextHeights,
  minimumShelfRatio,
  minimumTriangleHeightRatio,
  minimumTrianglePoints,
} from './thresholds/symbols.ts';

/** A line by its places along the direction of a text and across it, the lower place across first. */
interface Stroke {
  along: [number, number];
  across: [number, number];
}

/** A tip of two strokes that points to a level beside a text: a triangle, one half of it, or an arrowhead of two strokes. */
export interface LevelTip {
  box: Bounds;
  /** Whether a line in the direction of the text joins the ends of both strokes. */
  isClosed: boolean;
  /** Whether the tip stands on a line in the direction of the text. */
  stands: boolean;
  /** Whether the line that joins the strokes goes on, as under the text. */
  hangs: boolean;
}

/** Maximum number of slanting strokes near a text; more are a hatch around it. */
const maximumSlants = 150;

const close = (a: number, b: number): boolean => Math.abs(a - b) <= 2 * TOLERANCE;

/** Whether a line stands under a tip that is as wide as the strokes above it, at most by its own width beside it. */
const isUnder = ({ along: [from, to], across }: Stroke, tip: readonly [number, number], width: number): boolean =>
  Math.abs(across[0] - tip[1]) <= 4 * TOLERANCE &&
  to - from >= width - 2 * TOLERANCE &&
  from - tip[0] <= width &&
  to - tip[0] >= -width;

/** Lines near a text: those of the slopes of a level mark, those in its direction, and those across it. */
interface Strokes {
  slants: Stroke[];
  levels: Stroke[];
  uprights: Stroke[];
}

const strokesIn = (near: Bounds, isLevel: boolean, index: LineIndex): Strokes => {
  const found: Strokes = { slants: [], levels: [], uprights: [] };
  index.touching(near, ({ x0, y0, x1, y1, dashed }) => {
    const [a, b] = isLevel ? [x0, x1] : [y0, y1];
    const [c, d] = isLevel ? [y0, y1] : [x0, x1];
    const [run, rise] = [Math.abs(b - a), Math.abs(d - c)];
    const stroke: Stroke = c <= d ? { along: [a, b], across: [c, d] } : { along: [b, a], across: [d, c] };
    if (rise <= 2 * TOLERANCE) found.levels.push({ along: [Math.min(a, b), Math.max(a, b)], across: [c, d] });
    else if (run <= 2 * TOLERANCE) found.uprights.push(stroke);
    else {
      const [ratio, length] = [rise / (2 * run), Math.hypot(run, rise)];
      const isSlope = ratio >= minimumTriangleHeightRatio && ratio <= maximumTriangleHeightRatio;
      if (isSlope && length >= minimumTrianglePoints && length <= maximumTrianglePoints && !dashed)
        found.slants.push(stroke);
    }
  });
  return found;
};

/** Returns the tip of a stroke at its lower or upper end; undefined unless a mirrored or upright stroke meets it there. */
const tipOf = (
  { along, across }: Stroke,
  at: 0 | 1,
  { slants, levels, uprights }: Strokes,
  isLevel: boolean,
): LevelTip | undefined => {
  const end = at === 0 ? 1 : 0;
  const tip = [along[at], across[at]] as const;
  const [base, run] = [across[end], along[end] - along[at]];
  const meets = (other: Stroke) => close(other.along[at], tip[0]) && close(other.across[at], tip[1]);
  const isMirrored = slants.some(
    (other) => meets(other) && close(other.along[end], tip[0] - run) && close(other.across[end], base),
  );
  const reaches = ([upper, lower]: Stroke['across']) =>
    at === 0 ? lower >= base - 2 * TOLERANCE : upper <= base + 2 * TOLERANCE;
  const stem = uprights.find((other) => meets(other) && reaches(other.across));
  if (!isMirrored && !stem) return undefined;
  const ends = [along[end], isMirrored ? tip[0] - run : tip[0]];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const joins = levels.filter(
    ({ along: [from, to], across: [level] }) =>
      close(level, base) && from <= low + 2 * TOLERANCE && to >= high - 2 * TOLERANCE,
  );
  if (joins.length === 0 && !isMirrored) return undefined;
  // The stem of an arrow leads to the line under its text.
  const top = joins.length === 0 && stem ? stem.across[end] : base;
  return {
    box: boundsOf(isLevel ? [low, top, high, tip[1]] : [top, low, tip[1], high]),
    isClosed: joins.length > 0,
    stands: levels.some((line) => isUnder(line, tip, high - low)),
    hangs: joins.some((line) => line.along[1] - line.along[0] >= minimumShelfRatio * (high - low)),
  };
};

/** Finds the tips near a text that point across it, with strokes of the slopes of a level mark. */
export const levelTipsNear = (text: TextLine, index: LineIndex): LevelTip[] => {
  const isLevel = text.angle % 180 === 0;
  const reach = maximumTriangleTextHeights * text.size;
  const strokes = strokesIn(grown(text.box, 3 * reach), isLevel, index);
  if (strokes.slants.length > maximumSlants) return [];
  return strokes.slants.flatMap((slant) =>
    ([0, 1] as const).flatMap((at) => {
      const tip = tipOf(slant, at, strokes, isLevel);
      return tip && gapBetween(tip.box, text.box) <= reach ? [tip] : [];
    }),
  );
};
