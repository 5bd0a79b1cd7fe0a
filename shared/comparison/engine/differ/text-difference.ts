import type { PageText, Word } from '../../../domain/page-text.ts';
import type { TextChange, TextLine } from '../change.ts';
import { type Box, gaps, inflate, overlapArea, union } from '../geometry.ts';
import { acrossLines, findLines, makeLine } from '../read/text-lines.ts';
import { meaningOf } from '../read/text-meaning.ts';
import {
  maximumResizedShiftTextHeights,
  maximumRowGapTextHeights,
  maximumTextMovePoints,
  minimumCoveredWordShare,
  minimumResizeRatio,
  moveClearanceTextHeights,
  positionToleranceTextHeights,
} from './thresholds.ts';

/**
 * A word of the older sheet at its expected position on the newer one; `home` is its own position if its region
 * moved.
 */
export interface PlacedWord extends Word {
  home?: Word;
}

const spelling = (text: string) => text.normalize('NFKC').replace(/\s+/g, '');

/** Indexes boxes by the cells of a grid, to find those near a box without testing all. */
class BoxIndex<T extends { box: Box }> {
  readonly #cells = new Map<string, T[]>();
  readonly #size = 64;

  constructor(items: readonly T[]) {
    for (const item of items) {
      for (const key of this.#keys(item.box)) {
        const list = this.#cells.get(key);
        if (list) list.push(item);
        else this.#cells.set(key, [item]);
      }
    }
  }

  at(box: Box): T[] {
    const found = new Set<T>();
    for (const key of this.#keys(box)) for (const item of this.#cells.get(key) ?? []) found.add(item);
    return [...found];
  }

  *#keys({ x, y, width, height }: Box): Generator<string> {
    for (let row = Math.floor(y / this.#size); row <= Math.floor((y + height) / this.#size); row++) {
      for (let column = Math.floor(x / this.#size); column <= Math.floor((x + width) / this.#size); column++) {
        yield `${column},${row}`;
      }
    }
  }
}

const isSamePosition = (a: Box, b: Box, size: number): boolean => {
  const limit = Math.max(1.5, positionToleranceTextHeights * size);
  return (
    Math.abs(a.x + a.width / 2 - b.x - b.width / 2) <= limit &&
    Math.abs(a.y + a.height / 2 - b.y - b.height / 2) <= limit
  );
};

/** A line with its words that are missing from the other sheet. */
interface Remainder {
  line: TextLine;
  words: Word[];
}

/** Returns a word's positions: the expected one, and its own if that differs. */
const placesOf = (word: PlacedWord): Word[] => (word.home ? [word, word.home] : [word]);

/** Removes the words that both sides have at the same position. */
const unmatched = (ownLines: readonly TextLine[], otherLines: readonly TextLine[]): Remainder[] => {
  const lines = new BoxIndex(otherLines);
  const words = new BoxIndex(
    otherLines.flatMap((line) => line.words.flatMap(placesOf).map((word) => ({ box: word as Box, word }))),
  );
  return ownLines.flatMap((line) => {
    const text = spelling(line.text);
    // Compares whole lines first, because producers divide a line into words differently.
    if (
      lines
        .at(line.box)
        .some(
          (other) =>
            spelling(other.text) === text && isSamePosition(other.box, line.box, Math.max(line.size, other.size)),
        )
    ) {
      return [];
    }
    const isThere = (word: Word) =>
      placesOf(word).some((place) =>
        words
          .at(place)
          .some(
            (other) =>
              spelling(other.word.text) === spelling(word.text) &&
              isSamePosition(other.box, place, Math.max(word.size, other.word.size)),
          ),
      );
    const rest = line.words.filter((word) => !isThere(word));
    return rest.length ? [{ line, words: rest }] : [];
  });
};

const sameRow = (a: TextLine, b: TextLine): boolean => {
  const across = acrossLines(a, b);
  if (across === null) return false;
  if (a.slant !== undefined) return across < 0.5 * a.size && overlapArea(a.box, b.box) > 0;
  const { x, y } = gaps(a.box, b.box);
  const level = a.angle % 180 === 0;
  const [alongGap, acrossGap] = level ? [x, y] : [y, x];
  const thinner = level ? Math.min(a.box.height, b.box.height) : Math.min(a.box.width, b.box.width);
  return alongGap < 0 && -acrossGap > 0.5 * thinner;
};

/** Whether one text states a length and the other a level, which are never the same value. */
const areDimensionAndLevel = (one: string, other: string): boolean =>
  [meaningOf(one), meaningOf(other)].sort().join() === 'dimension,level';

/** Whether one line may have changed into the other: they share words, or overlap rather than touch. */
const mayBecome = (a: Remainder, b: Remainder): boolean => {
  const shares = a.words.length < a.line.words.length || b.words.length < b.line.words.length;
  const [one, other] = [a.line.box, b.line.box];
  const smaller = Math.min(one.width * one.height, other.width * other.height);
  if (!shares && areDimensionAndLevel(a.line.text, b.line.text)) return false;
  return shares || a.line.slant !== undefined || overlapArea(one, other) >= minimumCoveredWordShare * smaller;
};

/**
 * Whether one length is next to another in the same row: the measured object may have moved together with its number.
 */
const isBesideLength = (was: TextLine, now: TextLine): boolean => {
  const across = acrossLines(was, now);
  if (across === null || across > 0.5 * now.size || was.slant !== undefined) return false;
  if (![was, now].every(({ text }) => meaningOf(text) === 'dimension')) return false;
  const { x, y } = gaps(was.box, now.box);
  return (now.angle % 180 === 0 ? x : y) < maximumRowGapTextHeights * now.size;
};

/** Where other changes are near, adjacent numbers measure different objects, unless one contains the other. */
const isSameLength = (was: TextLine, now: TextLine, others: readonly Remainder[]): boolean => {
  if (now.text.includes(was.text)) return true;
  const around = inflate(union(was.box, now.box), moveClearanceTextHeights * now.size);
  return others.every(({ line }) => overlapArea(line.box, around) === 0);
};

const isWhole = ({ line, words }: Remainder): boolean => words.length === line.words.length;

/** Returns the changed words of a line as a line of their own. */
const partOf = (remainder: Remainder): TextLine => (isWhole(remainder) ? remainder.line : makeLine(remainder.words));

export interface TextComparison {
  changes: TextChange[];
  /** Words of the newer sheet that the older one has at the same position, or where their region was. */
  kept: Word[];
  /** Words of the older sheet that kept their position. */
  stayed: Word[];
}

/** Whether a text has enough letters to be identified when it recurs elsewhere. */
const isIdentifying = (text: string): boolean => (text.match(/\p{L}/gu)?.length ?? 0) >= 4;

const distanceBetween = (a: TextLine, b: TextLine): number => Math.hypot(a.box.x - b.box.x, a.box.y - b.box.y);

/** Pairs equal text that was removed at one position and added at another. */
const findMoved = (removedLines: readonly Remainder[], addedLines: readonly Remainder[]): Map<Remainder, Remainder> => {
  const moved = new Map<Remainder, Remainder>();
  const left = new Set(removedLines);
  for (const entry of addedLines) {
    const now = partOf(entry);
    const text = spelling(now.text);
    const equal = [...left].filter((other) => {
      const was = partOf(other);
      return spelling(was.text) === text && Math.abs(was.size - now.size) < 0.1 * now.size && was.angle === now.angle;
    });
    const nearest = equal.sort((a, b) => distanceBetween(a.line, now) - distanceBetween(b.line, now))[0];
    if (!nearest) continue;
    const distance = distanceBetween(partOf(nearest), now);
    if (distance > (isIdentifying(text) ? maximumTextMovePoints : 3 * now.size)) continue;
    moved.set(entry, nearest);
    left.delete(nearest);
  }
  return moved;
};

/** Whether a line is set in another size on the other sheet, in height and in length. */
export const isResized = (was: TextLine, now: TextLine): boolean => {
  const length = ({ box, angle }: TextLine) => (angle % 180 === 0 ? box.width : box.height);
  const [tall, long] = [now.size / was.size, length(now) / length(was)];
  return (
    (tall > minimumResizeRatio && long > minimumResizeRatio) ||
    (tall < 1 / minimumResizeRatio && long < 1 / minimumResizeRatio)
  );
};

/** Pairs text set in another size, at its position or moved a little aside where it does not fit. */
const findResized = (
  removedLines: readonly Remainder[],
  addedLines: readonly Remainder[],
  lines: { before: readonly TextLine[]; after: readonly TextLine[] },
): { changes: TextChange[]; used: Set<Remainder> } => {
  const used = new Set<Remainder>();
  const resized = (old: TextLine, now: TextLine): TextChange => ({
    kind: 'restyled',
    old,
    new: now,
    box: union(old.box, now.box),
  });
  const changes: TextChange[] = [];
  for (const entry of addedLines) {
    const now = partOf(entry);
    const alike = removedLines
      .filter((other) => {
        const was = partOf(other);
        const near = distanceBetween(was, now) < maximumResizedShiftTextHeights * Math.max(was.size, now.size);
        const same = spelling(was.text) === spelling(now.text) && was.angle === now.angle;
        return !used.has(other) && same && near && isResized(was, now);
      })
      .sort((a, b) => distanceBetween(partOf(a), now) - distanceBetween(partOf(b), now))[0];
    if (!alike) continue;
    used.add(alike).add(entry);
    changes.push(resized(partOf(alike), now));
  }
  const fresh = new Set(addedLines.map(({ line }) => line));
  const places = new BoxIndex(lines.before);
  for (const now of lines.after) {
    if (fresh.has(now)) continue;
    const same = places
      .at(now.box)
      .find(
        (was) =>
          spelling(was.text) === spelling(now.text) && isSamePosition(was.box, now.box, Math.max(was.size, now.size)),
      );
    if (same && isResized(same, now)) changes.push(resized(same, now));
  }
  return { changes, used };
};

/** Whether one line begins with the other and says more. */
const isContinuation = (one: TextLine, other: TextLine): boolean => {
  const [short, long] = [spelling(one.text), spelling(other.text)].sort((a, b) => a.length - b.length) as [
    string,
    string,
  ];
  return long.length > short.length && isIdentifying(short) && long.startsWith(short);
};

/** Pairs a text with the nearby line of the other sheet that continues it, such as a room's name with its use. */
const findContinued = (
  removedLines: readonly Remainder[],
  addedLines: readonly Remainder[],
): Map<Remainder, Remainder> => {
  const continued = new Map<Remainder, Remainder>();
  const left = new Set(removedLines.filter(isWhole));
  for (const entry of addedLines.filter(isWhole)) {
    const { line: now } = entry;
    const origin = [...left].find(
      ({ line: was }) =>
        was.angle === now.angle && distanceBetween(was, now) < maximumTextMovePoints && isContinuation(was, now),
    );
    if (!origin) continue;
    continued.set(entry, origin);
    left.delete(origin);
  }
  return continued;
};

/**
 * Compares the lines of text of two sheets. Equal text at another position has moved. Otherwise, a line that lost
 * some words and gained others in the same row is one change from the old to the new line; words that only joined or
 * left a line are a change of their own.
 * @param older the older sheet's words in coordinates of the newer sheet (see `moveWords`)
 */
export const compareText = (older: readonly PlacedWord[], newer: PageText): TextComparison => {
  const [before, after] = [findLines(older), findLines(newer.words)];
  const removedLines = unmatched(before, after);
  const addedLines = unmatched(after, before);
  const changes: TextChange[] = [];
  const used = new Set<Remainder>();
  const resized = findResized(removedLines, addedLines, { before, after });
  changes.push(...resized.changes);
  const isLeft = (entry: Remainder) => !resized.used.has(entry);
  for (const entry of removedLines) if (!isLeft(entry)) used.add(entry);
  const moved = findMoved(removedLines.filter(isLeft), addedLines.filter(isLeft));
  for (const [entry, origin] of moved) {
    used.add(origin);
    const [was, now] = [partOf(origin), partOf(entry)];
    changes.push({ kind: 'text_moved', old: was, new: now, box: now.box });
  }
  const isOpen = (entry: Remainder) => isLeft(entry) && !used.has(entry) && !moved.has(entry);
  const continued = findContinued(removedLines.filter(isOpen), addedLines.filter(isOpen));
  for (const [entry, origin] of continued) {
    used.add(origin);
    const [was, now] = [partOf(origin), partOf(entry)];
    changes.push({ kind: 'text_changed', old: was, new: now, box: union(was.box, now.box) });
  }
  const alone: Remainder[] = [];
  for (const entry of addedLines) {
    if (!isOpen(entry) || continued.has(entry)) continue;
    const { line } = entry;
    const partner = removedLines
      .filter((other) => !used.has(other) && sameRow(other.line, line) && mayBecome(other, entry))
      .sort((a, b) => overlapArea(b.line.box, line.box) - overlapArea(a.line.box, line.box))[0];
    if (partner) {
      used.add(partner);
      const isSame = spelling(partner.line.text) === spelling(line.text);
      const kind = !isSame ? 'text_changed' : partner.line.size === line.size ? 'text_moved' : 'restyled';
      changes.push({ kind, old: partner.line, new: line, box: union(partner.line.box, line.box) });
      continue;
    }
    alone.push(entry);
  }
  for (const entry of alone) {
    const now = partOf(entry);
    const beside = removedLines.find((other) => {
      if (used.has(other)) return false;
      const was = partOf(other);
      if (!isBesideLength(was, now)) return false;
      const others = [...removedLines, ...addedLines].filter((one) => one !== other && one !== entry);
      return isSameLength(was, now, others);
    });
    if (beside) {
      used.add(beside);
      const was = partOf(beside);
      changes.push({ kind: 'text_changed', old: was, new: now, box: union(was.box, now.box) });
    } else changes.push({ kind: 'text_added', old: null, new: now, box: now.box });
  }
  for (const entry of removedLines) {
    if (used.has(entry)) continue;
    const part = partOf(entry);
    changes.push({ kind: 'text_removed', old: part, new: null, box: part.box });
  }
  const fresh = new Set(addedLines.flatMap(({ words }) => words));
  const kept = after.flatMap((line) => line.words.filter((word) => !fresh.has(word)));
  const lost = new Set(removedLines.flatMap(({ words }) => words));
  const stayed = before.flatMap((line) => line.words.filter((word: PlacedWord) => !lost.has(word) && !word.home));
  return { changes, kept, stayed };
};
