import type { Word } from '../../../domain/page-text.ts';
import type { Change, TextLine } from '../change.ts';
import { type Box, inflate, shareInCommon, union } from '../geometry.ts';
import { spelling } from '../read/grids.ts';
import type { Note, NoteBlock } from '../read/note-blocks.ts';
import { Spellings } from '../read/spellings.ts';
import { makeLine } from '../read/text-lines.ts';
import { type Aligned, alignLists } from './align-lists.ts';
import { countCommon, type Explained, isOutside, keepsEdge, mergeAll, pairByTexts } from './explained.ts';
import { minimumVersionShare, placeTolerancePoints } from './thresholds.ts';

const textsIn = ({ notes }: NoteBlock): string[] => notes.flatMap(({ words }) => words.map(({ text }) => text));

const staysAt = (old: Note, now: Note): boolean => {
  const [one, other] = [old.lines[0]!.box, now.lines[0]!.box];
  return Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y)) <= placeTolerancePoints;
};

const alignNotes = (was: NoteBlock, is: NoteBlock): Aligned => {
  const bodies = [was, is].map(({ notes }) => notes.map(({ text }) => spelling(text))) as [string[], string[]];
  return alignLists([was.notes.length, is.notes.length], bodies, (i, j) => {
    const [old, now] = [was.notes[i]!, is.notes[j]!];
    // A note of two lines may have lost the longer one.
    if (staysAt(old, now) && old.lines[0]!.text === now.lines[0]!.text) return 1;
    const [one, other] = [old, now].map(({ text }) => text.split(/\s+/)) as [string[], string[]];
    return countCommon(one, other) / Math.max(one.length, other.length);
  });
};

const lineOf = ({ number, lines, text, words }: Note): TextLine => ({
  ...makeLine(lines.flatMap((line) => line.words)),
  text: number === null ? text : `${number} ${text}`,
  words,
});

const boxOf = (lines: readonly TextLine[], whole: Box): Box =>
  lines.map(({ box }) => box).reduce(union, lines[0]?.box ?? whole);

/** Returns the lines of one version of a note that the other does not have. */
const linesAlone = (one: Note, other: Note): TextLine[] => {
  const known = new Set(other.lines.map(({ text }) => spelling(text)));
  return one.lines.filter(({ text }) => !known.has(spelling(text)));
};

const changeOf = (old: Note | null, now: Note | null): Change => {
  const kind = old === null ? 'text_added' : now === null ? 'text_removed' : 'text_changed';
  const box = old && now ? boxOf(linesAlone(now, old), now.box) : (now ?? old)!.box;
  const [before, after] = [old && lineOf(old), now && lineOf(now)];
  return { kind, box, text: { kind, old: before, new: after, box }, addedInk: 0, removedInk: 0 };
};

const haveSameSize = (was: NoteBlock, is: NoteBlock): boolean => {
  const [one, other] = [was, is].map(({ notes }) => notes[0]!.lines[0]!.size) as [number, number];
  return Math.abs(one - other) < 0.12 * one;
};

/** Returns the boxes of all words unless every line kept its place. */
const areasOf = (was: NoteBlock, is: NoteBlock): Box[] => {
  const placed = ({ notes }: NoteBlock) => notes.flatMap(({ lines }) => lines);
  const [before, after] = [placed(was), placed(is)];
  const isSame =
    before.length === after.length &&
    before.every(
      ({ text, box }, i) => text === after[i]!.text && Math.abs(box.y - after[i]!.box.y) <= placeTolerancePoints,
    );
  if (isSame) return [];
  return [was, is].flatMap(({ notes }) => notes.flatMap(({ words }) => words.map((word) => inflate(word, 1))));
};

/** The changes of one block; those that kept their place apart. */
const changesIn = (
  was: NoteBlock,
  is: NoteBlock,
  pairs: Aligned,
  outside: ReadonlySet<Note>,
): Pick<Explained, 'changes' | 'doubtful'> => {
  const [left, right] = [new Map(pairs), new Set(pairs.map(([, j]) => j))];
  const changed = pairs
    .map(([i, j]) => ({ old: was.notes[i]!, now: is.notes[j]! }))
    .filter(({ old, now }) => spelling(old.text) !== spelling(now.text));
  return {
    changes: [
      ...was.notes.flatMap((old, i) => (left.has(i) || outside.has(old) ? [] : [changeOf(old, null)])),
      ...is.notes.flatMap((now, j) => (right.has(j) || outside.has(now) ? [] : [changeOf(null, now)])),
      ...changed.filter(({ old, now }) => !staysAt(old, now)).map(({ old, now }) => changeOf(old, now)),
    ],
    doubtful: changed.filter(({ old, now }) => staysAt(old, now)).map(({ old, now }) => [changeOf(old, now)]),
  };
};

/**
 * Compares lists of notes and paragraphs note by note. The number of a note, and where its lines break, is not a change.
 * A block of another size, or one that moved as a whole, is left to the comparison of lines and views.
 * @param blocks the lists of both sheets
 * @param words the words of both sheets, in points of the newer one
 */
export const compareNotes = (
  { older, newer }: { older: readonly NoteBlock[]; newer: readonly NoteBlock[] },
  words: { older: readonly Word[]; newer: readonly Word[] },
): Explained => {
  const wordsOf = (notes: readonly Note[]) => new Set(notes.flatMap((note) => note.words));
  const [before, after] = [new Spellings(words.older), new Spellings(words.newer)];
  const found = pairByTexts(older, newer, textsIn).flatMap(({ was, is }): Explained[] => {
    const pairs = alignNotes(was, is);
    const stays =
      keepsEdge(was.box, is.box) ||
      shareInCommon(was.box, is.box) >= minimumVersionShare ||
      pairs.some(([i, j]) => staysAt(was.notes[i]!, is.notes[j]!));
    if (!haveSameSize(was, is) || !stays) return [];
    const [wordsWere, wordsAre] = [wordsOf(was.notes), wordsOf(is.notes)];
    const outside = new Set([
      ...was.notes.filter((note) => isOutside(note.words, after, wordsAre)),
      ...is.notes.filter((note) => isOutside(note.words, before, wordsWere)),
    ]);
    const inside = ({ notes }: NoteBlock) => wordsOf(notes.filter((note) => !outside.has(note)));
    return [
      {
        ...changesIn(was, is, pairs, outside),
        ...{ older: inside(was), newer: inside(is), areas: areasOf(was, is), tables: [] },
      },
    ];
  });
  return mergeAll(found);
};
