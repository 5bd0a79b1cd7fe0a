import { type LineDifference, type Piece, totalLength } from './piece.ts';
import { clusterPieces } from './piece-clusters.ts';
import {
  hatchLineStepPoints,
  maximumHatchGapPoints,
  minimumExchangedShare,
  minimumHatchLines,
  minimumUprightHatchLines,
} from './thresholds.ts';

/** Returns the direction of a piece in whole degrees clockwise from the x axis, from 0 to 179. */
const directionOf = ({ x0, y0, x1, y1 }: Piece): number =>
  (Math.round((Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI) + 180) % 180;

/** Returns the number of parallel lines that pieces of one direction lie on. */
const countLines = (pieces: readonly Piece[], degrees: number): number => {
  const angle = (degrees * Math.PI) / 180;
  const offsetOf = ({ x0, y0, x1, y1 }: Piece) =>
    -Math.sin(angle) * ((x0 + x1) / 2) + Math.cos(angle) * ((y0 + y1) / 2);
  return new Set(pieces.map((piece) => Math.round(offsetOf(piece) / hatchLineStepPoints))).size;
};

/**
 * Finds hatches that gave way to another one of the same pen and direction: neighbouring parallel lines, of which some were
 * added and others removed. Returns a key of pen and direction for each of their pieces.
 */
export const findExchangedHatches = ({ added, removed }: Pick<LineDifference, 'added' | 'removed'>) => {
  const hatched = new Map<Piece, string>();
  const isAdded = new Set(added);
  const keyOf = (piece: Piece) => `${piece.pen.colour} ${piece.pen.width} ${directionOf(piece)}`;
  const strokes = [...added, ...removed].filter(({ pen }) => !pen.edge);
  for (const [key, family] of Map.groupBy(strokes, keyOf)) {
    const direction = directionOf(family[0]!);
    // Steps, boards and the rows of tables are level or upright.
    const least = direction % 90 === 0 ? minimumUprightHatchLines : minimumHatchLines;
    if (family.length < least) continue;
    for (const hatch of clusterPieces(family, maximumHatchGapPoints)) {
      if (countLines(hatch, direction) < least) continue;
      const [came, went] = [true, false].map((way) => totalLength(hatch.filter((piece) => isAdded.has(piece) === way)));
      if (Math.min(came!, went!) < minimumExchangedShare * Math.max(came!, went!)) continue;
      for (const piece of hatch) hatched.set(piece, key);
    }
  }
  return hatched;
};
