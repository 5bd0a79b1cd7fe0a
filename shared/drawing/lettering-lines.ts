import type { LetteringLine, Word } from '../domain/page-text.ts';
import { around } from './boxes.ts';
import { glyphPartsOf, type WantedInk } from './glyph-parts.ts';
import { besideWords, isGood, likelyParts, lineBox, Reader, type ReadLine, readDirection } from './lettering.ts';
import type { Bounds, Linework } from './linework.ts';
import {
  minimumPossibleLineProbability,
  minimumPossibleStrongCharacterShare,
  minimumUnreadCharacters,
} from './thresholds/lettering.ts';

/** Whether a line may be lettering of a font that is not known well enough to be read by its strokes. */
const isPossible = ({ members, score, strong }: ReadLine): boolean =>
  members.length > 1 && score >= minimumPossibleLineProbability && strong >= minimumPossibleStrongCharacterShare;

/** Returns the lines that are accepted, with the box of their ink; none if they have too few characters to be more than symbols. */
const findLines = (
  linework: Linework,
  words: readonly Word[],
  wanted: WantedInk | undefined,
  isAccepted: (line: ReadLine) => boolean,
): { line: ReadLine; box: Bounds }[] => {
  const parts = besideWords(likelyParts(glyphPartsOf(linework, wanted)), words);
  const reader = new Reader();
  const taken = new Set<number>();
  const found: { line: ReadLine; box: Bounds }[] = [];
  for (const angle of [0, 270] as const) {
    const remaining = parts.map((_, index) => index).filter((index) => !taken.has(index));
    for (const line of readDirection(parts, remaining, angle, reader, isAccepted)) {
      if (!isAccepted(line)) continue;
      for (const member of line.members) taken.add(member);
      found.push({ line, box: around(line.members.map((index) => parts[index]!)) });
    }
  }
  return taken.size < minimumUnreadCharacters ? [] : found;
};

/**
 * Returns the boxes of lines that look like lettering, and on which no word lies; none if they have too few characters to be
 * more than symbols.
 */
export const unreadLinesOf = (linework: Linework, words: readonly Word[], wanted: WantedInk): Bounds[] =>
  findLines(linework, words, wanted, isGood).map(({ box }) => box);

/** Returns the lines with the angle at which each is read: one that cannot be read stands like most others along its axis. */
const withCommonDirection = (found: readonly { line: ReadLine; box: Bounds }[]) => {
  const charactersAt = (wanted: number): number =>
    found.reduce((sum, { line }) => sum + (isGood(line) && line.angle === wanted ? line.members.length : 0), 0);
  const [level, upright] = [
    charactersAt(180) > charactersAt(0) ? 180 : 0,
    charactersAt(90) > charactersAt(270) ? 90 : 270,
  ];
  return found.map(({ line, box }) => ({
    line,
    box,
    angle: isGood(line) ? line.angle : line.angle % 180 === 0 ? (level as 0 | 180) : (upright as 90 | 270),
  }));
};

/**
 * Returns the lines of a page that may be drawn lettering, in no particular order, whether or not they can be read by their
 * strokes.
 * @param words the words of the text layer; ink on them belongs to no line
 */
export const letteringLinesOf = (linework: Linework, words: readonly Word[]): LetteringLine[] =>
  withCommonDirection(findLines(linework, words, undefined, isPossible)).map(({ line, angle, box }) => {
    const capitalHeight = line.band.bottom - line.band.top;
    return { box: around([lineBox(line), box]), angle, capitalHeight, characters: line.members.length };
  });
