import type { Word } from '../../../domain/page-text.ts';
import type { AlignedSheets } from '../align/align-sheets.ts';
import type { Change } from '../change.ts';
import { cluster } from '../cluster.ts';
import { shareUnchanged } from '../differ/share-left.ts';
import {
  type Box,
  centre,
  contains,
  distance,
  inflate,
  intersection,
  overlapArea,
  scaleOf,
  union,
} from '../geometry.ts';
import type { MovedRegion } from '../segment/moved-region.ts';
import { titleIn } from '../segment/view-title.ts';
import {
  displacementTolerancePoints,
  maximumLineBreadthPoints,
  maximumTitleDistancePoints,
  maximumUnchangedCellShare,
  maximumViewGapPoints,
  maximumViewLineTextHeights,
  minimumOutlineInsideShare,
  minimumViewParts,
  minimumViewSidePoints,
  outlineMarginPoints,
} from './thresholds.ts';

/** Whether linework without words lies within a view with the same displacement, and so is part of it. */
const isPartOf = (part: MovedRegion, view: MovedRegion): boolean =>
  part !== view &&
  part.place !== undefined &&
  view.place === undefined &&
  part.matrix.every((value, i) => Math.abs(value - view.matrix[i]!) < displacementTolerancePoints) &&
  overlapArea(part.box, view.box) > 0.5 * part.box.width * part.box.height;

/** Returns a change for each region that moved. */
export const moveViews = (all: readonly MovedRegion[], newer: readonly Word[]): Change[] => {
  const regions = all.filter((part) => !all.some((view) => isPartOf(part, view)));
  return regions.map((region) => {
    const name = titleIn(newer, region.box);
    return {
      kind: Math.abs(scaleOf(region.matrix) - 1) > 0.01 ? 'view_rescaled' : 'view_moved',
      box: region.box,
      from: region.from,
      text: null,
      addedInk: 0,
      removedInk: 0,
      ...(name === null ? {} : { name }),
    };
  });
};

/** Adds lines that differ within a view that moved to it: its outline, the lines that frame it. */
export const joinOutlines = (changes: readonly Change[], views: readonly Change[]): Change[] => {
  const isOutline = ({ kind, text, box }: Change) =>
    text === null && kind.startsWith('graphic_') && Math.min(box.width, box.height) <= maximumLineBreadthPoints;
  const isInside = ({ box }: Change, view: Change) => {
    const own = inflate(box, 0.5);
    return (
      overlapArea(own, inflate(view.box, outlineMarginPoints)) >= minimumOutlineInsideShare * own.width * own.height
    );
  };
  const viewOf = new Map(
    changes.filter(isOutline).map((change) => [change, views.find((view) => isInside(change, view))]),
  );
  return [
    ...changes.filter((change) => !viewOf.get(change)),
    ...views.map((view) => {
      const parts = changes.filter((change) => viewOf.get(change) === view);
      return parts.length === 0 ? view : { ...view, parts };
    }),
  ];
};

const scale = /\d\s*:\s*\d|=\s*\d/;

const isAddition = (change: Change): boolean => change.kind === 'text_added' || change.kind === 'graphic_added';
const isRemoval = (change: Change): boolean => change.kind === 'text_removed' || change.kind === 'graphic_removed';

/** Returns the area of a change that is compared with its neighbours. */
const placeOf = ({ text, box }: Change): Box =>
  text === null ? box : intersection(box, inflate(text.box, maximumViewLineTextHeights * (text.new ?? text.old)!.size));

const isView = (group: readonly Change[]): boolean => {
  const texts = group.filter((change) => change.text !== null).length;
  if (group.length < minimumViewParts || texts < 2 || texts === group.length) return false;
  const { width, height } = group.map((change) => change.box).reduce(union);
  return Math.min(width, height) >= minimumViewSidePoints;
};

/** Adds groups that contain only a view's title with its scale to the nearest view. */
const joinTitles = (groups: readonly Change[][], isView: (group: Change[]) => boolean): Change[][] => {
  const boxOf = (group: readonly Change[]) => group.map((change) => change.box).reduce(union);
  const views = groups.filter(isView).map((group) => ({ group: group.slice(), box: boxOf(group) }));
  const rest = groups.filter((group) => {
    if (isView(group) || !group.some(({ text }) => text && scale.test((text.new ?? text.old)!.text))) return true;
    const box = boxOf(group);
    const reached = views
      .filter(
        (view) =>
          distance(view.box, box) < maximumTitleDistancePoints &&
          contains({ ...view.box, y: box.y, height: box.height }, centre(box)),
      )
      .sort((a, b) => distance(a.box, box) - distance(b.box, box))[0];
    reached?.group.push(...group);
    return !reached;
  });
  return [...views.map(({ group }) => group), ...rest.filter((group) => !isView(group))];
};

/**
 * Joins additions, or removals, of a whole view: texts and linework close to each other, in an area that contains
 * nothing else.
 * @param words the words of both sheets, and the unchanged ones of each
 * @param marks marks of all differences in ink, including texts
 */
export const joinViews = (
  changes: readonly Change[],
  words: { kept: readonly Box[]; stayed: readonly Box[]; older: readonly Word[]; newer: readonly Word[] },
  sheets: AlignedSheets,
  marks: Uint8Array,
): Change[] => {
  const joined = new Set<Change>();
  const views: Change[] = [];
  const viewOf = (group: Change[], kind: 'view_added' | 'view_removed'): Change | undefined => {
    if (!isView(group)) return undefined;
    const box = group.map((change) => change.box).reduce(union);
    const isAdded = kind === 'view_added';
    const others = isAdded ? words.kept : words.stayed;
    if (others.some((word) => contains(inflate(box, -2), centre(word)))) return undefined;
    const picture = isAdded ? sheets.newer : sheets.older;
    if (shareUnchanged(box, picture, marks, sheets) > maximumUnchangedCellShare) return undefined;
    const name = titleIn(isAdded ? words.newer : words.older, box);
    return {
      kind,
      box,
      text: null,
      addedInk: group.reduce((sum, change) => sum + change.addedInk, 0),
      removedInk: group.reduce((sum, change) => sum + change.removedInk, 0),
      ...(name === null ? {} : { name }),
      parts: group,
    };
  };
  for (const [is, kind] of [
    [isAddition, 'view_added'],
    [isRemoval, 'view_removed'],
  ] as const) {
    const groups = cluster(changes.filter(is), (a, b) => distance(placeOf(a), placeOf(b)) < maximumViewGapPoints);
    for (const group of joinTitles(groups, isView)) {
      const view = viewOf(group, kind);
      if (!view) continue;
      for (const change of group) joined.add(change);
      views.push(view);
    }
  }
  return [...changes.filter((change) => !joined.has(change)), ...views];
};

/**
 * Drops changes implied by a view's new scale: its title states the scale, and its lines and texts keep their size
 * while everything else is scaled.
 */
export const dropEffectsOfScale = (changes: readonly Change[], views: readonly Change[]): Change[] => {
  const rescaled = views.filter((view) => view.kind === 'view_rescaled').map((view) => inflate(view.box, 12));
  return changes.filter((change) => {
    const says = change.kind === 'text_changed' && scale.test(change.text!.new!.text);
    const thin =
      change.kind.startsWith('graphic') && Math.min(change.box.width, change.box.height) < maximumLineBreadthPoints;
    const line = thin || (change.style !== undefined && change.style !== 'dashes');
    return !(says || line) || !rescaled.some((box) => contains(box, centre(change.box)));
  });
};
