import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import { type Change, extentOf, withPart } from '../change.ts';
import { eachMarkIn } from '../differ/each-mark.ts';
import { added, removed } from '../differ/ink-difference.ts';
import { inkGreys, positionToleranceTextHeights } from '../differ/thresholds.ts';
import { type Box, distance, inflate, overlapArea, type Point, union, wayOf } from '../geometry.ts';
import type { DisplacedPart } from '../lines/displaced-parts.ts';
import { maximumPartMovePoints } from '../lines/thresholds.ts';
import { Spellings } from '../read/spellings.ts';
import { drawingMarginPoints } from '../segment/thresholds.ts';
import { isInside } from './join-owners.ts';
import {
  maximumLabelTextHeights,
  maximumLineBreadthPoints,
  maximumNamedPoints,
  maximumTagDistanceTextHeights,
  minimumNudgedInkShare,
  minimumNudgePoints,
  minimumTaggedInkShare,
  symbolSidesTolerancePoints,
} from './thresholds.ts';

/** Whether there is ink at a pixel or next to it. */
const isInkNear = (picture: Uint8Array, x: number, y: number, { width, height }: AlignedSheets): boolean => {
  const [right, bottom] = [Math.min(width - 1, x + 1), Math.min(height - 1, y + 1)];
  for (let v = Math.max(0, y - 1); v <= bottom; v++)
    for (let u = Math.max(0, x - 1); u <= right; u++) if (picture[v * width + u]! < inkGreys) return true;
  return false;
};

/** Returns the share of the marks of one side in a box that have ink of a picture at their shifted position; null without any. */
const shareShifted = (
  box: Box,
  side: number,
  marks: Uint8Array,
  [dx, dy]: readonly [number, number],
  picture: Uint8Array,
  sheets: AlignedSheets,
): number | null => {
  const { width, height, density } = sheets;
  let [count, hits] = [0, 0];
  const pixels = {
    ...{ left: Math.max(0, Math.floor(box.x * density)), top: Math.max(0, Math.floor(box.y * density)) },
    right: Math.min(width, Math.floor((box.x + box.width) * density) + 1),
    bottom: Math.min(height, Math.floor((box.y + box.height) * density) + 1),
  };
  eachMarkIn(marks, width, pixels, (x, y, at) => {
    if (!(marks[at]! & side)) return;
    count++;
    if (isInkNear(picture, x + dx, y + dy, sheets)) hits++;
  });
  return count === 0 ? null : hits / count;
};

/**
 * Whether at least a share of the linework moved: what it removed is ink at the displacement `way`, and what it
 * added was ink before it. A symbol that moved by less than its size partly covers its former place.
 */
const movedAlong = (
  box: Box,
  way: Point,
  marks: Uint8Array,
  sheets: AlignedSheets,
  least = minimumTaggedInkShare,
): boolean => {
  const [dx, dy] = [Math.round(way.x * sheets.density), Math.round(way.y * sheets.density)];
  const gone = shareShifted(box, removed, marks, [dx, dy], sheets.newer, sheets);
  if (gone !== null && gone < least) return false;
  const came = shareShifted(box, added, marks, [-dx, -dy], sheets.older, sheets);
  return came === null ? gone !== null : came >= least;
};

/**
 * Joins linework that moved with a text into the move of that text: the symbol of a tag, the frame and the leader of a
 * note. It may be at only one of both places.
 * @param marks marks of linework only
 */
export const joinTagged = (changes: readonly Change[], marks: Uint8Array, sheets: AlignedSheets): Change[] => {
  const texts = changes.filter(({ kind }) => kind === 'text_moved');
  const joined = new Map(texts.map((text) => [text, text]));
  const rest = changes.filter((graphic) => {
    if (joined.has(graphic)) return false;
    const { kind, box } = graphic;
    if (!kind.startsWith('graphic_')) return true;
    const owner = texts.find(({ text }) => {
      const [old, now] = [text!.old!, text!.new!];
      const away = Math.max(distance(box, old.box), distance(box, now.box));
      return (
        away <= maximumTagDistanceTextHeights * now.size && movedAlong(box, wayOf(old.box, now.box), marks, sheets)
      );
    });
    if (!owner) return true;
    const whole = joined.get(owner)!;
    joined.set(owner, { ...withPart(whole, graphic), ...(kind === 'graphic_removed' && { box: whole.box }) });
    return false;
  });
  return [...rest, ...joined.values()];
};

const isNear = ({ x, y }: Point): boolean => Math.hypot(x, y) < maximumPartMovePoints;

/**
 * Joins a symbol that was removed with the one that was added elsewhere, if its ink is the same at the new position and
 * no other symbol could be it.
 * @param marks marks of linework only
 */
export const joinMovedSymbols = (changes: readonly Change[], marks: Uint8Array, sheets: AlignedSheets): Change[] => {
  // A line is as long as many others.
  const gone = changes.filter(
    ({ kind, box }) => kind === 'graphic_removed' && Math.min(box.width, box.height) > maximumLineBreadthPoints,
  );
  const came = changes.filter(({ kind }) => kind === 'graphic_added');
  const areAlike = (was: Change, now: Change): boolean =>
    isNear(wayOf(was.box, now.box)) &&
    Math.abs(was.box.width - now.box.width) < symbolSidesTolerancePoints &&
    Math.abs(was.box.height - now.box.height) < symbolSidesTolerancePoints &&
    movedAlong(was.box, wayOf(was.box, now.box), marks, sheets);
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

/**
 * Joins the linework that differs where a part of the drawing moved: what it left, and where it is.
 * @param parts the parts that moved by their lines
 */
export const joinDisplaced = (changes: readonly Change[], parts: readonly DisplacedPart[]): Change[] => {
  const left = new Set(changes);
  const moved = parts.flatMap(({ from, box }): Change[] => {
    const places = [from, box].map((place) => inflate(place, drawingMarginPoints));
    const here = [...left].filter(({ kind, box: own }) => {
      // A change that covers both places may also cover what is between them.
      const around = places.every((place) => overlapArea(own, place) > 0) ? [places.reduce(union)] : places;
      return kind.startsWith('graphic_') && around.some((place) => isInside(own, place));
    });
    for (const change of here) left.delete(change);
    return here.length === 0 ? [] : [{ kind: 'graphic_moved', ...extentOf(here), text: null, box, from }];
  });
  return [...left, ...moved];
};

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
        movedAlong(box, way, marks, sheets, minimumNudgedInkShare),
    );
  return changes.filter(
    (change) =>
      !change.kind.startsWith('graphic_') ||
      Math.max(change.box.width, change.box.height) > maximumNamedPoints ||
      !isNudged(change),
  );
};
