import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { positionToleranceTextHeights } from '../differ/thresholds.ts';
import { distance, type Point, wayOf } from '../geometry.ts';
import { Spellings } from '../read/spellings.ts';
import { movedWithTag } from './join-tagged.ts';
import {
  maximumLabelTextHeights,
  maximumNamedPoints,
  minimumNudgedInkShare,
  minimumNudgePoints,
} from './thresholds.ts';

/**
 * Drops linework that shifted with a text by so little that the text counts as unchanged, such as a level mark with its
 * level.
 * @param words the unchanged words of each sheet
 * @param marks marks of linework only
 */
export const dropNudged = (
  changes: readonly Change[],
  words: { stayed: readonly Word[]; kept: readonly Word[] },
  marks: Uint8Array,
  sheets: AlignedSheets,
): Change[] => {
  const kept = new Spellings(words.kept);
  const nudged = words.stayed.flatMap((word) => {
    const now = kept.at(word, { x: 0, y: 0 }, positionToleranceTextHeights * word.size);
    const way: Point = now ? wayOf(word, now) : { x: 0, y: 0 };
    return now && Math.hypot(way.x, way.y) >= minimumNudgePoints ? [{ now, way }] : [];
  });
  const isNudged = ({ box }: Change): boolean =>
    nudged.some(
      ({ now, way }) =>
        distance(box, now) <= maximumLabelTextHeights * now.size &&
        movedWithTag(box, way, marks, sheets, minimumNudgedInkShare),
    );
  return changes.filter(
    (change) =>
      !change.kind.startsWith('graphic_') ||
      Math.max(change.box.width, change.box.height) > maximumNamedPoints ||
      !isNudged(change),
  );
};
