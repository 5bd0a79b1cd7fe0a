import type { Word } from '../../../domain/page-text.ts';
import type { TextLine } from '../change.ts';
import { type Box, union } from '../geometry.ts';
import { findLines, makeLine } from './text-lines.ts';
import {
  centreToleranceTextHeights,
  maximumNotePitchTextHeights,
  minimumMeanNoteWords,
  minimumNoteWords,
  minimumParagraphPitchRatio,
  noteEdgeTolerancePoints,
} from './thresholds.ts';

/** A note or paragraph; boxes are in points of the newer sheet. */
export interface Note {
  /** As printed: `3.`; null for a paragraph without one. */
  number: string | null;
  /** Its lines, without the number in the first. */
  lines: TextLine[];
  /** Its text without the number. */
  text: string;
  words: Word[];
  box: Box;
}

/** Notes or paragraphs below each other in one column. */
export interface NoteBlock {
  notes: Note[];
  box: Box;
}

const listNumber = /^\(?([A-Z]|\d{1,2})[.)]$/;

/** A line with its number apart. */
interface Entry {
  number: Word | null;
  line: TextLine;
  left: number;
  middle: number;
  /** The middle of the line along its row. */
  centre: number;
}

const centreOf = ({ box }: TextLine): number => box.x + box.width / 2;
const middleOf = ({ box }: TextLine): number => box.y + box.height / 2;

const haveSameSize = (a: number, b: number): boolean => Math.abs(a - b) < 0.12 * a;

/** Joins numbers that stand apart from the first line of their note, and separates those in the line. */
const entriesOf = (lines: readonly TextLine[]): Entry[] => {
  const taken = new Set<TextLine>();
  const entries = lines.flatMap((line): Entry[] => {
    const [first] = line.words;
    if (!listNumber.test(first!.text)) return [];
    const alone = line.words.length === 1;
    const text = alone
      ? lines.find(
          (other) =>
            !listNumber.test(other.text) &&
            Math.abs(middleOf(other) - middleOf(line)) < 0.3 * line.size &&
            other.box.x > line.box.x + line.box.width &&
            other.box.x - line.box.x - line.box.width < maximumNotePitchTextHeights * line.size,
        )
      : makeLine(line.words.slice(1));
    if (!text) return [];
    taken.add(line);
    if (alone) taken.add(text);
    return [{ number: first!, line: text, left: first!.x, middle: middleOf(text), centre: centreOf(text) }];
  });
  const others = lines.filter((line) => !taken.has(line));
  return [
    ...entries,
    ...others.map(
      (line): Entry => ({ number: null, line, left: line.box.x, middle: middleOf(line), centre: centreOf(line) }),
    ),
  ];
};

/** Lines of words may be centred; numbers below each other are the values of a chain. */
const isCentred = (one: Entry, other: Entry): boolean =>
  Math.abs(one.centre - other.centre) <= centreToleranceTextHeights * one.line.size &&
  [one, other].every(({ line }) => /\p{L}{2}/u.test(line.text));

const isAligned = (one: Entry, other: Entry): boolean =>
  isCentred(one, other) ||
  [one.left, one.line.box.x].some((a) =>
    [other.left, other.line.box.x].some((b) => Math.abs(a - b) <= noteEdgeTolerancePoints),
  );

/** Whether a line is near enough to another one above it to follow it. */
const isInReach = (above: Entry, below: Entry): boolean =>
  below.middle - above.middle < maximumNotePitchTextHeights * above.line.size;

/** Whether a line stands directly below another one, in the same size. */
const follows = (above: Entry, below: Entry): boolean => {
  const { size } = above.line;
  return below.middle - above.middle > 0.8 * size && isInReach(above, below) && haveSameSize(size, below.line.size);
};

const byMiddle = (a: Entry, b: Entry): number => a.middle - b.middle || a.left - b.left;

/** Returns for a line whether, from another line above it, one list of the other sheet leads to it; undefined if none does. */
type Bridges = (below: Entry) => ((above: Entry) => boolean) | undefined;

/**
 * Groups lines of one size below each other with a common middle or left edge, that of the text or that of the numbers.
 * @param bridgeTo asked for a line that follows none
 */
const stack = (entries: readonly Entry[], bridgeTo: Bridges = () => undefined): Entry[][] => {
  const blocks: Entry[][] = [];
  // Those near enough for a further line to follow.
  let near: Entry[][] = [];
  for (const entry of entries.toSorted(byMiddle)) {
    const below = (among: readonly Entry[][], isNext: (above: Entry) => boolean) =>
      among.findLast((block) => isNext(block.at(-1)!) && block.some((one) => isAligned(one, entry)));
    const bridge = () => {
      const isBridged = bridgeTo(entry);
      return isBridged && below(blocks, isBridged);
    };
    near = near.filter((block) => isInReach(block.at(-1)!, entry));
    const block = below(near, (above) => follows(above, entry)) ?? bridge();
    if (block) {
      block.push(entry);
      // A bridge leads to a block that no line follows; the order is that of `blocks`.
      if (!near.includes(block)) near = blocks.filter((one) => one === block || near.includes(one));
    } else {
      blocks.push([entry]);
      near.push(blocks.at(-1)!);
    }
  }
  return blocks;
};

/**
 * Finds the lines between which this sheet has a gap, and the other sheet more lines of the same group: both kept their place.
 * @param groups the lines of the other sheet
 */
const bridgesOf = (groups: readonly Entry[][]): Bridges => {
  const places = groups.flatMap((group) => group.map((other) => ({ group, other })));
  const byText = Map.groupBy(places, ({ other }) => other.line.text);
  const sameAs = ({ line, left, middle }: Entry) =>
    (byText.get(line.text) ?? []).filter(
      ({ other }) =>
        Math.abs(other.left - left) <= noteEdgeTolerancePoints &&
        Math.abs(other.middle - middle) <= noteEdgeTolerancePoints,
    );
  return (below) => {
    const ends = sameAs(below);
    if (ends.length === 0) return undefined;
    return (above) => sameAs(above).some((from) => ends.some((to) => from.group === to.group));
  };
};

const noteOf = (entries: readonly Entry[]): Note => {
  const lines = entries.map(({ line }) => line);
  const { number } = entries[0]!;
  const words = [...(number ? [number] : []), ...lines.flatMap((line) => line.words)];
  return {
    number: number?.text ?? null,
    ...{ lines, words },
    text: lines.map(({ text }) => text).join(' '),
    box: words.map(({ x, y, width, height }): Box => ({ x, y, width, height })).reduce(union),
  };
};

/** Divides a list into the lines of each note. */
const notesIn = (block: readonly Entry[], bridgeTo: Bridges = () => undefined): Entry[][] => {
  const numbered = block.some(({ number }) => number !== null);
  const pitches = block.slice(1).map(({ middle }, i) => middle - block[i]!.middle);
  const usual = Math.min(...pitches);
  const groups: Entry[][] = [];
  const isApart = (i: number) =>
    pitches[i - 1]! > minimumParagraphPitchRatio * usual && !bridgeTo(block[i]!)?.(block[i - 1]!);
  for (const [i, entry] of block.entries()) {
    const begins = i === 0 || (numbered ? entry.number !== null : isApart(i));
    if (begins) groups.push([entry]);
    else groups.at(-1)!.push(entry);
  }
  return groups;
};

const levelEntries = (words: readonly Word[]): Entry[] =>
  entriesOf(findLines(words.filter(({ angle, slant }) => angle === 0 && slant === undefined)));

/** Returns the lists of notes and the paragraphs of a sheet. @param others the lines of the other sheet */
const blocksIn = (entries: readonly Entry[], others: readonly Entry[]): NoteBlock[] => {
  const lists = stack(others);
  const bridgeNote = bridgesOf(lists.flatMap((list) => notesIn(list)));
  return stack(entries, bridgesOf(lists)).flatMap((block): NoteBlock[] => {
    const count = block.reduce((sum, { line }) => sum + line.words.length, 0);
    if (block.length < 2 || count < minimumNoteWords || count < minimumMeanNoteWords * block.length) return [];
    const notes = notesIn(block, bridgeNote).map(noteOf);
    return [{ notes, box: notes.map(({ box }) => box).reduce(union) }];
  });
};

/**
 * Finds the lists of notes and the paragraphs of both sheets. A list that lost a line, so that a gap divides it, is one list
 * as on the other sheet.
 * @param words the words of both sheets, in points of the newer one
 */
export const noteBlocksOf = (words: {
  older: readonly Word[];
  newer: readonly Word[];
}): { older: NoteBlock[]; newer: NoteBlock[] } => {
  const [older, newer] = [levelEntries(words.older), levelEntries(words.newer)];
  return { older: blocksIn(older, newer), newer: blocksIn(newer, older) };
};
