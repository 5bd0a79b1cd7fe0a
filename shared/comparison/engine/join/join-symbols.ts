import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { type Point, wayOf } from '../geometry.ts';
import { wasInkDisplaced } from './join-tagged.ts';
import { maximumSymbolMovePoints, minimumMovedSidePoints, movedSidesTolerancePoints } from './thresholds.ts';

const isNear = ({ x, y }: Point): boolean => Math.hypot(x, y) < maximumSymbolMovePoints;

/**
 * Joins a symbol that was removed with the one that was added elsewhere, if its ink is the same at the new position and
 * no other symbol could be it.
 * @param marks marks of linework only
 */
export const joinMovedSymbols = (changes: readonly Change[], marks: Uint8Array, sheets: AlignedSheets): Change[] => {
  const gone = changes.filter(
    ({ kind, box }) => kind === 'graphic_removed' && Math.min(box.width, box.height) > minimumMovedSidePoints,
  );
  const came = changes.filter(({ kind }) => kind === 'graphic_added');
  const areAlike = (was: Change, now: Change): boolean =>
    isNear(wayOf(was.box, now.box)) &&
    Math.abs(was.box.width - now.box.width) < movedSidesTolerancePoints &&
    Math.abs(was.box.height - now.box.height) < movedSidesTolerancePoints &&
    wasInkDisplaced(was.box, wayOf(was.box, now.box), marks, sheets);
  const moves = new Map<Change, Change>();
  for (const was of gone) {
    const alike = came.filter((now) => areAlike(was, now));
    if (alike.length === 1) moves.set(was, alike[0]!);
  }
  const single = [...moves].filter(([, now]) => [...moves.values()].filter((other) => other === now).length === 1);
  const joined = new Map(single.map(([was, now]) => [now, was]));
  const left = new Set(joined.values());
  return changes
    .filter((change) => !left.has(change))
    .map((now): Change => {
      const was = joined.get(now);
      return was ? { ...now, kind: 'graphic_moved', from: was.box, removedInk: was.removedInk } : now;
    });
};
