import { Groups } from '../../../drawing/index.ts';
import type { Box } from '../geometry.ts';
import { type Piece, pieceLength } from './piece.ts';

/** Groups pieces that are at most `gap` points apart, by their bounding boxes and ends. */
export const clusterPieces = (pieces: readonly Piece[], gap: number): Piece[][] => {
  const cells = new Map<number, number[]>();
  const groups = new Groups(pieces.length);
  for (const [i, piece] of pieces.entries()) {
    const steps = Math.max(1, Math.ceil((2 * pieceLength(piece)) / gap));
    for (let k = 0; k <= steps; k++) {
      const x = Math.floor((piece.x0 + ((piece.x1 - piece.x0) * k) / steps) / gap);
      const y = Math.floor((piece.y0 + ((piece.y1 - piece.y0) * k) / steps) / gap);
      const key = y * 65_536 + x;
      const there = cells.get(key);
      if (!there) cells.set(key, [i]);
      else if (there.at(-1) !== i) there.push(i);
    }
  }
  for (const [key, own] of cells) {
    for (const other of own) groups.join(other, own[0]!);
    for (const next of [key + 1, key + 65_535, key + 65_536, key + 65_537]) {
      const beside = cells.get(next);
      if (beside) groups.join(beside[0]!, own[0]!);
    }
  }
  return groups.all().map((group) => group.map((i) => pieces[i]!));
};

/** Returns the bounding box of pieces, with the breadth of their pens. */
export const boxOfPieces = (pieces: readonly Piece[]): Box => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x0, y0, x1, y1, pen } of pieces) {
    const half = Math.max(pen.width, 0.5) / 2;
    left = Math.min(left, x0 - half, x1 - half);
    top = Math.min(top, y0 - half, y1 - half);
    right = Math.max(right, x0 + half, x1 + half);
    bottom = Math.max(bottom, y0 + half, y1 + half);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
};
