import type { Word } from '../domain/page-text.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import { Growing } from './growing.ts';
import { type Line, lengthBetween, lengthOf } from './line.ts';
import { LineIndex } from './line-index.ts';
import type { Bounds } from './linework.ts';
import { type LengthUnit, type Measure, measuresOf } from './measure.ts';
import { PointGrid } from './point-grid.ts';
import { rotateToHorizontal } from './text.ts';

/** A dimension: a line with marks at both ends, and the length it states. */
export interface Dimension {
  /** As printed. */
  text: string;
  millimetres: number;
  unit: LengthUnit;
  /** The ends of its line on the page, in points. */
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  /** The bounding box of its text. */
  box: Bounds;
  /** The ratio of the real length to that on paper: 50 for 1:50. */
  scale: number;
  /** 0 to 1. */
  confidence: number;
}

/** A scale confirmed by several dimensions of a page. */
export interface FoundScale {
  /** 50 for 1:50, 48 for 1/4" = 1'-0". */
  scale: number;
  dimensions: number;
  box: Bounds;
}

const millimetresPerPoint = 25.4 / 72;

/**
 * Maximum distance of a dimension's text from its line, in text heights; the text may be above or below it, or in a
 * gap.
 */
const maximumTextDistanceTextHeights = 2.2;
/** Maximum distance in points of a mark from the end of a dimension: a tick, an arrowhead or an extension line. */
const maximumMarkDistancePoints = 2.5;
/**
 * Relative difference below which two scales are equal: dimensions are rounded to their last digit, ends to a pen's
 * width.
 */
const scaleTolerance = 0.02;
/** Minimum number of dimensions that confirm a scale. */
const minimumAgreeing = 3;
/** Range of scales that occur on drawings. */
const minimumScale = 0.9;
const maximumScale = 5500;
const maximumTextLength = 18;
/** Maximum length in points of a tick, and maximum number of corners of an arrowhead. */
const maximumTickPoints = 20;
const maximumMarkCorners = 20;
const markSquarePoints = 6;
/** Maximum distance in points of a section's ends from those of its line. */
const wholeTolerancePoints = 0.5;
/** Maximum relative error of an unmarked dimension on a confirmed scale. */
const wholeScaleTolerance = 0.006;

/** A word, or adjacent words of one line, that state a length. */
interface Stated {
  text: string;
  box: Bounds;
  /** Unit vector of the reading direction. */
  ux: number;
  uy: number;
  height: number;
  measures: Measure[];
}

/** Maximum number of words of one measure. */
const maximumWords = 4;

/** Units after a number that make it an area or a weight. */
const isArea = /^(m²|m2|qm|sf|sq\.?|ft²|kg|kn|kw|%|°)/i;

/**
 * Returns the notation of a measure; drawings in metres write smaller lengths in centimetres, so both are one
 * notation.
 */
const notationOf = ({ unit }: Measure): 'mm' | 'm' | 'ft-in' => (unit === 'cm' ? 'm' : unit);

/** Maximum gap between the words of one measure, and within a number that the file splits, in text heights. */
const maximumGapTextHeights = 0.9;
const maximumInnerGapTextHeights = 0.12;

/** Returns the gap between two words of one line in text heights; infinite for words on different lines. */
const gapBetween = (a: Word, b: Word): number => {
  if (a.angle !== b.angle) return Infinity;
  const [one, other] = [rotateToHorizontal(a), rotateToHorizontal(b)];
  if (Math.abs(one.across - other.across) > 0.5 * Math.max(one.size, other.size)) return Infinity;
  return (other.along - one.end) / a.size;
};
const follows = (a: Word, b: Word | undefined): b is Word => {
  if (b === undefined) return false;
  // The box of a slanting word is much larger than its letters.
  if (a.slant !== undefined) return b.slant === a.slant && Math.hypot(b.x - a.x, b.y - a.y) < a.text.length * a.size;
  const gap = gapBetween(a, b);
  return gap > -0.5 && gap < maximumGapTextHeights;
};
const touches = (a: Word, b: Word): boolean => a.slant === undefined && gapBetween(a, b) < maximumInnerGapTextHeights;

const statedIn = (words: readonly Word[]): Stated[] => {
  const found: Stated[] = [];
  const boxOf = (...some: Word[]): Bounds =>
    boundsOf(some.flatMap(({ x, y, width, height }) => [x, y, x + width, y + height]));
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word.text.length > maximumTextLength || !/\d/.test(word.text)) continue;
    const turn = ((word.slant ?? word.angle) * Math.PI) / 180;
    const [ux, uy] = [Math.cos(turn), Math.sin(turn)];
    // 2' - 8 1/2" consists of four words.
    const run = [word];
    while (run.length < maximumWords && follows(run.at(-1)!, words[i + run.length])) run.push(words[i + run.length]!);
    if (run[1] && isArea.test(run[1].text)) continue;
    const tries = run.map((_, k) => run.slice(0, run.length - k));
    for (const some of tries) {
      const text = some
        .map((each, k) => (k > 0 && touches(some[k - 1]!, each) ? '' : ' ') + each.text)
        .join('')
        .trim();
      const measures = measuresOf(text);
      if (measures.length === 0) continue;
      found.push({ text, box: boxOf(...some), ux, uy, height: word.size, measures });
      i += some.length - 1;
      break;
    }
  }
  return found;
};

/** Possible dimension marks: ends of lines, centres of ticks, and corners of small areas (arrowheads). */
class Marks {
  readonly #grid: PointGrid;
  readonly #places: Float64Array;
  /** Unit vector of each mark's direction; zero for a corner, which has none. */
  readonly #directions: Float64Array;

  constructor({ lines, areas }: Coverage) {
    const places = new Growing(Float64Array);
    const directions = new Growing(Float64Array);
    for (const line of lines) {
      const length = lengthOf(line);
      if (length === 0) continue;
      const ux = (line.x1 - line.x0) / length;
      const uy = (line.y1 - line.y0) / length;
      places.push4(line.x0, line.y0, line.x1, line.y1);
      directions.push4(ux, uy, ux, uy);
      // A dimension line crosses a tick at its centre, and an extension line near its end.
      if (length >= maximumTickPoints) continue;
      places.push2((line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2);
      directions.push2(ux, uy);
    }
    for (const { points } of areas) {
      if (points.length > 2 * maximumMarkCorners) continue;
      for (let i = 0; i < points.length; i += 2) {
        places.push2(points[i]!, points[i + 1]!);
        directions.push2(0, 0);
      }
    }
    this.#places = places.taken();
    this.#directions = directions.taken();
    this.#grid = new PointGrid(this.#places, markSquarePoints);
  }

  /** Whether there is a mark near the point that is not parallel to the direction `u`. */
  has(x: number, y: number, ux: number, uy: number): boolean {
    let found = false;
    const reach = maximumMarkDistancePoints;
    this.#grid.within(x - reach, y - reach, x + reach, y + reach, (i) => {
      if (found || lengthBetween(x, y, this.#places[2 * i]!, this.#places[2 * i + 1]!) > reach) return;
      const dx = this.#directions[2 * i]!;
      const dy = this.#directions[2 * i + 1]!;
      found = (dx === 0 && dy === 0) || Math.abs(ux * dy - uy * dx) > 0.25;
    });
    return found;
  }
}

/** Returns the positions along a line where others cross or meet it, sorted. */
const stopsOn = (line: Line, others: readonly Line[]): number[] => {
  const length = lengthOf(line);
  const ux = (line.x1 - line.x0) / length;
  const uy = (line.y1 - line.y0) / length;
  const stops = [0, length];
  for (const other of others) {
    const dx = other.x1 - other.x0;
    const dy = other.y1 - other.y0;
    const reach = Math.sqrt(dx * dx + dy * dy);
    const across = ux * dy - uy * dx;
    if (Math.abs(across) < 0.25 * reach) continue;
    const px = other.x0 - line.x0;
    const py = other.y0 - line.y0;
    const t = (px * dy - py * dx) / across;
    const s = (px * uy - py * ux) / across;
    const over = maximumMarkDistancePoints / reach;
    if (s >= -over && s <= 1 + over && t > -maximumMarkDistancePoints && t < length + maximumMarkDistancePoints)
      stops.push(t);
  }
  return stops.sort((a, b) => a - b);
};

/** A section of a line that a text may measure. */
interface Candidate {
  stated: Stated;
  measure: Measure;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  scale: number;
  /** Whether both ends have a mark across the line. */
  marked: boolean;
  /** Whether it is a whole line rather than a section of one or the border of an area. */
  whole: boolean;
}

const candidatesOf = (coverage: Coverage, index: LineIndex, words: readonly Word[]): Candidate[] => {
  const allStated = statedIn(words);
  if (allStated.length < minimumAgreeing) return [];
  const marks = new Marks(coverage);
  const stops = new Map<Line, number[]>();
  const stopsOf = (line: Line): number[] => {
    const known = stops.get(line);
    if (known) return known;
    const around: Line[] = [];
    index.near(boundsOf([line.x0, line.y0, line.x1, line.y1]), maximumMarkDistancePoints, (other) => {
      if (other !== line) around.push(other);
    });
    const found = stopsOn(line, around);
    stops.set(line, found);
    return found;
  };
  const candidates: Candidate[] = [];
  for (const stated of allStated) {
    const { box, ux, uy, height, measures } = stated;
    const [cx, cy] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const around: Line[] = [];
    index.near(box, maximumTextDistanceTextHeights * height, (line) => around.push(line));
    for (const line of around) {
      const length = lengthOf(line);
      if (length < 3 || line.dashed) continue;
      const [lx, ly] = [(line.x1 - line.x0) / length, (line.y1 - line.y0) / length];
      if (Math.abs(ux * ly - uy * lx) > 0.05) continue;
      const aside = Math.abs(lx * (cy - line.y0) - ly * (cx - line.x0));
      if (aside > maximumTextDistanceTextHeights * height) continue;
      const along = lx * (cx - line.x0) + ly * (cy - line.y0);
      if (along < -height || along > length + height) continue;
      const at = stopsOf(line);
      // Sections around the text's centre: between the nearest stops on both sides, and a few further ones.
      const right = at.findIndex((stop) => stop > along + 0.5);
      if (right <= 0) continue;
      const distinct = (list: readonly number[]) =>
        list.filter((stop, i) => i === 0 || Math.abs(stop - list[i - 1]!) > 1).slice(0, 4);
      const lefts = distinct(at.slice(0, right).reverse());
      const rights = distinct(at.slice(right));
      for (const from of lefts) {
        for (const to of rights) {
          const stretch = to - from;
          if (stretch < 2 || Math.abs((from + to) / 2 - along) > 0.3 * stretch + height) continue;
          const [x0, y0] = [line.x0 + lx * from, line.y0 + ly * from];
          const [x1, y1] = [line.x0 + lx * to, line.y0 + ly * to];
          const marked = marks.has(x0, y0, lx, ly) && marks.has(x1, y1, lx, ly);
          const whole =
            !coverage.pens[line.pen]!.edge &&
            Math.abs(from) < wholeTolerancePoints &&
            Math.abs(to - length) < wholeTolerancePoints;
          for (const measure of measures) {
            const scale = measure.millimetres / (stretch * millimetresPerPoint);
            if (scale >= minimumScale && scale <= maximumScale)
              candidates.push({ stated, measure, x0, y0, x1, y1, scale, marked, whole });
          }
        }
      }
    }
  }
  return candidates;
};

const standardScales = [
  1, 2, 5, 10, 20, 25, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 1000, 1250, 2000, 2500, 5000, 4, 8, 12, 16, 24,
  32, 48, 64, 96, 128, 192, 120, 240, 360, 480, 600, 720, 1200,
];

/** Returns the nearest standard scale if it is within the tolerance, else the rounded scale. */
const snapToStandard = (scale: number): number => {
  const nearest = standardScales.reduce((best, each) =>
    Math.abs(each / scale - 1) < Math.abs(best / scale - 1) ? each : best,
  );
  return Math.abs(nearest / scale - 1) <= scaleTolerance ? nearest : Math.round(scale * 100) / 100;
};

/** Maximum number of scales of a page; further ones are coincidental. */
const maximumScales = 5;
/** Minimum number of values that confirm a non-standard scale. */
const minimumForNonStandard = 6;
/** Fewer values confirm it if they are this share of all lengths on the page. */
const minimumShareOfFew = 0.9;
/** Minimum number of values that confirm a further scale of a page. */
const minimumForFurther = 6;
/** Minimum ratio of the largest to the smallest confirming value, which excludes room numbers next to equal boxes. */
const minimumSpreadRatio = 1.5;

/** Minimum number of values that confirm a scale that the sheet prints. */
const minimumOnPrinted = 2;
/** Weight of agreement on a scale that the sheet prints, and on another standard scale. */
const printedWeight = 2;
const standardWeight = 1.5;

/** Minimum share of the different numbers next to marked lines that must agree: a third is no coincidence. */
const minimumAgreeingShare = 0.3;
/** Fewer values than this must be most of the numbers of the page. */
const fewValues = { values: 5, share: 0.6 };

interface Agreement {
  /** The standard scale, or else the rounded one. */
  scale: number;
  /** The median of the lengths that agree: a print may be some per cent smaller than its scale says. */
  measured: number;
  way: ReturnType<typeof notationOf>;
  /** Number of different lengths that agree. */
  values: number;
}

/** Returns the scale that most different lengths agree on. Bins are logarithmic, so that the tolerance is relative. */
const findAgreement = (
  candidates: readonly Candidate[],
  printed: ReadonlySet<number>,
  isFirst: boolean,
): Agreement | undefined => {
  const bins = new Map<string, Map<number, Candidate>>();
  for (const candidate of candidates) {
    const bin = Math.round(Math.log(candidate.scale) / scaleTolerance);
    for (const at of [bin - 1, bin, bin + 1]) {
      const key = `${notationOf(candidate.measure)} ${at}`;
      const known = bins.get(key);
      if (known) known.set(candidate.measure.millimetres, candidate);
      else bins.set(key, new Map([[candidate.measure.millimetres, candidate]]));
    }
  }
  const stated = new Map<string, Set<number>>();
  for (const {
    measure,
    stated: { text },
  } of candidates) {
    const way = notationOf(measure);
    const known = stated.get(way) ?? new Set();
    stated.set(way, known.add(measuresOf(text)[0]?.millimetres ?? 0));
  }
  let best: Agreement | undefined;
  let heaviest = 0;
  for (const [key, texts] of bins) {
    const lengths = [...texts.keys()];
    const way = key.split(' ')[0] as Agreement['way'];
    const scales = [...texts.values()].map(({ scale }) => scale).sort((a, b) => a - b);
    const measured = scales[scales.length >> 1]!;
    const scale = snapToStandard(measured);
    const isPrinted = printed.has(scale);
    if (lengths.length < (isPrinted ? minimumOnPrinted : minimumAgreeing)) continue;
    if (Math.max(...lengths) < minimumSpreadRatio * Math.min(...lengths)) continue;
    const share = lengths.length < fewValues.values ? fewValues.share : minimumAgreeingShare;
    if (!isPrinted && lengths.length < share * (stated.get(way)?.size ?? 0)) continue;
    const isStandard = isPrinted || standardScales.includes(scale);
    const isShared = lengths.length >= minimumShareOfFew * (stated.get(way)?.size ?? 1);
    // The first scale may be non-standard (a print enlarged to fit); a further one may be a coincidence.
    if (!isStandard && !(isFirst && (lengths.length >= minimumForNonStandard || isShared))) continue;
    if (!isFirst && !isPrinted && lengths.length < minimumForFurther) continue;
    const weight = lengths.length * (isPrinted ? printedWeight : isStandard ? standardWeight : 1);
    if (weight <= heaviest) continue;
    heaviest = weight;
    best = { scale, measured, values: lengths.length, way };
  }
  return best;
};

/**
 * Finds the dimensions of a page and the scales that they confirm. A number next to a line is a dimension if its
 * length on paper fits a scale on which several others agree.
 */
export const dimensionsOf = (
  coverage: Coverage,
  words: readonly Word[],
  index = new LineIndex(coverage.lines),
  printed: ReadonlySet<number> = new Set(),
): { dimensions: Dimension[]; scales: FoundScale[] } => {
  const candidates = candidatesOf(coverage, index, words);
  const dimensions: Dimension[] = [];
  const scales: FoundScale[] = [];
  const done = new Set<Stated>();
  let way: ReturnType<typeof notationOf> | undefined;
  for (let round = 0; round < maximumScales; round++) {
    const agreed = findAgreement(
      candidates.filter(
        ({ stated, marked, measure }) =>
          marked && !done.has(stated) && (way ?? notationOf(measure)) === notationOf(measure),
      ),
      printed,
      way === undefined,
    );
    if (!agreed) break;
    const { scale, measured, values } = agreed;
    way = agreed.way;
    const most = values;
    const points: number[] = [];
    let count = 0;
    const byText = new Map<Stated, Candidate[]>();
    for (const candidate of candidates) {
      if (done.has(candidate.stated) || notationOf(candidate.measure) !== way) continue;
      // The end of a line is off by at most a point, the number by half of its last digit.
      const length = Math.hypot(candidate.x1 - candidate.x0, candidate.y1 - candidate.y0);
      if (Math.abs(candidate.scale / measured - 1) > scaleTolerance / 2 + 0.8 / length) continue;
      byText.set(candidate.stated, [...(byText.get(candidate.stated) ?? []), candidate]);
    }
    for (const [stated, some] of byText) {
      const chosen = some.sort(
        (a, b) =>
          Number(b.marked) - Number(a.marked) ||
          Number(b.whole) - Number(a.whole) ||
          Math.abs(a.scale / measured - 1) - Math.abs(b.scale / measured - 1),
      )[0]!;
      // A line without marks that is exactly as long as the number beside it says is no coincidence either.
      if (!chosen.marked && !(chosen.whole && Math.abs(chosen.scale / measured - 1) <= wholeScaleTolerance)) continue;
      done.add(stated);
      count++;
      const { x0, y0, x1, y1, measure } = chosen;
      points.push(x0, y0, x1, y1);
      const off = Math.abs(chosen.scale / measured - 1);
      dimensions.push({
        text: stated.text,
        millimetres: Math.round(measure.millimetres * 100) / 100,
        unit: measure.unit,
        x0,
        y0,
        x1,
        y1,
        box: stated.box,
        scale,
        confidence: Math.round((Math.min(1, 0.6 + 0.05 * most) - Math.min(0.3, 5 * off)) * 100) / 100,
      });
    }
    if (count === 0) break;
    scales.push({ scale, dimensions: count, box: boundsOf(points) });
  }
  return { dimensions: dimensions.sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left), scales };
};
