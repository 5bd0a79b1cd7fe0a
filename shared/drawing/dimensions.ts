import type { Word } from '../domain/page-text.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import { type Axis, DimensionLines, type Marks, type TextPlace } from './dimension-lines.ts';
import { LineIndex } from './line-index.ts';
import type { Bounds } from './linework.ts';
import { type LengthUnit, type Measure, measuresOf } from './measure.ts';
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
/** Maximum number of stops tried on each side of a text. */
const maximumStops = 5;
/** Maximum distance in points of a section's ends from those of its line. */
const wholeTolerancePoints = 0.5;
/** Minimum number of different lengths with units on a sheet all of whose lengths have them. */
const minimumCertain = 5;
/** Maximum relative error of an unmarked dimension on a confirmed scale. */
const wholeScaleTolerance = 0.006;

/** A word, or adjacent words of one line, that state a length. */
interface Stated extends TextPlace {
  text: string;
  measures: Measure[];
}

/** Maximum number of words of one measure. */
const maximumWords = 4;

/** What may stand beside a length on its line; any other word makes it a part of a note. */
const companion =
  /^[-–—+±~≈=x×*/()[\]Øø⌀.,:;'"″′]*$|^\(?(typ|min|max|clr|clear|eq|ca|circa|appr?ox|o\.?c|c\/c|cts|crs|v\.?i\.?f|ref|nom|wide|high|long|deep|lg|mm|cm|m|ft|in|h|b|w|l|d|r|ok|uk|bh|brh|lichte?|rd)[.:=]*\)?$/iu;

/** A way to write all lengths of a drawing. */
type Notation = 'mm' | 'cm' | 'm' | 'ft-in';

/**
 * Returns the notations that a measure may belong to: drawings in metres write lengths below one metre in centimetres,
 * those in centimetres write all of them so.
 */
const notationsOf = ({ unit, isDecimal }: Measure): Notation[] => (unit === 'cm' && !isDecimal ? ['m', 'cm'] : [unit]);

/** Maximum gap between the words of one measure, and within a number that the file splits, in text heights. */
const maximumGapTextHeights = 0.9;
const maximumInnerGapTextHeights = 0.12;
/** Maximum length of a section whose text stands beside it, relative to the text. */
const maximumBesideRatio = 1.3;
/** Maximum size of a raised digit relative to the number before it. */
const maximumRaisedSizeRatio = 0.8;

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

/** Whether a word beside a number makes it a part of a note: neither a companion of lengths nor a number itself. */
const isNote = (text: string): boolean => !companion.test(text) && measuresOf(text).length === 0;

const raisedDigits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/** Returns words with the small raised digit after a number joined to it: half centimetres. */
const withRaised = (words: readonly Word[]): Word[] => {
  const numbers = words.filter(({ text }) => /^\d{1,3}$/u.test(text));
  const joined = new Map<Word, Word | undefined>();
  for (const digit of numbers) {
    if (digit.text.length > 1) continue;
    const small = rotateToHorizontal(digit);
    const number = numbers.find((word) => {
      if (word.angle !== digit.angle || digit.size > maximumRaisedSizeRatio * word.size) return false;
      const { end, across, size } = rotateToHorizontal(word);
      return (
        Math.abs(small.along - end) < maximumInnerGapTextHeights * size && Math.abs(small.across - across) < size / 2
      );
    });
    if (!number || joined.has(number)) continue;
    const { left, top, right, bottom } = boundsOf(
      [number, digit].flatMap(({ x, y, width, height }) => [x, y, x + width, y + height]),
    );
    joined.set(digit, undefined);
    joined.set(number, {
      ...number,
      text: number.text + raisedDigits[Number(digit.text)]!,
      x: left,
      y: top,
      width: right - left,
      height: bottom - top,
    });
  }
  return joined.size === 0 ? [...words] : words.flatMap((word) => (joined.has(word) ? (joined.get(word) ?? []) : word));
};

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
    const tries = run.map((_, k) => run.slice(0, run.length - k));
    for (const some of tries) {
      const text = some
        .map((each, k) => (k > 0 && touches(some[k - 1]!, each) ? '' : ' ') + each.text)
        .join('')
        .trim();
      const measures = measuresOf(text);
      if (measures.length === 0) continue;
      const [before, after] = [words[i - 1], words[i + some.length]];
      if (
        (before && isNote(before.text) && follows(before, word)) ||
        (follows(some.at(-1)!, after) && isNote(after.text))
      )
        break;
      found.push({ text, box: boxOf(...some), ux, uy, height: word.size, measures });
      // Two lengths side by side look like one with a space for thousands; the scale decides.
      if (some.length > 1 && some.every((each) => /^\d{3}$/u.test(each.text)))
        for (const each of some)
          found.push({ text: each.text, box: boxOf(each), ux, uy, height: each.size, measures: measuresOf(each.text) });
      i += some.length - 1;
      break;
    }
  }
  return found;
};

/** A section of a line that a text may measure. */
interface Candidate {
  stated: Stated;
  measure: Measure;
  notation: Notation;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  scale: number;
  /** Whether both ends have a mark across the line. */
  marked: boolean;
  /** Whether it is a whole line rather than a section of one or the border of an area. */
  whole: boolean;
  /** Whether it passes over a stop. Such a section confirms no scale. */
  wide: boolean;
}

/** Returns up to five stops that are more than a point apart. */
const distinct = (stops: readonly number[]): number[] =>
  stops.filter((stop, i) => i === 0 || Math.abs(stop - stops[i - 1]!) > 1).slice(0, maximumStops);

/** The stops on one side of a text that a short section beside it may reach between; a dot has one at each of its edges. */
const besidePairs = [
  [0, 1],
  [1, 2],
  [0, 2],
  [1, 3],
] as const;

/** Returns the sections of a line that a text may measure: between the stops on both sides of its centre. */
const sectionsOf = (
  axis: Axis,
  { box, height }: Stated,
  marks: Marks,
): Omit<Candidate, 'stated' | 'measure' | 'notation' | 'scale'>[] => {
  const { x, y, ux, uy, stops } = axis;
  const along = ux * ((box.left + box.right) / 2 - x) + uy * ((box.top + box.bottom) / 2 - y);
  const right = stops.findIndex((stop) => stop > along + 0.5);
  const lefts = distinct((right < 0 ? stops : stops.slice(0, right)).slice().reverse());
  const rights = distinct(right < 0 ? [] : stops.slice(right));
  // The text of a short section stands beside it.
  const extent = Math.abs(ux) * (box.right - box.left) + Math.abs(uy) * (box.bottom - box.top);
  const beside = [lefts, rights].flatMap((some) =>
    besidePairs.flatMap(([i, j]) => {
      const [near, far] = [some[i], some[j]];
      if (near === undefined || far === undefined || Math.abs(far - near) >= maximumBesideRatio * extent) return [];
      return [{ from: Math.min(near, far), to: Math.max(near, far), wide: j - i > 1 }];
    }),
  );
  const around = lefts.flatMap((from) => rights.map((to) => ({ from, to, wide: false })));
  const pairs = [...around, ...beside];
  return pairs.flatMap(({ from, to, wide }) => {
    const stretch = to - from;
    const isBeside = to <= along || from >= along;
    const reach = isBeside ? (stretch + extent) / 2 + height : 0.3 * stretch + height;
    if (stretch < 2 || Math.abs((from + to) / 2 - along) > reach) return [];
    const [x0, y0, x1, y1] = [x + ux * from, y + uy * from, x + ux * to, y + uy * to];
    const whole =
      axis.isStroke &&
      Math.abs(from - axis.from) < wholeTolerancePoints &&
      Math.abs(to - axis.to) < wholeTolerancePoints;
    return [{ x0, y0, x1, y1, marked: marks.has(x0, y0, ux, uy) && marks.has(x1, y1, ux, uy), whole, wide }];
  });
};

const candidatesOf = (coverage: Coverage, index: LineIndex, said: readonly Stated[]): Candidate[] => {
  // On a sheet in feet and inches a number without a unit is no length.
  const withUnit = said.filter(({ measures }) => measures.some(({ isCertain }) => isCertain));
  const allStated = new Set(withUnit.map(({ text }) => text)).size >= minimumCertain ? withUnit : said;
  if (allStated.length < minimumOnPrinted) return [];
  const lines = new DimensionLines(coverage, index);
  const candidates: Candidate[] = [];
  for (const stated of allStated) {
    for (const axis of lines.around(stated)) {
      for (const section of sectionsOf(axis, stated, lines.marks)) {
        const stretch = Math.hypot(section.x1 - section.x0, section.y1 - section.y0);
        for (const measure of stated.measures) {
          const scale = measure.millimetres / (stretch * millimetresPerPoint);
          if (scale < minimumScale || scale > maximumScale) continue;
          for (const notation of notationsOf(measure))
            candidates.push({ stated, measure, notation, scale, ...section });
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
  /** The median of the lengths that agree: a print may be some per cent smaller than its scale states. */
  measured: number;
  way: Notation;
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
      const key = `${candidate.notation} ${at}`;
      const known = bins.get(key);
      if (known) known.set(candidate.measure.millimetres, candidate);
      else bins.set(key, new Map([[candidate.measure.millimetres, candidate]]));
    }
  }
  const stated = new Map<string, Set<number>>();
  for (const {
    notation: way,
    stated: { text },
  } of candidates) {
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

/** Maximum distance of the height of an opening from the middle of its width along the line, in text heights. */
const heightAsideTextHeights = 0.5;

/**
 * Returns the heights of openings: lengths on the other side of a dimension line than the width, in the middle of the same
 * section. No line on the page is as long.
 */
const heightsBelow = (dimensions: readonly Dimension[], others: readonly Stated[]): Dimension[] =>
  dimensions.flatMap((dimension): Dimension[] => {
    const { x0, y0, x1, y1, box } = dimension;
    const length = Math.hypot(x1 - x0, y1 - y0);
    const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
    const place = ({ left, top, right, bottom }: Bounds): [along: number, across: number] => {
      const [x, y] = [(left + right) / 2 - x0, (top + bottom) / 2 - y0];
      return [ux * x + uy * y, ux * y - uy * x];
    };
    const [along, across] = place(box);
    const below = others.filter(({ box: other, height, ux: vx, uy: vy, measures }) => {
      const [at, side] = place(other);
      return (
        Math.abs(ux * vx + uy * vy) > 0.99 &&
        Math.abs(at - along) <= heightAsideTextHeights * height &&
        side * across < 0 &&
        Math.abs(side + across) <= heightAsideTextHeights * height &&
        Math.abs(across) <= 1.5 * height &&
        measures.some(({ unit }) => unit === dimension.unit || (unit === 'cm' && dimension.unit === 'm'))
      );
    });
    if (below.length !== 1) return [];
    const { text, measures, box: own } = below[0]!;
    const measure = measures.find(({ unit }) => unit === dimension.unit) ?? measures.find(({ unit }) => unit === 'cm')!;
    const millimetres = Math.round(measure.millimetres * 100) / 100;
    return [{ ...dimension, text, millimetres, unit: measure.unit, box: own, confidence: dimension.confidence / 2 }];
  });

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
  const said = statedIn(withRaised(words));
  const candidates = candidatesOf(coverage, index, said);
  const dimensions: Dimension[] = [];
  const scales: FoundScale[] = [];
  const done = new Set<Stated>();
  let way: Notation | undefined;
  for (let round = 0; round < maximumScales; round++) {
    const agreed = findAgreement(
      candidates.filter(
        ({ stated, marked, wide, notation }) => marked && !wide && !done.has(stated) && (way ?? notation) === notation,
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
      if (done.has(candidate.stated) || candidate.notation !== way) continue;
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
      const off = Math.abs(chosen.scale / measured - 1);
      const length = Math.hypot(chosen.x1 - chosen.x0, chosen.y1 - chosen.y0);
      // A line without marks that is exactly as long as the number next to it states is no coincidence either.
      if (!chosen.marked && !(chosen.whole && off <= wholeScaleTolerance + Math.min(0.004, 0.8 / length))) continue;
      done.add(stated);
      count++;
      const { x0, y0, x1, y1, measure } = chosen;
      points.push(x0, y0, x1, y1);
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
  dimensions.push(
    ...heightsBelow(
      dimensions,
      said.filter((stated) => !done.has(stated)),
    ),
  );
  return { dimensions: dimensions.sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left), scales };
};
