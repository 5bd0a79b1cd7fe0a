import type { Word } from '../domain/page-text.ts';
import { boundsOf } from './clip.ts';
import type { Coverage } from './coverage.ts';
import { type Axis, DimensionLines, type Marks } from './dimension-lines.ts';
import { drawnLikeOthers } from './dimension-styles.ts';
import { LineIndex } from './line-index.ts';
import type { Bounds } from './linework.ts';
import { type LengthUnit, type Measure, measuresOf } from './measure.ts';
import {
  type Agreement,
  type Candidate,
  findAgreement,
  type Notation,
  type Section,
  type SectionStyle,
  type Stated,
} from './scale-agreement.ts';
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

const maximumTextLength = 18;
/** Maximum number of stops tried on each side of a text besides the first marked one. */
const maximumStops = 5;
/** Maximum distance in points of a section's ends from those of its line. */
const wholeTolerancePoints = 0.5;
/** Maximum distance of a text from the middle of its section, in points and as a share of it. */
const centredPoints = 1;
const centredShare = 0.05;
/** Minimum number of different lengths in feet and inches on a sheet all of whose lengths are written so. */
const minimumCertain = 5;
/** Maximum relative error of a dimension, and of an unmarked one, on a confirmed scale. */
const maximumScaleError = 0.01;
const exactScaleError = 0.006;
/** Maximum distance in points of the ends of adjacent dimensions of a chain. */
const chainPoints = 1;
/** Confidence of a dimension that is drawn like others but does not fit their scale. */
const unfittingConfidence = 0.5;
/**
 * Minimum length in points of a section whose length is evidence although it is not exact: within half of a digit and a
 * point, some pair of lines beside a small number always fits.
 */
const minimumTellingPoints = 8;

/** Maximum number of words of one measure. */
const maximumWords = 4;

/** What may stand beside a length on its line; any other word makes it a part of a note. */
const companion =
  /^[-–—+±~≈=/()[\]Øø⌀.,:;'"″′]*$|^\(?(typ|min|max|clr|clear|eq|ca|circa|appr?ox|o\.?c|c\/c|cts|crs|v\.?i\.?f|ref|nom|wide|high|long|deep|lg|mm|cm|m|ft|in|h|b|w|l|d|r|ok|uk|lichte?|rd)[.:=]*\)?$/iu;

/**
 * Returns the notations that a measure may belong to: drawings in metres write lengths below one metre in centimetres,
 * those in centimetres write all of them so.
 */
const notationsOf = ({ unit, isDecimal, millimetres }: Measure): Notation[] => {
  if (isDecimal) return [unit];
  if (unit === 'cm') return ['m', 'cm'];
  // 365 may be 36 and a half, the raised digit of which the file does not show.
  return unit === 'mm' && millimetres > 100 && millimetres % 10 === 5 ? ['mm', 'm', 'cm'] : [unit];
};

/** Maximum gap between the words of one measure, and within a number that the file splits, in text heights. */
const maximumGapTextHeights = 0.9;
const maximumInnerGapTextHeights = 0.12;
/** Maximum length of a section whose text stands beside it, relative to the text. */
const maximumBesideRatio = 1.3;
/** Maximum gap between such a section and its text, in text heights. */
const besideHeights = 1.5;
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
      const beside = [
        ...(before && follows(before, word) ? [before.text] : []),
        ...(follows(some.at(-1)!, after) ? [after.text] : []),
      ];
      // A number may be a part of a note; beside one with its unit may stand the name of a room.
      if (!measures[0]!.isCertain && beside.some(isNote)) break;
      const isPart = beside.some((each) => /\d/u.test(each));
      found.push({ text, box: boxOf(...some), ux, uy, height: word.size, measures, isPart });
      // Two lengths side by side look like one with a space for thousands; the scale decides.
      if (some.length > 1 && some.every((each) => /^\d{3}$/u.test(each.text)))
        for (const each of some)
          found.push({
            text: each.text,
            box: boxOf(each),
            ux,
            uy,
            height: each.size,
            measures: measuresOf(each.text),
            isPart: true,
          });
      i += some.length - 1;
      break;
    }
  }
  return found;
};

/**
 * Returns up to five stops, and the first marked one even if it is further away: a dimension line crosses grid lines, joints
 * and hatches. Those of a dot or tick, at most a point from each other, are one in their middle.
 */
const distinct = (stops: readonly number[], isMarked: (stop: number) => boolean): number[] => {
  const found: number[] = [];
  for (let start = 0; start < stops.length; ) {
    let end = start + 1;
    while (end < stops.length && Math.abs(stops[end]! - stops[end - 1]!) <= 1) end++;
    const stop = (stops[start]! + stops[end - 1]!) / 2;
    start = end;
    if (found.length < maximumStops) found.push(stop);
    else if (found.some(isMarked)) break;
    else if (isMarked(stop)) return [...found, stop];
  }
  return found;
};

/** The stops on one side of a text that a short section beside it may reach between; a dot has one at each of its edges. */
const besidePairs = [
  [0, 1],
  [1, 2],
  [0, 2],
  [1, 3],
] as const;

/** Returns the sections of a line that a text may measure: between the stops on both sides of its centre. */
const sectionsOf = (axis: Axis, said: Stated, marks: Marks): Section[] => {
  const { box, height } = said;
  const { x, y, ux, uy, stops } = axis;
  const along = ux * ((box.left + box.right) / 2 - x) + uy * ((box.top + box.bottom) / 2 - y);
  const known = new Map<number, boolean>();
  const isMarked = (stop: number): boolean => {
    const value = known.get(stop) ?? marks.has(x + ux * stop, y + uy * stop, ux, uy);
    known.set(stop, value);
    return value;
  };
  const right = stops.findIndex((stop) => stop > along + 0.5);
  const lefts = distinct((right < 0 ? stops : stops.slice(0, right)).slice().reverse(), isMarked);
  const rights = distinct(right < 0 ? [] : stops.slice(right), isMarked);
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
  // A text that is as long as a section hides its line, but not the marks at its ends.
  const [before, behind] = [axis.edges.filter((stop) => stop < along), axis.edges.filter((stop) => stop > along)];
  const hidden = [
    ...before.flatMap((from) => [...behind, ...rights.slice(0, 1)].map((to) => ({ from, to, wide: true }))),
    ...lefts.slice(0, 1).flatMap((from) => behind.map((to) => ({ from, to, wide: true }))),
  ].filter(({ from, to }) => to - from < maximumBesideRatio * extent && isMarked(from) && isMarked(to));
  const pairs = [...around, ...beside, ...hidden];
  const [cx, cy] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const aside = (said.ux * (cy - y) - said.uy * (cx - x)) / height;
  const style = { pen: axis.pen, aside, height };
  return pairs.flatMap(({ from, to, wide }) => {
    const stretch = to - from;
    const isBeside = to <= along || from >= along;
    const reach = isBeside ? (stretch + extent) / 2 + besideHeights * height : 0.3 * stretch + height;
    if (stretch < 2 || Math.abs((from + to) / 2 - along) > reach) return [];
    const [x0, y0, x1, y1] = [x + ux * from, y + uy * from, x + ux * to, y + uy * to];
    const whole =
      axis.isStroke &&
      Math.abs(from - axis.from) < wholeTolerancePoints &&
      Math.abs(to - axis.to) < wholeTolerancePoints;
    const marked = isMarked(from) && isMarked(to);
    const centred = Math.abs((from + to) / 2 - along) <= centredPoints + centredShare * stretch;
    return [{ x0, y0, x1, y1, length: Math.hypot(x1 - x0, y1 - y0), marked, whole, wide, centred, style }];
  });
};

const candidatesOf = (coverage: Coverage, index: LineIndex, said: readonly Stated[]): Candidate[] => {
  // On a sheet in feet and inches a number without a unit is no length.
  const withUnit = said.filter(({ measures }) => measures.some(({ unit }) => unit === 'ft-in'));
  const allStated = new Set(withUnit.map(({ text }) => text)).size >= minimumCertain ? withUnit : said;
  if (allStated.length < 2) return [];
  const lines = new DimensionLines(coverage, index);
  const candidates: Candidate[] = [];
  for (const stated of allStated) {
    const sections: Section[] = [
      ...lines.around(stated).flatMap((axis) => sectionsOf(axis, stated, lines.marks)),
      ...lines.betweenArrows(stated).map((ends) => ({
        ...ends,
        length: Math.hypot(ends.x1 - ends.x0, ends.y1 - ends.y0),
        ...{ marked: true, whole: false, wide: false, centred: true },
      })),
    ];
    const measures = stated.measures.map((measure) => ({ measure, notations: notationsOf(measure) }));
    for (const each of sections)
      for (const { measure, notations } of measures) {
        // Some section is as long as any small number says: it is its text's only if that stands in its middle.
        const isVague = measure.unit === 'm' && !measure.isDecimal && !measure.isCertain;
        if (isVague && !(each.centred && each.marked)) continue;
        const section = isVague ? { ...each, wide: true } : each;
        const scale = measure.millimetres / (section.length * millimetresPerPoint);
        const logarithm = Math.log(scale);
        for (const notation of notations) candidates.push({ stated, measure, notation, scale, logarithm, section });
      }
  }
  return candidates;
};

/** Maximum number of scales of a page; further ones are coincidental. */
const maximumScales = 5;

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

/** How far the scale of a candidate is from the measured one. */
const errorOf = ({ scale }: Candidate, { measured }: Agreement): number => Math.abs(scale / measured - 1);

/** Whether a candidate has exactly the stated length, which needs no marks at its ends. */
const isExact = (candidate: Candidate, agreed: Agreement): boolean =>
  errorOf(candidate, agreed) <= exactScaleError + Math.min(0.004, 0.8 / candidate.section.length);

/** Whether a section and a dimension are on the same line and measure a common part of it. */
const overlaps = ({ x0, y0, x1, y1, length }: Section, known: Dimension): boolean => {
  const [ux, uy] = [(x1 - x0) / length, (y1 - y0) / length];
  const along = (x: number, y: number) => ux * (x - x0) + uy * (y - y0);
  const aside = (x: number, y: number) => Math.abs(ux * (y - y0) - uy * (x - x0));
  if (aside(known.x0, known.y0) > chainPoints || aside(known.x1, known.y1) > chainPoints) return false;
  const [from, to] = [along(known.x0, known.y0), along(known.x1, known.y1)].sort((a, b) => a - b) as [number, number];
  return Math.min(to, length) - Math.max(from, 0) > chainPoints;
};

/** Whether a section begins where a dimension on the same line ends. */
const continues = ({ x0, y0, x1, y1 }: Section, known: Dimension): boolean => {
  const [dx, dy] = [known.x1 - known.x0, known.y1 - known.y0];
  const length = Math.hypot(dx, dy);
  const away = (x: number, y: number) => Math.abs(dx * (y - known.y0) - dy * (x - known.x0)) / length;
  if (away(x0, y0) > chainPoints || away(x1, y1) > chainPoints) return false;
  const ends = [
    [known.x0, known.y0],
    [known.x1, known.y1],
  ] as const;
  return ends.some(([x, y]) => Math.min(Math.hypot(x - x0, y - y0), Math.hypot(x - x1, y - y1)) <= chainPoints);
};

const toDimension = ({ stated, section, measure }: Candidate, scale: number, confidence: number): Dimension => ({
  text: stated.text,
  millimetres: Math.round(measure.millimetres * 100) / 100,
  unit: measure.unit,
  x0: section.x0,
  y0: section.y0,
  x1: section.x1,
  y1: section.y1,
  box: stated.box,
  scale: Math.round(100 * scale) / 100,
  confidence: Math.round(confidence * 100) / 100,
});

/**
 * Returns the dimensions among candidates for the scale of the page, and adds their texts to `done` and how they are drawn to
 * `styles`.
 */
const dimensionsAt = (
  agreed: Agreement,
  candidates: readonly Candidate[],
  done: Set<Stated>,
  styles: SectionStyle[],
): Dimension[] => {
  const dimensions: Dimension[] = [];
  const byText = new Map<Stated, Candidate[]>();
  for (const candidate of candidates) {
    if (done.has(candidate.stated) || candidate.notation !== agreed.notation) continue;
    // The end of a line is off by at most a point, the number by half of its last digit.
    if (errorOf(candidate, agreed) > maximumScaleError + 0.8 / candidate.section.length) continue;
    const known = byText.get(candidate.stated);
    if (known) known.push(candidate);
    else byText.set(candidate.stated, [candidate]);
  }
  const take = (isWanted: (candidate: Candidate) => boolean): boolean => {
    const before = dimensions.length;
    for (const [stated, some] of byText) {
      const fitting = some.filter(isWanted);
      if (done.has(stated) || fitting.length === 0) continue;
      const chosen = fitting.reduce((a, b) => (errorOf(b, agreed) < errorOf(a, agreed) ? b : a));
      done.add(stated);
      if (chosen.section.style) styles.push(chosen.section.style);
      const certainty = Math.min(1, 0.6 + 0.05 * agreed.values) - Math.min(0.3, 5 * errorOf(chosen, agreed));
      dimensions.push(toDimension(chosen, agreed.scale, certainty));
    }
    return dimensions.length > before;
  };
  take(
    (candidate) =>
      candidate.section.marked && (candidate.section.length >= minimumTellingPoints || isExact(candidate, agreed)),
  );
  // A line without marks that is exactly as long as the number next to it states is not a coincidence either.
  take((candidate) => candidate.section.whole && isExact(candidate, agreed));
  while (
    take(
      (candidate) =>
        (isExact(candidate, agreed) || candidate.section.marked) &&
        dimensions.some((known) => continues(candidate.section, known)),
    )
  );
  return dimensions;
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
  const said = statedIn(withRaised(words));
  const candidates = candidatesOf(coverage, index, said);
  const dimensions: Dimension[] = [];
  const scales: FoundScale[] = [];
  const done = new Set<Stated>();
  const styles: SectionStyle[] = [];
  const agreements: Agreement[] = [];
  let first: Notation | undefined;
  for (let round = 0; round < maximumScales; round++) {
    const agreed = findAgreement(
      candidates.filter(({ stated, notation }) => !done.has(stated) && (first ?? notation) === notation),
      printed,
      first === undefined,
    );
    if (!agreed) break;
    first = agreed.notation;
    agreements.push(agreed);
    const found = dimensionsAt(agreed, candidates, done, styles);
    if (found.length === 0) break;
    dimensions.push(...found);
    const box = boundsOf(found.flatMap(({ x0, y0, x1, y1 }) => [x0, y0, x1, y1]));
    scales.push({ scale: agreed.scale, dimensions: found.length, box });
  }
  const measured = [...dimensions];
  const left = candidates.filter(
    ({ notation, stated, section }) =>
      notation === first && !done.has(stated) && section.length >= minimumTellingPoints,
  );
  const isLikely = (candidate: Candidate): boolean =>
    (candidate.section.marked || agreements.some((agreed) => isExact(candidate, agreed))) &&
    !measured.some((known) => overlaps(candidate.section, known));
  const ratios = scales.map(({ scale }) => scale);
  for (const candidate of drawnLikeOthers(left, ratios, styles, isLikely)) {
    done.add(candidate.stated);
    dimensions.push(toDimension(candidate, candidate.scale, unfittingConfidence));
  }
  const others = said.filter((stated) => !done.has(stated));
  dimensions.push(...heightsBelow(dimensions, others));
  return { dimensions: dimensions.sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left), scales };
};
