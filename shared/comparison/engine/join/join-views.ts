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
  maximumAttachedSideRatio,
  maximumLineBreadthPoints,
  maximumPieceGapPoints,
  maximumTitleDistancePoints,
  maximumUnchangedCellShare,
  maximumViewGapPoints,
  maximumViewLineTextHeights,
  minimumFrameShare,
  minimumOutlineInsideShare,
  minimumRedrawnPieces,
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

/** Returns the pieces of linework that a change consists of; none if it is more than linework. */
const lineworkIn = (change: Change): Change[] => {
  if (change.kind === 'repeated') return change.parts!.every(isLinework) ? change.parts! : [];
  return isLinework(change) ? [change] : [];
};

const isLinework = ({ kind, text, name }: Change): boolean =>
  text === null && name === undefined && (kind.startsWith('graphic_') || kind === 'restyled');

const redrawnOf = (parts: Change[]): Change => ({
  kind: parts.every(({ kind }) => kind === parts[0]!.kind) ? parts[0]!.kind : 'graphic_changed',
  box: parts.map(({ box }) => box).reduce(union),
  text: null,
  addedInk: parts.reduce((sum, { addedInk }) => sum + addedInk, 0),
  removedInk: parts.reduce((sum, { removedInk }) => sum + removedInk, 0),
});

/**
 * Joins the linework that differs within views that moved: thin lines alone, such as the outline, are parts of the move;
 * a view with more was redrawn, which is one change, and one for all views that were.
 */
export const joinOutlines = (changes: readonly Change[], views: readonly Change[]): Change[] => {
  const isPiece = ({ box }: Change, { box: view }: Change) => {
    const own = inflate(box, 0.5);
    const inside = overlapArea(own, inflate(view, outlineMarginPoints)) / (own.width * own.height);
    const isAttached =
      distance(box, view) <= maximumPieceGapPoints &&
      Math.max(box.width / view.width, box.height / view.height) <= maximumAttachedSideRatio;
    const isFrame = overlapArea(box, view) >= minimumFrameShare * view.width * view.height;
    return (inside >= minimumOutlineInsideShare || isAttached) && !isFrame;
  };
  const isThin = ({ box }: Change) => Math.min(box.width, box.height) <= maximumLineBreadthPoints;
  const viewsOf = new Map(
    changes.map((change) => [
      change,
      lineworkIn(change).flatMap((piece) => views.find((view) => isPiece(piece, view)) ?? []),
    ]),
  );
  const isOwned = (change: Change) => viewsOf.get(change)!.length === lineworkIn(change).length;
  const owned = changes.filter((change) => lineworkIn(change).length > 0 && isOwned(change));
  const piecesOf = (view: Change) =>
    owned.flatMap((change) => lineworkIn(change).filter((_, i) => viewsOf.get(change)![i] === view));
  const pieces = views.map(piecesOf).filter((own) => own.length > 0);
  if (pieces.some((own) => own.length >= minimumRedrawnPieces && !own.every(isThin))) {
    const redrawn = pieces.map(redrawnOf);
    const whole = { ...redrawnOf(redrawn), kind: 'repeated' as const, parts: redrawn };
    const rest = changes.filter((change) => !owned.includes(change));
    return [...rest, ...views, ...(redrawn.length > 1 ? [whole] : redrawn)];
  }
  const outlines = owned.filter((change) => change.kind !== 'repeated' && isThin(change));
  return [
    ...changes.filter((change) => !outlines.includes(change)),
    ...views.map((view) => {
      const parts = outlines.filter((change) => viewsOf.get(change)![0] === view);
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
