import type { Word } from '../../../domain/page-text.ts';
import { type Change, combine, type TextLine, withPart, wordsOf } from '../change.ts';
import { cluster } from '../cluster.ts';
import { minimumInsideShare } from '../differ/thresholds.ts';
import { type Box, centre, contains, inflate, overlapArea, shareInCommon, union } from '../geometry.ts';
import { minimumCommonShare } from '../segment/thresholds.ts';
import { titleIn } from '../segment/view-title.ts';
import {
  maximumLabelTextHeights,
  maximumLineBreadthPoints,
  minimumViewParts,
  ownerMarginPoints,
} from './thresholds.ts';

/** Whether nearly all of a box lies within another. */
export const isInside = (box: Box, around: Box): boolean => {
  // A line has no area without a margin.
  const own = inflate(box, 0.5);
  return overlapArea(own, around) >= minimumInsideShare * own.width * own.height;
};

/** Whether a change lies within an object. */
export const isWithin = ({ box }: Change, owner: Box): boolean => isInside(box, inflate(owner, ownerMarginPoints));

/** Whether a change lies within an object, or is a level line that continues it, such as the end of an underline. */
const continues = (change: Change, owner: Box): boolean => {
  const box = inflate(change.box, 0.5);
  const isLine = box.height <= maximumLineBreadthPoints;
  return isLine && box.width < owner.width
    ? overlapArea(box, inflate(owner, ownerMarginPoints)) > 0
    : isWithin(change, owner);
};

/** The kinds of change that say what happened to an object, the most telling first. */
const telling = ['text_changed', 'text_added', 'text_removed', 'text_moved'];
const isDetail = ({ kind }: Change): boolean =>
  kind === 'text_moved' || kind === 'restyled' || kind.startsWith('graphic_');

/**
 * Joins the changes within one object, such as the heading of a view, into the one that tells most: its lines, its
 * bubble and what only moved with them are not changes of their own.
 * @param owners the boxes of objects of both sheets, in points of the newer one
 */
export const joinOwned = (changes: readonly Change[], owners: readonly Box[]): Change[] => {
  const taken = new Set<Change>();
  const joined: Change[] = [];
  // The heading of a view on both sheets is one object.
  for (const owner of cluster(owners, (a, b) => overlapArea(a, b) > 0).map((both) => both.reduce(union))) {
    const own = changes.filter((change) => !taken.has(change) && continues(change, owner));
    const lead = telling.flatMap((kind) => own.filter((change) => change.kind === kind))[0];
    const details = own.filter((change) => change !== lead && isDetail(change));
    if (!lead || details.length === 0) continue;
    for (const change of [lead, ...details]) taken.add(change);
    joined.push(details.reduce(withPart, lead));
  }
  return [...changes.filter((change) => !taken.has(change)), ...joined];
};

/**
 * Joins the linework that differs within a door: its leaf, its swing, and what they hid.
 * @param doors the boxes of the doors that changed, in points of the newer sheet
 */
export const joinDoors = (changes: readonly Change[], doors: readonly Box[]): Change[] => {
  const left = new Set(changes);
  const joined = doors.flatMap((door): Change[] => {
    const own = [...left].filter((change) => change.kind.startsWith('graphic_') && isWithin(change, door));
    const [first, ...rest] = own;
    if (!first || rest.length === 0) return [];
    for (const change of own) left.delete(change);
    const isOneKind = rest.every(({ kind }) => kind === first.kind);
    return [rest.reduce(withPart, isOneKind ? first : { ...first, kind: 'graphic_changed' })];
  });
  return [...left, ...joined];
};

/** A side of the comparison: the boxes of its views and its words that the other sheet has, in points of the newer sheet. */
export interface ViewSide {
  views: readonly Box[];
  words: readonly Word[];
}

/** What a text that replaced another one leaves if it belongs to a view of its own. */
const otherSide = (change: Change, verb: 'added' | 'removed'): Change[] => {
  const { kind, text } = change;
  if (kind !== 'text_changed') return [];
  const line = verb === 'added' ? text!.old! : text!.new!;
  const left = verb === 'added' ? ('text_removed' as const) : ('text_added' as const);
  const sides = verb === 'added' ? { old: line, new: null } : { old: null, new: line };
  return [{ ...change, kind: left, box: line.box, text: { kind: left, ...sides, box: line.box } }];
};

/** Joins what was added, or removed, within views that the other sheet does not have. */
const joinSide = (
  changes: readonly Change[],
  verb: 'added' | 'removed',
  { views, words }: ViewSide,
  others: readonly Box[],
  moved: readonly Box[],
): Change[] => {
  const isOfVerb = ({ kind }: Change) => kind.endsWith(`_${verb}`) || kind === 'text_changed';
  let all = [...changes];
  for (const view of views) {
    const isKnown = (box: Box) => shareInCommon(view, box) >= minimumCommonShare;
    if (others.some(isKnown) || moved.some((box) => overlapArea(view, box) > 0.5 * view.width * view.height)) continue;
    const parts = all.filter((change) => isOfVerb(change) && isWithin(change, view));
    const hasLinework = parts.some(({ text }) => text === null);
    if (!hasLinework || parts.length < minimumViewParts || words.some((word) => contains(view, centre(word)))) continue;
    const whole = combine(`view_${verb}`, parts);
    const name = titleIn(wordsOf(parts, verb), whole.box);
    all = [
      ...all.filter((change) => !parts.includes(change)),
      ...parts.flatMap((part) => otherSide(part, verb)),
      name === null ? whole : { ...whole, name },
    ];
  }
  return all;
};

/**
 * Joins the changes within a view that only one of the sheets has: its title, its dimensions and its lines.
 * @param moved the boxes of views that moved, at both places
 */
export const joinWholeViews = (
  changes: readonly Change[],
  older: ViewSide,
  newer: ViewSide,
  moved: readonly Box[],
): Change[] => joinSide(joinSide(changes, 'added', newer, older.views, moved), 'removed', older, newer.views, moved);

/** Whether an area is no higher than the cell of a text: furniture that covers a label is an object of its own. */
const isCellOf = ({ width, height }: Box, line: TextLine): boolean => {
  const [area, text] = line.angle % 180 === 0 ? [height, line.box.height] : [width, line.box.width];
  return area <= text + 2 * maximumLabelTextHeights * line.size;
};

/**
 * Joins the fill of a cell with the text in it that changed as well, and names other fills by their text: each is an object of
 * its own.
 * @param rows changes of table rows, which are reported anyway
 * @param words the unchanged words
 */
export const joinAreas = (changes: readonly Change[], rows: readonly Change[], words: readonly Word[]): Change[] => {
  const texts = [...changes, ...rows].filter(({ text, kind }) => text !== null || kind.startsWith('row_'));
  return changes.flatMap((change): Change[] => {
    if (!change.isArea) return [change];
    const isInside = ({ box, text }: Change) =>
      overlapArea(box, change.box) >=
        minimumInsideShare * Math.min(box.width * box.height, change.box.width * change.box.height) &&
      (text === null || isCellOf(change.box, (text.new ?? text.old)!));
    if (texts.some(isInside)) return [];
    const label = words.filter((word) => contains(change.box, centre(word))).map(({ text }) => text);
    return [label.length > 0 ? { ...change, name: label.join(' ') } : change];
  });
};
