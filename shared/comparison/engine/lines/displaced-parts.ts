import { type Box, contains, inflate, type Point } from '../geometry.ts';
import { commonShifts, LikeLines, middleOf, votesOf } from './line-votes.ts';
import { type LineDifference, type Piece, totalLength } from './piece.ts';
import { boxOfPieces, clusterPieces } from './piece-clusters.ts';
import {
  maximumMovedPieces,
  maximumOneDirectionShare,
  maximumPartMovePoints,
  maximumSlopeSine,
  minimumMovedLengthRatio,
  minimumMovedLengthShare,
  minimumPartPoints,
  minimumPiecePoints,
  movedPartGapPoints,
} from './thresholds.ts';

/** Linework of equal form that the older sheet has at one place and the newer one at another; boxes in points of the newer sheet. */
export interface DisplacedPart {
  from: Box;
  box: Box;
}

/** Points of a piece that are examined, as shares of its length. */
const sampledShares = [0.05, 0.25, 0.5, 0.75, 0.95] as const;

/** Returns the pieces that lie, when they are shifted, on lines of a sheet. */
const piecesOn = (
  pieces: readonly Piece[],
  { x: dx, y: dy }: Point,
  side: 'older' | 'newer',
  { isOn }: Pick<LineDifference, 'isOn'>,
): Piece[] =>
  pieces.filter(({ x0, y0, x1, y1 }) =>
    sampledShares.every((at) => isOn(side, x0 + at * (x1 - x0) + dx, y0 + at * (y1 - y0) + dy)),
  );

const shifted = ({ x, y, width, height }: Box, way: Point): Box => ({ x: x + way.x, y: y + way.y, width, height });

const isWithin = ({ x0, y0, x1, y1 }: Piece, around: Box): boolean =>
  contains(around, { x: x0, y: y0 }) && contains(around, { x: x1, y: y1 });

const isTouching = ({ x0, y0, x1, y1 }: Piece, around: Box): boolean =>
  contains(around, { x: x0, y: y0 }) || contains(around, { x: x1, y: y1 });

/** Whether a piece has nearly the direction of a displacement, after which it partly covers its former place. */
const isAlong = ({ x0, y0, x1, y1 }: Piece, { x, y }: Point): boolean =>
  Math.abs((x1 - x0) * y - (y1 - y0) * x) <= maximumSlopeSine * Math.hypot(x1 - x0, y1 - y0) * Math.hypot(x, y);

/** Whether pieces have more than one direction: parallel lines, such as the edges of two walls, are no part. */
const haveDirections = (pieces: readonly Piece[]): boolean => {
  const [first] = pieces;
  const way = first ? { x: first.x1 - first.x0, y: first.y1 - first.y0 } : { x: 0, y: 0 };
  const along = totalLength(pieces.filter((piece) => isAlong(piece, way)));
  return Math.max(along, totalLength(pieces) - along) <= maximumOneDirectionShare * totalLength(pieces);
};

/** Whether one sheet lacks about as much as the other, along the displacement and across it. */
const areBalanced = (gone: readonly Piece[], came: readonly Piece[], way: Point): boolean =>
  [true, false].every((along) => {
    const [least, most] = [gone, came]
      .map((pieces) => totalLength(pieces.filter((piece) => isAlong(piece, way) === along)))
      .sort((a, b) => a - b) as [number, number];
    return least >= minimumMovedLengthRatio * most;
  });

/** The lines that only one of the sheets has, by direction and length. */
interface Unmatched {
  removed: LikeLines;
  added: LikeLines;
}

/** Returns the only line like a piece that is near; undefined without one, and if there are several. */
const onlyLike = (piece: Piece, lines: LikeLines): Piece | undefined => {
  const from = middleOf(piece);
  const near = lines.like(piece).filter((other) => {
    const to = middleOf(other);
    return Math.hypot(to.x - from.x, to.y - from.y) <= maximumPartMovePoints;
  });
  return near.length === 1 ? near[0] : undefined;
};

/**
 * Whether pieces lie on one level or upright line that moved sideways with both of its ends, where nothing else differs and no
 * other line like it is near.
 */
const areOneLine = (
  pieces: readonly Piece[],
  way: Point,
  { removed, added }: Unmatched,
  difference: LineDifference,
): boolean => {
  const isOn = (side: 'x' | 'y') => {
    const places = pieces.flatMap((piece) => [piece[`${side}0`], piece[`${side}1`]]);
    return Math.max(...places) - Math.min(...places) <= minimumPiecePoints;
  };
  const along = isOn('x') ? way.y : isOn('y') ? way.x : Number.POSITIVE_INFINITY;
  if (Math.abs(along) > minimumPiecePoints) return false;
  const now = pieces.flatMap((piece) => {
    const other = onlyLike(piece, added);
    return other && onlyLike(other, removed) === piece ? [other] : [];
  });
  const isAlone = (own: readonly Piece[], all: readonly Piece[]) => {
    const around = inflate(boxOfPieces(own), movedPartGapPoints);
    return all.every((piece) => own.includes(piece) || !isTouching(piece, around));
  };
  return now.length === pieces.length && isAlone(pieces, difference.removed) && isAlone(now, difference.added);
};

/** Whether nearly all that only one sheet has at both places of a part is that part. */
const isWhole = (part: DisplacedPart, way: Point, difference: LineDifference, unmatched: Unmatched): boolean => {
  const places = [part.from, part.box].map((box) => inflate(box, 1));
  const here = (pieces: readonly Piece[]) => pieces.filter((piece) => places.some((place) => isWithin(piece, place)));
  const removed = here(difference.removed);
  const gone = piecesOn(removed, way, 'newer', difference);
  if (totalLength(gone) < minimumMovedLengthShare * totalLength(removed)) return false;
  const added = here(difference.added);
  const came = piecesOn(added, { x: -way.x, y: -way.y }, 'older', difference);
  return (
    totalLength(came) >= minimumMovedLengthShare * totalLength(added) &&
    // The end of a wall that became shorter is also elsewhere, but the wall lost more than it gained.
    areBalanced(gone, came, way) &&
    (haveDirections(gone) || areOneLine(gone, way, unmatched, difference))
  );
};

/** Returns the part that linework at a place and around it is that moved by the same way, with its removed pieces. */
const withNeighbours = (
  place: Box,
  way: Point,
  difference: LineDifference,
): { part: DisplacedPart; pieces: Piece[] } => {
  const around = inflate(place, Math.max(place.width, place.height));
  const near = difference.removed.filter((piece) => isWithin(piece, around));
  const pieces = piecesOn(near, way, 'newer', difference);
  const from = boxOfPieces(pieces);
  return { part: { from, box: shifted(from, way) }, pieces };
};

/** Returns the part that some removed linework belongs to, if the newer sheet has it elsewhere; null if it has not. */
const displacedPart = (
  block: readonly Piece[],
  unmatched: Unmatched,
  difference: LineDifference,
): { part: DisplacedPart; pieces: Piece[] } | null => {
  const { width, height } = boxOfPieces(block);
  if (Math.max(width, height) < minimumPartPoints) return null;
  const votes = votesOf(block, unmatched.added).filter(({ x, y }) => Math.hypot(x, y) <= maximumPartMovePoints);
  const [likeliest] = commonShifts(votes, 1);
  if (!likeliest) return null;
  const { shift } = likeliest;
  const gone = piecesOn(block, shift, 'newer', difference);
  if (gone.length === 0) return null;
  const from = boxOfPieces(gone);
  const alone = { part: { from, box: shifted(from, shift) }, pieces: gone };
  return (
    [withNeighbours(from, shift, difference), alone].find(({ part }) => isWhole(part, shift, difference, unmatched)) ??
    null
  );
};

/**
 * Finds parts of the drawing that moved by their lines, also by less than their size. Needs no words.
 * @param difference the lines that only one of the sheets has; its `isOn` states what else is drawn there
 */
export const findDisplacedParts = (difference: LineDifference): DisplacedPart[] => {
  const { removed, added } = difference;
  if (removed.length === 0 || Math.max(removed.length, added.length) > maximumMovedPieces) return [];
  const unmatched = { removed: new LikeLines(removed), added: new LikeLines(added) };
  const taken = new Set<Piece>();
  return clusterPieces(removed, movedPartGapPoints).flatMap((block): DisplacedPart[] => {
    if (block.some((piece) => taken.has(piece))) return [];
    const found = displacedPart(block, unmatched, difference);
    for (const piece of found?.pieces ?? []) taken.add(piece);
    return found ? [found.part] : [];
  });
};
