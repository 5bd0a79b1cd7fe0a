import type { Word } from '../../../domain/page-text.ts';
import { type Change, combine, extentOf } from '../change.ts';
import { minimumInsideShare } from '../differ/thresholds.ts';
import { centre, contains, distance, inflate, overlapArea, scaleOf } from '../geometry.ts';
import type { MovedRegion } from '../segment/moved-region.ts';
import { titleIn } from '../segment/view-title.ts';
import {
  displacementTolerancePoints,
  maximumAttachedSideRatio,
  maximumLineBreadthPoints,
  maximumPieceGapPoints,
  minimumViewParts,
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

/** Marks are excluded because views are joined after the passes, which leave marks alone. */
const isLinework = ({ kind, text, name, mark }: Change): boolean =>
  text === null && name === undefined && mark === undefined && (kind.startsWith('graphic_') || kind === 'restyled');

const redrawnOf = (parts: Change[]): Change => ({
  kind: parts.every(({ kind }) => kind === parts[0]!.kind) ? parts[0]!.kind : 'graphic_changed',
  text: null,
  ...extentOf(parts),
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
    const isFrame = overlapArea(box, view) >= minimumInsideShare * view.width * view.height;
    return (inside >= minimumInsideShare || isAttached) && !isFrame;
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
  if (pieces.some((own) => own.length >= minimumViewParts && !own.every(isThin))) {
    const redrawn = pieces.map(redrawnOf);
    const rest = changes.filter((change) => !owned.includes(change));
    return [...rest, ...views, ...(redrawn.length > 1 ? [combine('repeated', redrawn)] : redrawn)];
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
