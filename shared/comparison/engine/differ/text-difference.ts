import type { PageText, Word } from '../../../domain/page-text.ts';
import { applyToBox, type Box, gaps, type Matrix, overlapArea, scaleOf, turnOf, union } from '../geometry.ts';
import { findLines, makeLine, type TextLine } from '../read/text-lines.ts';

/** A line of text that is not the same on both sheets. Boxes in points of the newer sheet. */
export interface TextChange {
  kind: 'text_added' | 'text_removed' | 'text_changed';
  old: TextLine | null;
  new: TextLine | null;
  box: Box;
}

/** The older sheet's words where they stand on the newer one. */
export const moveWords = (words: readonly Word[], matrix: Matrix): Word[] => {
  const scale = scaleOf(matrix);
  const quarters = Math.round(turnOf(matrix) / 90);
  return words.map((word) => ({
    text: word.text,
    ...applyToBox(matrix, word),
    size: word.size * scale,
    angle: ((((word.angle / 90 + quarters) % 4) + 4) % 4) * 90,
  }));
};

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

/** Takes out the words that both sides hold at the same place. */
const unmatched = (ours: readonly TextLine[], theirs: readonly TextLine[]): Remainder[] => {
  const lines = new Nearby(theirs);
  const words = new Nearby(theirs.flatMap((line) => line.words.map((word) => ({ box: word as Box, word }))));
  return ours.flatMap((line) => {
    const text = spelling(line.text);
    // Whole lines first: producers cut one line into words differently.
    if (
      lines.at(line.box).some((other) => spelling(other.text) === text && samePlace(other.box, line.box, line.size))
    ) {
      return [];
    }
    const isThere = (word: Word) =>
      words
        .at(word)
        .some((other) => spelling(other.word.text) === spelling(word.text) && samePlace(other.box, word, word.size));
    const rest = line.words.filter((word) => !isThere(word));
    return rest.length ? [{ line, words: rest }] : [];
  });
};

const sameRow = (a: TextLine, b: TextLine): boolean => {
  if (a.angle !== b.angle) return false;
  const { x, y } = gaps(a.box, b.box);
  const level = a.angle % 180 === 0;
  const [alongGap, acrossGap] = level ? [x, y] : [y, x];
  const thinner = level ? Math.min(a.box.height, b.box.height) : Math.min(a.box.width, b.box.width);
  return alongGap < 0 && -acrossGap > 0.5 * thinner;
};

/** Words of one line that changed, as a line of their own. */
const partOf = ({ line, words }: Remainder): TextLine => (words.length === line.words.length ? line : makeLine(words));

export interface TextComparison {
  changes: TextChange[];
  /** Words of the newer sheet that the older one holds at the same place. */
  kept: Box[];
}

/**
 * The lines of text that differ between two sheets, by position.
 * `older` already stands on the newer sheet's coordinates ({@link moveWords}). A line that lost some words and
 * gained others in the same row is one change from the old line to the new; words that only joined or left a line
 * are a change of their own.
 */
export const compareText = (older: readonly Word[], newer: PageText): TextComparison => {
  const [before, after] = [findLines(older), findLines(newer.words)];
  const gone = unmatched(before, after);
  const come = unmatched(after, before);
  const changes: TextChange[] = [];
  const used = new Set<Remainder>();
  for (const entry of come) {
    const { line } = entry;
    const partner = gone
      .filter((other) => !used.has(other) && sameRow(other.line, line))
      .sort((a, b) => overlapArea(b.line.box, line.box) - overlapArea(a.line.box, line.box))[0];
    if (partner) {
      used.add(partner);
      changes.push({ kind: 'text_changed', old: partner.line, new: line, box: union(partner.line.box, line.box) });
      continue;
    }
    const part = partOf(entry);
    changes.push({ kind: 'text_added', old: null, new: part, box: part.box });
  }
  for (const entry of gone) {
    if (used.has(entry)) continue;
    const part = partOf(entry);
    changes.push({ kind: 'text_removed', old: part, new: null, box: part.box });
  }
  const fresh = new Set(come.flatMap(({ words }) => words));
  const kept = after.flatMap((line) => line.words.filter((word) => !fresh.has(word)));
  return { changes, kept };
};
