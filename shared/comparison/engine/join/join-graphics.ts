import { type Change, extentOf, inkOf } from '../change.ts';
import { cluster } from '../cluster.ts';
import { minimumInsideShare } from '../differ/thresholds.ts';
import { type Box, distance, gaps, overlapArea, union } from '../geometry.ts';
import {
  maximumDashGapPoints,
  maximumLineBreadthPoints,
  maximumLineBreakPoints,
  maximumNamedPoints,
  maximumPairGapPoints,
  maximumPieceGapPoints,
  maximumPiecePoints,
  maximumStubInkShare,
  minimumPairLengthRatio,
  minimumScannedBreadthPoints,
  minimumScannedPoints,
} from './thresholds.ts';

/** Joins the parts of one object that ink common to both sheets, or a gap between letters, separates. */
export const joinGraphics = (changes: readonly Change[]): Change[] => cluster(changes, belongTogether).map(joined);

/** Joins differences of distorted scans that are close to each other; smaller ones are the dirt of copies. */
export const joinScanned = (changes: readonly Change[]): Change[] =>
  cluster(
    changes.filter(
      ({ box: { width, height } }) =>
        Math.max(width, height) >= minimumScannedPoints && Math.min(width, height) >= minimumScannedBreadthPoints,
    ),
    (a, b) => distance(a.box, b.box) <= minimumScannedPoints,
  ).map(joined);

const joined = (group: readonly Change[]): Change => {
  if (group.length === 1) return group[0]!;
  const alike = group.every(({ kind }) => kind === group[0]!.kind);
  const kind = alike ? group[0]!.kind : 'graphic_changed';
  const { ink: _, ...first } = group[0]!;
  const { ink } = group.reduce((most, change) => (inkOf(change) > inkOf(most) ? change : most));
  return {
    ...first,
    ...(ink !== undefined && { ink }),
    kind,
    ...extentOf(group),
  };
};

const belongTogether = (a: Change, b: Change): boolean => {
  if (a.kind !== b.kind) return false;
  const [one, other] = [a.box, b.box];
  const { x, y } = gaps(one, other);
  // One recoloured object, separated where its outline is sparse.
  if (a.kind === 'restyled' && x < 4 && y < 4) return true;
  // A line that continues behind other ink.
  const like = (p: number, q: number) => Math.abs(p - q) <= 1.5;
  const upright = like(one.x, other.x) && like(one.x + one.width, other.x + other.width) && y < maximumLineBreakPoints;
  const level = like(one.y, other.y) && like(one.y + one.height, other.y + other.height) && x < maximumLineBreakPoints;
  const long = (length: number, breadth: number) => length > 3 * breadth;
  if (upright && (long(one.height, one.width) || long(other.height, other.width))) return true;
  if (level && (long(one.width, one.height) || long(other.width, other.height))) return true;
  return leadsTo(one, other) || leadsTo(other, one) || arePair(one, other) || areInRow(one, other);
};

/** Whether two boxes may be words of one line of lettering. */
export const areInRow = (one: Box, other: Box): boolean => {
  const tall = Math.min(one.height, other.height);
  const isLike = (p: number, q: number) => Math.abs(p - q) <= 0.35 * tall;
  const isRow = isLike(one.y, other.y) && isLike(one.y + one.height, other.y + other.height);
  return isRow && tall > 4 && tall < 60 && gaps(one, other).x < 0.9 * tall;
};

/** Whether a dash leads to another piece: the next dash, or the corner of a dashed outline. */
const leadsTo = (dash: Box, next: Box): boolean => {
  if (Math.min(dash.width, dash.height) > maximumLineBreadthPoints || Math.max(dash.width, dash.height) < 8)
    return false;
  const ahead =
    dash.width > dash.height
      ? { ...dash, x: dash.x - maximumDashGapPoints, width: dash.width + 2 * maximumDashGapPoints }
      : { ...dash, y: dash.y - maximumDashGapPoints, height: dash.height + 2 * maximumDashGapPoints };
  const { x, y } = gaps(ahead, next);
  const isDash = Math.min(next.width, next.height) < maximumLineBreadthPoints;
  return x < 0 && y < 0 && (isDash || Math.max(next.width, next.height) < maximumPiecePoints);
};

/** Whether two boxes are parallel lines of equal length, as of a frame or a pane. */
const arePair = (one: Box, other: Box): boolean => {
  const like = (p: number, q: number) => Math.abs(p - q) <= 1;
  const { x, y } = gaps(one, other);
  const whole = union(one, other);
  const upright = like(one.y, other.y) && like(one.height, other.height) && x < maximumPairGapPoints;
  const level = like(one.x, other.x) && like(one.width, other.width) && y < maximumPairGapPoints;
  return (
    (upright && whole.height > minimumPairLengthRatio * whole.width) ||
    (level && whole.width > minimumPairLengthRatio * whole.height)
  );
};

const areAdjacent = (one: Box, other: Box): boolean => {
  const { x, y } = gaps(one, other);
  return Math.max(x, y) < maximumPieceGapPoints;
};

/** Whether recoloured lines lie where linework was drawn, which also recolours what it crosses. */
const isDrawnOver = (linework: Change, lines: Change): boolean => {
  const { width, height } = linework.box;
  const isSmall = Math.max(width, height) <= maximumNamedPoints;
  if (!isSmall && inkOf(lines) > maximumStubInkShare * inkOf(linework)) return false;
  return overlapArea(linework.box, lines.box) >= minimumInsideShare * lines.box.width * lines.box.height;
};

/**
 * Merges small pieces that only look heavier or finer into added or removed linework next to them, such as a filled
 * arrow.
 */
export const absorbStyles = (changes: readonly Change[]): Change[] => {
  const isFill = ({ style }: Change) => style === 'filled' || style === 'emptied';
  const isPiece = (change: Change) => change.kind === 'restyled' && change.text === null && !isFill(change);
  // The filled parts of one symbol: an arrow behind a circle is visible at several places.
  const fills = cluster(changes.filter(isFill), (a, b) => a.style === b.style && areAdjacent(a.box, b.box));
  const whole = [...changes.filter((change) => !isPiece(change) && !isFill(change)), ...fills.map(joined)];
  for (const piece of changes.filter(isPiece)) {
    const isSmall = Math.max(piece.box.width, piece.box.height) < maximumPiecePoints;
    const beside = whole.findIndex((change) => {
      const { kind, box } = change;
      const small = isSmall && Math.max(box.width, box.height) < 2 * maximumPiecePoints;
      const isThere = (small && areAdjacent(box, piece.box)) || isDrawnOver(change, piece);
      return (kind.startsWith('graphic_') || isFill(change)) && isThere;
    });
    if (beside < 0) {
      whole.push(piece);
      continue;
    }
    const own = whole[beside]!;
    whole[beside] = { ...joined([own, piece]), kind: own.kind };
  }
  return whole;
};
