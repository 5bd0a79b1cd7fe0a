import { type Box, distance, union } from '../geometry.ts';
import type { Flock } from './moved-words.ts';
import { isSlide } from './slides.ts';
import {
  maximumInkPieceGapPoints,
  maximumNewPieceGapPoints,
  maximumWordPieceGapPoints,
  minimumPartSidePoints,
} from './thresholds.ts';

/** Nearby cells with the same shift. */
export interface ShiftedPiece {
  cells: number[];
  words: Flock['words'];
  box: Box;
  /** Whether the move explains most of the added ink connected with this piece. */
  mostlyMoved: boolean;
}

/** Returns a test of whether a piece is a region of its own, by the words and the ink that moved with its flock. */
export const isWhole =
  (flock: Flock) =>
  (piece: ShiftedPiece): boolean => {
    const { words, cells, box } = piece;
    if (flock.place)
      return piece.mostlyMoved && cells.length >= 40 && Math.min(box.width, box.height) >= minimumPartSidePoints;
    const sizes = words.map(({ to }) => to.size);
    // Lines of a note that continues elsewhere are moved text rather than a part of the drawing.
    const lines = isSlide(flock) ? 2.5 : 4;
    const flat = Math.min(box.width, box.height) < lines * Math.max(0, ...sizes);
    return (
      !flat &&
      ((words.length >= 4 && (flock.weight >= 3 || cells.length >= 40)) || (words.length >= 1 && cells.length >= 100))
    );
  };

/**
 * Groups pieces into regions: each piece that is a region of its own, with smaller ones around it.
 * @param pieces largest first
 */
export const groupPieces = (
  pieces: readonly ShiftedPiece[],
  whole: (piece: ShiftedPiece) => boolean,
): ShiftedPiece[][] => {
  const boxOf = (group: readonly ShiftedPiece[]) => group.map(({ box }) => box).reduce(union);
  const groups = pieces.filter(whole).map((seed) => [seed]);
  for (const piece of pieces) {
    if (whole(piece)) continue;
    const nearestGroup = groups
      .map((group) => ({ group, away: Math.min(...group.filter(whole).map(({ box }) => distance(box, piece.box))) }))
      .sort((a, b) => a.away - b.away)[0];
    // Other parts of the sheet may look alike after the same shift; only words justify joining distant pieces.
    const furthest = !piece.mostlyMoved
      ? maximumNewPieceGapPoints
      : piece.words.length > 0
        ? maximumWordPieceGapPoints
        : maximumInkPieceGapPoints;
    if (nearestGroup && nearestGroup.away <= furthest) nearestGroup.group.push(piece);
  }
  for (let i = 0; i < groups.length; i++) {
    for (let j = i + 1; j < groups.length; j++) {
      const [one, other] = [boxOf(groups[i]!), boxOf(groups[j]!)];
      if (distance(one, other) > maximumInkPieceGapPoints) continue;
      groups[i]!.push(...groups[j]!);
      groups.splice(j, 1);
      j = i;
    }
  }
  return groups;
};
