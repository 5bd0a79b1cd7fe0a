import { firstFrom } from '../first-from.ts';
import type { PageText, Word } from '../page-text.ts';
import { inReadingOrder } from '../reading-order.ts';
import { cellFinder } from './cells.ts';
import { type Extent, rotateToText, union } from './extent.ts';
import { foldWidth } from './fold-width.ts';
import { LONGEST_LABEL, labelKind } from './labels.ts';
import {
  maximumGapAcrossRuleTextHeights,
  maximumGapTextHeights,
  maximumOverlapTextHeights,
  maximumRecognisedGapTextHeights,
  minimumLineBlockKinds,
} from './thresholds.ts';

/** Words on one baseline, separated by at most a word space. */
export interface Line extends Extent {
  text: string;
  words: readonly Word[];
  /** Reading direction in degrees, as `Word.angle`. */
  angle: number;
  /** Font size in points. */
  size: number;
  /** Extent on the sheet in its reading direction, in fractions 0..1 from its top left. */
  place: Extent;
  /** The ruled cell that contains it, in the line's frame in points; one object per cell. Null outside of cells. */
  cell: Extent | null;
}

/** The lines of one page, in the sheet's reading direction. */
export interface SheetLines {
  lines: Line[];
  /** The sheet's reading direction: the angle of most words. */
  angle: number;
  /**
   * Whether the words come from recognition: then their size is the height of their ink, which varies within a line.
   */
  recognised: boolean;
  /** In points, in the sheet's frame. */
  width: number;
  height: number;
}

const mostFrequentAngle = (words: readonly Word[]): number => {
  const counts = new Map<number, number>();
  for (const word of words) counts.set(word.angle, (counts.get(word.angle) ?? 0) + word.text.length);
  // Horizontal text has priority unless another direction is clearly more frequent, as dimensions run upwards on many
  // sheets.
  const upright = counts.get(0) ?? 0;
  const [angle, count] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [0, 0];
  return count > 2 * upright ? angle : 0;
};

/** Gives dashes and full stops the size of the adjacent text, because the height of their ink is not a text size. */
const raiseSigns = (placed: Placed[]): void => {
  const texts = placed.filter(({ word }) => /[\p{L}\p{N}]/u.test(word.text));
  for (const sign of placed) {
    if (!/^[-–—.:,]+$/.test(sign.word.text)) continue;
    const middle = (sign.v0 + sign.v1) / 2;
    const beside = texts.find(({ word, u0, u1, v0, v1 }) => {
      const gap = Math.max(u0 - sign.u1, sign.u0 - u1);
      return middle > v0 && middle < v1 + 0.2 * word.size && gap < maximumRecognisedGapTextHeights * word.size;
    });
    if (!beside || beside.word.size < sign.word.size) continue;
    sign.v0 = beside.v0;
    sign.v1 = beside.v1;
    sign.word = { ...sign.word, size: beside.word.size };
  }
};

/** Returns the angle of the title block's labels, if it is unambiguous; otherwise null. */
const angleOfBlock = (chains: ReadonlyMap<number, readonly Placed[][]>, recognised: boolean): number | null => {
  const kinds = [...chains].map(([angle, lines]) => {
    const labels = lines.map((line) => (line.length <= LONGEST_LABEL ? labelKind(joinWords(line, recognised)) : null));
    return { angle, count: new Set(labels.filter((kind) => kind !== null)).size };
  });
  const [first, second] = kinds.sort((a, b) => b.count - a.count);
  return first && first.count >= minimumLineBlockKinds && first.count > (second?.count ?? 0) ? first.angle : null;
};

interface Placed extends Extent {
  word: Word;
  cell: Extent | null;
}

const BIN_POINTS = 8;
/** Maximum number of overlapping texts that are examined. */
const MAXIMUM_OVERLAID = 300;
/** Maximum number of words of a page; of larger pages only the right and bottom are read. */
const MAXIMUM_WORDS = 30_000;
/** Maximum lengths in characters; longer texts are not fields, so patterns need not be applied to them. */
const MAXIMUM_WORD_LENGTH = 120;
const MAXIMUM_LINE_LENGTH = 400;

/** Links each word to the nearest one that continues its line. */
const chain = (placed: Placed[], recognised: boolean): Placed[][] => {
  const sizeRatio = recognised ? 1.8 : 1.2;
  const largestGap = recognised ? maximumRecognisedGapTextHeights : maximumGapTextHeights;
  placed.sort((a, b) => a.u0 - b.u0);
  const bins = new Map<number, Placed[]>();
  for (const each of placed) {
    const bin = Math.floor(each.v1 / BIN_POINTS);
    const list = bins.get(bin);
    if (list) list.push(each);
    else bins.set(bin, [each]);
  }
  const follower = new Map<Placed, Placed>();
  const leader = new Map<Placed, { from: Placed; gap: number }>();
  for (const each of placed) {
    const { size } = each.word;
    const tolerance = 0.3 * size;
    let best: Placed | undefined;
    let gap = Number.POSITIVE_INFINITY;
    for (
      let bin = Math.floor((each.v1 - tolerance) / BIN_POINTS);
      bin <= Math.floor((each.v1 + tolerance) / BIN_POINTS);
      bin++
    ) {
      const list = bins.get(bin) ?? [];
      const first = firstFrom(list, each.u1 - maximumOverlapTextHeights * size, ({ u0 }) => u0);
      for (let i = first; i < Math.min(list.length, first + MAXIMUM_OVERLAID); i++) {
        const next = list[i] as Placed;
        if (next.u0 > each.u1 + largestGap * size) break;
        if (next === each || next.u0 <= each.u0 || Math.abs(next.v1 - each.v1) > tolerance) continue;
        // Text may be printed across a rule, but then without the margins of cells.
        if (next.cell !== each.cell && next.u0 - each.u1 > maximumGapAcrossRuleTextHeights * size) continue;
        const ratio = next.word.size / size;
        if (ratio > sizeRatio || ratio < 1 / sizeRatio) continue;
        if (next.u0 - each.u1 < gap) {
          best = next;
          gap = next.u0 - each.u1;
        }
      }
    }
    if (!best) continue;
    const former = leader.get(best);
    if (former && former.gap <= gap) continue;
    if (former) follower.delete(former.from);
    leader.set(best, { from: each, gap });
    follower.set(each, best);
  }
  return placed
    .filter((each) => !leader.has(each))
    .map((each) => {
      const line = [each];
      for (let next = follower.get(each); next; next = follower.get(next)) line.push(next);
      return line;
    });
};

/** Whether two texts are separate words although their letters touch, as in a slanting font. */
const areWords = (before: string, after: string): boolean => /\p{L}{3}$/u.test(before) && /^\p{L}{3}/u.test(after);

/** Joins touching words to one printed word: `ASK-- 002b` is drawn in four pieces. */
const joinWords = (line: readonly Placed[], recognised: boolean): string =>
  line
    .map(({ word, u0 }, i) => {
      const before = line[i - 1];
      const touches =
        before &&
        !recognised &&
        u0 > before.u0 &&
        u0 - before.u1 < 0.06 * word.size &&
        !areWords(before.word.text, word.text);
      return before && !touches ? ` ${word.text}` : word.text;
    })
    .join('');

/** Creates a line of consecutive words. */
const makeLine = (along: readonly Placed[], page: PageText, angle: number, recognised: boolean): Line => {
  const placed = inReadingOrder(along, ({ word }) => word.text);
  const words = placed.map(({ word }) => word);
  const isUpright = !recognised && words.every((word) => word.angle === angle);
  const [width, height] = angle % 180 === 0 ? [page.width, page.height] : [page.height, page.width];
  const own = union(placed);
  const box = isUpright ? own : union(words.map((word) => rotateToText(word, angle, page)));
  return {
    ...own,
    text: joinWords(placed, recognised),
    words,
    angle: words[0]?.angle ?? 0,
    size: Math.max(...words.map((word) => word.size)),
    cell: placed[0]?.cell ?? null,
    place: { u0: box.u0 / width, u1: box.u1 / width, v0: box.v0 / height, v1: box.v1 / height },
  };
};

/** Splits a line before each of the given word positions. */
export const cutLine = (line: Line, at: readonly number[], sheet: { page: PageText; lines: SheetLines }): Line[] => {
  const cuts = [0, ...at.filter((i) => i > 0 && i < line.words.length), line.words.length];
  return cuts.slice(1).map((end, i) => {
    const words = line.words.slice(cuts[i], end);
    return makeLine(
      words.map((word) => ({ word, cell: line.cell, ...rotateToText(word, word.angle, sheet.page) })),
      sheet.page,
      sheet.lines.angle,
      sheet.lines.recognised,
    );
  });
};

/** A numero sign directly before a number: `Nº5`. */
const NUMBERED = /^([Nn][º°]\.?|№)(\d\S*)$/u;

/** Separates a label or a numero sign from a value printed directly after it: `DATE:01/02/2020`, `Nº5`. */
const splitLabel = (word: Word): Word[] => {
  const [, sign, number] = NUMBERED.exec(word.text) ?? [];
  const [, name, text] = (word.text.includes(':') && /^([\p{L}.]+:)(\S+)$/u.exec(word.text)) || [];
  const [label, value] = sign ? [sign, number] : [name, text];
  if (!label || !value || (!sign && !labelKind(label))) return [word];
  const share = label.length / word.text.length;
  const across = word.angle % 180 === 0;
  const reversed = word.angle >= 180;
  const first = reversed ? 1 - share : 0;
  const second = reversed ? 0 : share;
  const part = (text: string, from: number, fraction: number): Word => ({
    ...word,
    text,
    ...(across
      ? { x: word.x + from * word.width, width: fraction * word.width }
      : { y: word.y + from * word.height, height: fraction * word.height }),
  });
  return [part(label, first, share), part(value, second, 1 - share)];
};

/** Maximum height of a word's box in font sizes, and the usual font size of a box. */
const MAXIMUM_BOX_SIZES = 3;
const SIZE_OF_BOX = 0.75;

/** Returns the font size of a word, by its box where the file states another unit, as fonts of drawn glyphs may do. */
const plausibleSize = ({ size, width, height, angle }: Word): number => {
  const across = angle % 180 === 0 ? height : width;
  return across > MAXIMUM_BOX_SIZES * size ? SIZE_OF_BOX * across : size;
};

const limitWords = ({ words, width, height }: PageText): Word[] =>
  words.length <= MAXIMUM_WORDS
    ? words
    : words.filter((word) => word.x > 0.75 * width || word.y > 0.8 * height).slice(-MAXIMUM_WORDS);

/** Returns the lines of a page, unordered. */
export const linesOf = (page: PageText): SheetLines => {
  const printed = limitWords(page).filter(
    ({ text, size }) => text.length <= MAXIMUM_WORD_LENGTH && text.trim() !== '' && size > 0,
  );
  const recognised =
    printed.length > 0 && printed.every((word) => word.size === (word.angle % 180 === 0 ? word.height : word.width));
  const words = printed.flatMap((word) => {
    const [text, size] = [foldWidth(word.text), plausibleSize(word)];
    return splitLabel(text === word.text && size === word.size ? word : { ...word, text, size });
  });
  const byAngle = new Map<number, Placed[]>();
  const cellOf = cellFinder(page);
  for (const word of words) {
    const list = byAngle.get(word.angle) ?? [];
    list.push({ word, cell: cellOf(word), ...rotateToText(word, word.angle, page) });
    byAngle.set(word.angle, list);
  }
  if (recognised) for (const placed of byAngle.values()) raiseSigns(placed);
  const chains = new Map([...byAngle].map(([angle, placed]) => [angle, chain(placed, recognised)]));
  const angle = angleOfBlock(chains, recognised) ?? mostFrequentAngle(words);
  const lines = [...chains.values()].flatMap((chained) =>
    chained
      .map((line) => makeLine(line, page, angle, recognised))
      .filter((line) => line.text.length <= MAXIMUM_LINE_LENGTH),
  );
  const [width, height] = angle % 180 === 0 ? [page.width, page.height] : [page.height, page.width];
  return { lines, angle, recognised, width, height };
};
