import type { Word } from '../../../domain/page-text.ts';
import { type Box, distance, union } from '../geometry.ts';
import type { Flock } from './moved-words.ts';
import { isSlide } from './slides.ts';
import { titleSizeIn } from './view-title.ts';

/** Points: pieces nearer than these are of one region. */
const absorbed = 90;
const bridged = 45;
const touching = 10;
/** Points of the shorter side of what moved of a view that is told by its ink; the rest of it may have changed. */
const leastSide = 45;

/** Cells that moved alike, near to each other. */
export interface Piece {
  cells: number[];
  words: Flock['words'];
  box: Box;
  /** The move explains most of the ink that came in one with this piece. */
  mostlyMoved: boolean;
}

/** Tells the pieces that are a region by themselves, by the words and the ink that moved with their flock. */
export const isWhole =
  (flock: Flock) =>
  (piece: Piece): boolean => {
    const { words, cells, box } = piece;
    if (flock.together) return piece.mostlyMoved;
    if (flock.place) return piece.mostlyMoved && cells.length >= 40 && Math.min(box.width, box.height) >= leastSide;
    const sizes = words.map(({ to }) => to.size);
    // Lines of a note that reads on elsewhere are moved text, not a part of the drawing.
    const lines = isSlide(flock) ? 2.5 : 4;
    const flat = Math.min(box.width, box.height) < lines * Math.max(0, ...sizes);
    return (
      !flat &&
      ((words.length >= 4 && (flock.weight >= 3 || cells.length >= 40)) || (words.length >= 1 && cells.length >= 100))
    );
  };

/** Pieces side by side that each have a title of their own, of one size, are views side by side. */
const areTwoViews = (one: Box, other: Box, words: readonly Word[]): boolean => {
  const [a, b] = [titleSizeIn(words, one), titleSizeIn(words, other)];
  return a !== null && b !== null && Math.abs(a - b) < 0.05 * a;
};

/**
 * The pieces that make up each region: those that are a region by themselves, each with the lesser ones about it.
 * @param pieces the largest first
 * @param words of the newer sheet
 */
export const groupPieces = (
  pieces: readonly Piece[],
  whole: (piece: Piece) => boolean,
  words: readonly Word[],
): Piece[][] => {
  const boxOf = (group: readonly Piece[]) => group.map(({ box }) => box).reduce(union);
  const groups = pieces.filter(whole).map((seed) => [seed]);
  for (const piece of pieces) {
    if (whole(piece)) continue;
    const near = groups
      .map((group) => ({ group, away: Math.min(...group.filter(whole).map(({ box }) => distance(box, piece.box))) }))
      .sort((a, b) => a.away - b.away)[0];
    // Other parts of the sheet may look alike after the same shift: only words carry a region far.
    const furthest = !piece.mostlyMoved ? touching : piece.words.length > 0 ? absorbed : bridged;
    if (near && near.away <= furthest) near.group.push(piece);
  }
  for (let i = 0; i < groups.length; i++) {
    for (let j = i + 1; j < groups.length; j++) {
      const [one, other] = [boxOf(groups[i]!), boxOf(groups[j]!)];
      if (distance(one, other) > bridged || areTwoViews(one, other, words)) continue;
      groups[i]!.push(...groups[j]!);
      groups.splice(j, 1);
      j = i;
    }
  }
  return groups;
};
