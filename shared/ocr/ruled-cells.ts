import type { CellBox } from '../domain/page-text.ts';
import type { GreyImage } from './grey.ts';

/** Maximum grey of ink. */
const INK_GREY = 175;
/** Minimum length and maximum thickness of a rule in inches, and maximum gap in it in pixels. */
const RULE_LENGTH_INCHES = 0.3;
const RULE_THICKNESS_INCHES = 0.08;
const MAXIMUM_GAP_PIXELS = 3;
/** Distance in inches by which a rule may end before the middle of a word, and between sides of equal cells. */
const TOLERANCE_INCHES = 0.05;
/** Maximum share of the image that a cell takes up, and minimum share of a word's width that is within its cell. */
const MAXIMUM_CELL_SHARE = 0.25;
const MINIMUM_WORD_SHARE = 0.8;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A straight line of ink: its position across its direction and its ends along it, in pixels. */
interface Rule {
  at: number;
  from: number;
  to: number;
}

/** Returns the rules along rows, or along columns (`down`). Those of a scan may lean by a pixel. */
const rulesAlong = ({ data, width, height }: GreyImage, dpi: number, down: boolean): Rule[] => {
  const [lines, length, line, step] = down ? [width, height, 1, width] : [height, width, width, 1];
  const least = RULE_LENGTH_INCHES * dpi;
  const thickest = RULE_THICKNESS_INCHES * dpi;
  const isThin = (at: number, along: number): boolean => {
    let [first, last] = [at, at];
    while (first > 0 && at - first <= thickest && data[(first - 1) * line + along * step]! < INK_GREY) first--;
    while (last < lines - 1 && last - at <= thickest && data[(last + 1) * line + along * step]! < INK_GREY) last++;
    return last - first < thickest;
  };
  const rules: Rule[] = [];
  for (let at = 0; at + 1 < lines; at++) {
    let [from, last] = [-1, -1];
    const end = (): void => {
      const middle = (from + last) >> 1;
      const places = [(from + middle) >> 1, middle, (middle + last) >> 1];
      if (from >= 0 && last - from >= least && places.some((along) => isThin(at, along))) {
        rules.push({ at, from, to: last });
      }
    };
    for (let along = 0; along < length; along++) {
      const pixel = at * line + along * step;
      if (data[pixel]! >= INK_GREY && data[pixel + line]! >= INK_GREY) continue;
      if (from < 0 || along - last > MAXIMUM_GAP_PIXELS) {
        end();
        from = along;
      }
      last = along;
    }
    end();
  }
  return rules;
};

/**
 * Returns the ruled cells around words in an image, in its pixels: the nearest rules on all four sides of each word.
 * @param dpi pixels per inch
 */
export const ruledCells = (image: GreyImage, dpi: number, words: readonly Box[]): CellBox[] => {
  if (words.length === 0) return [];
  const [across, down] = [rulesAlong(image, dpi, false), rulesAlong(image, dpi, true)];
  const tolerance = TOLERANCE_INCHES * dpi;
  const beside = (rules: readonly Rule[], at: number, along: number): [before: number, after: number] => {
    let [before, after] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const rule of rules) {
      if (rule.from > along + tolerance || rule.to < along - tolerance) continue;
      if (rule.at <= at) before = Math.max(before, rule.at);
      else after = Math.min(after, rule.at);
    }
    return [before, after];
  };
  const cells: CellBox[] = [];
  const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= tolerance;
  for (const { x, y, width, height } of words) {
    const [u, v] = [x + width / 2, y + height / 2];
    const [left, right] = beside(down, u, v);
    const [top, bottom] = beside(across, v, u);
    const area = (right - left) * (bottom - top);
    if (!(area <= MAXIMUM_CELL_SHARE * image.width * image.height)) continue;
    if (right - left < MINIMUM_WORD_SHARE * width || bottom - top < MINIMUM_WORD_SHARE * height) continue;
    const isKnown = cells.some(
      (cell) =>
        isNear(cell.left, left) && isNear(cell.right, right) && isNear(cell.top, top) && isNear(cell.bottom, bottom),
    );
    if (!isKnown) cells.push({ left, top, right, bottom });
  }
  return cells;
};
