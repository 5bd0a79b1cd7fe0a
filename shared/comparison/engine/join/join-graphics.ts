import { type Change, inkOf } from '../change.ts';
import { cluster } from '../cluster.ts';
import { type Box, gaps, overlapArea, union } from '../geometry.ts';
import {
  maximumCornerPoints,
  maximumDashBreadthPoints,
  maximumDashGapPoints,
  maximumDashPoints,
  maximumLineBreakPoints,
  maximumNamedPoints,
  maximumObjectPoints,
  maximumPairGapPoints,
  maximumPeriodPoints,
  maximumPieceGapPoints,
  maximumPiecePoints,
  maximumSideOffsetPoints,
  maximumStubInkShare,
  minimumDashPoints,
  minimumInsideShare,
  minimumOutlinePoints,
  minimumPairLengthRatio,
} from './thresholds.ts';

/** Joins the parts of one object that ink common to both sheets, or a gap between letters, separates. */
export const joinGraphics = (changes: readonly Change[]): Change[] => joinSides(clustered(changes, belongTogether));

const clustered = (changes: readonly Change[], belong: (a: Change, b: Change) => boolean): Change[] =>
  cluster(changes, belong).map(joined);

const joined = (group: readonly Change[]): Change => {
  if (group.length === 1) return group[0]!;
  const addedInk = group.reduce((sum, change) => sum + change.addedInk, 0);
  const removedInk = group.reduce((sum, change) => sum + change.removedInk, 0);
  const alike = group.every(({ kind }) => kind === group[0]!.kind);
  const kind = alike ? group[0]!.kind : 'graphic_changed';
  const { ink: _, ...first } = group[0]!;
  const { ink } = group.reduce((most, change) => (inkOf(change) > inkOf(most) ? change : most));
  return {
    ...first,
    ...(ink !== undefined && { ink }),
    kind,
    box: group.map((change) => change.box).reduce(union),
    addedInk,
    removedInk,
  };
};

const isDash = ({ kind, box }: Change) =>
  kind.startsWith('graphic_') &&
  Math.min(box.width, box.height) < maximumDashBreadthPoints &&
  Math.max(box.width, box.height) > minimumDashPoints;

/**
 * Whether a dash continues along the side of an outline, close enough to its corner that only ink over dashes
 * separates them.
 */
const isAlongSide = ({ box: dash }: Change, { box: outline }: Change): boolean => {
  if (Math.min(outline.width, outline.height) < minimumOutlinePoints) return false;
  if (Math.max(dash.width, dash.height) > maximumDashPoints) return false;
  const { x, y } = gaps(dash, outline);
  const upright = dash.height > dash.width;
  const [beyond, across] = upright ? [y, x] : [x, y];
  if (beyond <= 0 || beyond > maximumPeriodPoints || across >= 0) return false;
  const off = upright
    ? [dash.x - outline.x, dash.x + dash.width - outline.x - outline.width]
    : [dash.y - outline.y, dash.y + dash.height - outline.y - outline.height];
  return off.some((side) => Math.abs(side) < maximumSideOffsetPoints);
};

/** Joins the dashes of an outline that are separated from it where it runs beneath other objects. */
const joinSides = (changes: readonly Change[]): Change[] => {
  const left = new Set(changes);
  const one = (change: Change) => change.kind === 'graphic_added' || change.kind === 'graphic_removed';
  const outlines = changes.filter((change) => one(change) && !isDash(change));
  const dashes = changes.filter((change) => one(change) && isDash(change));
  return [
    ...outlines.flatMap((outline) => {
      let whole = outline;
      for (;;) {
        const next = dashes.find((dash) => left.has(dash) && dash.kind === whole.kind && isAlongSide(dash, whole));
        if (!next) break;
        left.delete(next);
        whole = joined([whole, next]);
      }
      left.delete(outline);
      return [whole];
    }),
    ...left,
  ];
};

const belongTogether = (a: Change, b: Change): boolean => {
  if (a.kind !== b.kind) return false;
  const [one, other] = [a.box, b.box];
  const { x, y } = gaps(one, other);
  // One recoloured object, separated where its outline is sparse.
  if (a.kind === 'restyled' && x < 4 && y < 4) return true;
  const like = (p: number, q: number, tolerance: number) => Math.abs(p - q) <= tolerance;
  // A line that continues behind other ink.
  const upright =
    like(one.x, other.x, 1.5) && like(one.x + one.width, other.x + other.width, 1.5) && y < maximumLineBreakPoints;
  const level =
    like(one.y, other.y, 1.5) && like(one.y + one.height, other.y + other.height, 1.5) && x < maximumLineBreakPoints;
  if (isWithin(one, other) || isWithin(other, one) || leadsTo(one, other) || leadsTo(other, one)) return true;
  if (arePair(one, other)) return true;
  const long = (length: number, breadth: number) => length > 3 * breadth;
  if (upright && (long(one.height, one.width) || long(other.height, other.width))) return true;
  if (level && (long(one.width, one.height) || long(other.width, other.height))) return true;
  return areInRow(one, other);
};

/** Whether two boxes may be words of one line of lettering. */
export const areInRow = (one: Box, other: Box): boolean => {
  const tall = Math.min(one.height, other.height);
  const isLike = (p: number, q: number) => Math.abs(p - q) <= 0.35 * tall;
  const isRow = isLike(one.y, other.y) && isLike(one.y + one.height, other.y + other.height);
  return isRow && tall > 4 && tall < 60 && gaps(one, other).x < 0.9 * tall;
};

const isWithin = (piece: Box, object: Box): boolean =>
  Math.max(object.width, object.height) < maximumObjectPoints &&
  overlapArea(piece, object) > 0.8 * piece.width * piece.height;

/** Whether a dash leads to another piece: the next dash, or the corner of a dashed outline. */
const leadsTo = (dash: Box, next: Box): boolean => {
  if (Math.min(dash.width, dash.height) > maximumDashBreadthPoints || Math.max(dash.width, dash.height) < 8)
    return false;
  const ahead =
    dash.width > dash.height
      ? { ...dash, x: dash.x - maximumDashGapPoints, width: dash.width + 2 * maximumDashGapPoints }
      : { ...dash, y: dash.y - maximumDashGapPoints, height: dash.height + 2 * maximumDashGapPoints };
  const { x, y } = gaps(ahead, next);
  const isDash = Math.min(next.width, next.height) < maximumDashBreadthPoints;
  return x < 0 && y < 0 && (isDash || Math.max(next.width, next.height) < maximumCornerPoints);
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
