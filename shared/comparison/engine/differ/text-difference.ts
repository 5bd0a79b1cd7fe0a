import type { PageText, Word } from '../../../domain/page-text.ts';
import { type Box, gaps, inflate, overlapArea, union } from '../geometry.ts';
import { acrossLines, findLines, makeLine, type TextLine } from '../read/text-lines.ts';
import { meaningOf } from '../read/text-meaning.ts';

/** A line of text that is not the same on both sheets. Boxes in points of the newer sheet. */
export interface TextChange {
  /** `restyled`: the same text in another size. */
  kind: 'text_added' | 'text_removed' | 'text_changed' | 'text_moved' | 'restyled';
  old: TextLine | null;
  new: TextLine | null;
  box: Box;
}

/** A word of the older sheet where it is expected on the newer one; `home` is its own place where its region moved. */
export interface PlacedWord extends Word {
  home?: Word;
}

const spelling = (text: string) => text.normalize('NFKC').replace(/\s+/g, '');

/** Lines by the cells of a grid that they cross: what stands near a box without asking every line. */
class Nearby<T extends { box: Box }> {
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

/** Two words of one spelling are the same word when they stand within this share of the font size. */
const slack = 0.45;

const samePlace = (a: Box, b: Box, size: number): boolean => {
  const limit = Math.max(1.5, slack * size);
  return (
    Math.abs(a.x + a.width / 2 - b.x - b.width / 2) <= limit &&
    Math.abs(a.y + a.height / 2 - b.y - b.height / 2) <= limit
  );
};

/** A line with the words that the other sheet lacks. */
interface Remainder {
  line: TextLine;
  words: Word[];
}

/** A word's places: where it is expected, and its own place where that is another. */
const placesOf = (word: PlacedWord): Word[] => (word.home ? [word, word.home] : [word]);

/** Takes out the words that both sides hold at the same place. */
const unmatched = (ours: readonly TextLine[], theirs: readonly TextLine[]): Remainder[] => {
  const lines = new Nearby(theirs);
  const words = new Nearby(
    theirs.flatMap((line) => line.words.flatMap(placesOf).map((word) => ({ box: word as Box, word }))),
  );
  return ours.flatMap((line) => {
    const text = spelling(line.text);
    // Whole lines first: producers cut one line into words differently.
    if (
      lines
        .at(line.box)
        .some(
          (other) => spelling(other.text) === text && samePlace(other.box, line.box, Math.max(line.size, other.size)),
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
              samePlace(other.box, place, Math.max(word.size, other.word.size)),
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

/** Share of the smaller of two lines that must be covered where they have no word in common. */
const leastCover = 0.3;

/** A length and a height say different things wherever they stand. */
const areDimensionAndLevel = (one: string, other: string): boolean =>
  [meaningOf(one), meaningOf(other)].sort().join() === 'dimension,level';

/** Whether one line may have become the other: they share words, or stand in one place rather than touch. */
const mayBecome = (a: Remainder, b: Remainder): boolean => {
  const shares = a.words.length < a.line.words.length || b.words.length < b.line.words.length;
  const [one, other] = [a.line.box, b.line.box];
  const smaller = Math.min(one.width * one.height, other.width * other.height);
  if (!shares && areDimensionAndLevel(a.line.text, b.line.text)) return false;
  return shares || a.line.slant !== undefined || overlapArea(one, other) >= leastCover * smaller;
};

/** Heights of the lettering between a number that went and the one that came in its row, and clear of other changes. */
const nearInRow = 0.75;
const clearOfOthers = 3;

/** Whether one length stands in another's row beside it: what it measures may have moved, and its number with that. */
const isBesideLength = (was: TextLine, now: TextLine): boolean => {
  const across = acrossLines(was, now);
  if (across === null || across > 0.5 * now.size || was.slant !== undefined) return false;
  if (![was, now].every(({ text }) => meaningOf(text) === 'dimension')) return false;
  const { x, y } = gaps(was.box, now.box);
  return (now.angle % 180 === 0 ? x : y) < nearInRow * now.size;
};

/** Where much changed, what stands side by side measures different things, unless the number says otherwise. */
const isSameLength = (was: TextLine, now: TextLine, others: readonly Remainder[]): boolean => {
  if (now.text.includes(was.text)) return true;
  const around = inflate(union(was.box, now.box), clearOfOthers * now.size);
  return others.every(({ line }) => overlapArea(line.box, around) === 0);
};

/** Words of one line that changed, as a line of their own. */
const partOf = ({ line, words }: Remainder): TextLine => (words.length === line.words.length ? line : makeLine(words));

export interface TextComparison {
  changes: TextChange[];
  /** Words of the newer sheet that the older one holds at the same place, or where their region was. */
  kept: Word[];
  /** Words of the older sheet that stayed at their place, and those that the newer one lacks. */
  stayed: Word[];
  gone: Word[];
}

/** Letters enough that the same text elsewhere is the same thing, not another of its kind. */
const isTelling = (text: string): boolean => (text.match(/\p{L}/gu)?.length ?? 0) >= 4;

/** Points that text may have gone and still be taken for the same before places are looked at. */
const furthestMove = 200;

const away = (a: TextLine, b: TextLine): number => Math.hypot(a.box.x - b.box.x, a.box.y - b.box.y);

/** Pairs equal text that left one place and came to another. */
const findMoved = (gone: readonly Remainder[], come: readonly Remainder[]): Map<Remainder, Remainder> => {
  const moved = new Map<Remainder, Remainder>();
  const left = new Set(gone);
  for (const entry of come) {
    const now = partOf(entry);
    const text = spelling(now.text);
    const equal = [...left].filter((other) => {
      const was = partOf(other);
      return spelling(was.text) === text && Math.abs(was.size - now.size) < 0.1 * now.size && was.angle === now.angle;
    });
    const nearest = equal.sort((a, b) => away(a.line, now) - away(b.line, now))[0];
    if (!nearest) continue;
    const distance = away(partOf(nearest), now);
    if (distance > (isTelling(text) ? furthestMove : 3 * now.size)) continue;
    moved.set(entry, nearest);
    left.delete(nearest);
  }
  return moved;
};

/** Times that lettering is larger or smaller on the other sheet before it is another size rather than another font. */
const resize = 1.25;
/** Heights of the larger lettering that text set in another size may have been put aside. */
const putAside = 4;

/** Whether a line is set in another size on the other sheet, in its height as in its length. */
export const isResized = (was: TextLine, now: TextLine): boolean => {
  const length = ({ box, angle }: TextLine) => (angle % 180 === 0 ? box.width : box.height);
  const [tall, long] = [now.size / was.size, length(now) / length(was)];
  return (tall > resize && long > resize) || (tall < 1 / resize && long < 1 / resize);
};

/** Pairs text that was set in another size: at its place, or put a little aside where that has no room. */
const findResized = (
  gone: readonly Remainder[],
  come: readonly Remainder[],
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
  for (const entry of come) {
    const now = partOf(entry);
    const alike = gone
      .filter((other) => {
        const was = partOf(other);
        const near = away(was, now) < putAside * Math.max(was.size, now.size);
        const same = spelling(was.text) === spelling(now.text) && was.angle === now.angle;
        return !used.has(other) && same && near && isResized(was, now);
      })
      .sort((a, b) => away(partOf(a), now) - away(partOf(b), now))[0];
    if (!alike) continue;
    used.add(alike).add(entry);
    changes.push(resized(partOf(alike), now));
  }
  const fresh = new Set(come.map(({ line }) => line));
  const places = new Nearby(lines.before);
  for (const now of lines.after) {
    if (fresh.has(now)) continue;
    const same = places
      .at(now.box)
      .find(
        (was) => spelling(was.text) === spelling(now.text) && samePlace(was.box, now.box, Math.max(was.size, now.size)),
      );
    if (same && isResized(same, now)) changes.push(resized(same, now));
  }
  return { changes, used };
};

/**
 * The lines of text that differ between two sheets.
 * `older` already stands on the newer sheet's coordinates (`moveWords`). Equal text that is elsewhere has moved.
 * Of the rest, a line that lost some words and gained others in the same row is one change from the old line to the
 * new; words that only joined or left a line are a change of their own.
 */
export const compareText = (older: readonly PlacedWord[], newer: PageText): TextComparison => {
  const [before, after] = [findLines(older), findLines(newer.words)];
  const gone = unmatched(before, after);
  const come = unmatched(after, before);
  const changes: TextChange[] = [];
  const used = new Set<Remainder>();
  const resized = findResized(gone, come, { before, after });
  changes.push(...resized.changes);
  const isLeft = (entry: Remainder) => !resized.used.has(entry);
  for (const entry of gone) if (!isLeft(entry)) used.add(entry);
  const moved = findMoved(gone.filter(isLeft), come.filter(isLeft));
  for (const [entry, origin] of moved) {
    used.add(origin);
    const [was, now] = [partOf(origin), partOf(entry)];
    changes.push({ kind: 'text_moved', old: was, new: now, box: now.box });
  }
  const alone: Remainder[] = [];
  for (const entry of come) {
    if (moved.has(entry) || !isLeft(entry)) continue;
    const { line } = entry;
    const partner = gone
      .filter((other) => !used.has(other) && sameRow(other.line, line) && mayBecome(other, entry))
      .sort((a, b) => overlapArea(b.line.box, line.box) - overlapArea(a.line.box, line.box))[0];
    if (partner) {
      used.add(partner);
      changes.push({ kind: 'text_changed', old: partner.line, new: line, box: union(partner.line.box, line.box) });
      continue;
    }
    alone.push(entry);
  }
  for (const entry of alone) {
    const now = partOf(entry);
    const beside = gone.find((other) => {
      if (used.has(other)) return false;
      const was = partOf(other);
      if (!isBesideLength(was, now)) return false;
      const others = [...gone, ...come].filter((one) => one !== other && one !== entry);
      return isSameLength(was, now, others);
    });
    if (beside) {
      used.add(beside);
      const was = partOf(beside);
      changes.push({ kind: 'text_changed', old: was, new: now, box: union(was.box, now.box) });
    } else changes.push({ kind: 'text_added', old: null, new: now, box: now.box });
  }
  for (const entry of gone) {
    if (used.has(entry)) continue;
    const part = partOf(entry);
    changes.push({ kind: 'text_removed', old: part, new: null, box: part.box });
  }
  const fresh = new Set(come.flatMap(({ words }) => words));
  const kept = after.flatMap((line) => line.words.filter((word) => !fresh.has(word)));
  const lost = new Set(gone.flatMap(({ words }) => words));
  const stayed = before.flatMap((line) => line.words.filter((word: PlacedWord) => !lost.has(word) && !word.home));
  return { changes, kept, stayed, gone: [...lost] };
};
