import type { Point } from '../geometry.ts';
import { type Piece, pieceLength } from './piece.ts';
import { maximumAlikeLines, minimumPiecePoints, minimumVotePoints } from './thresholds.ts';

/** More than a page is high, so that each place of a shift has its own key. */
const rowPoints = 2 ** 16;

/** Returns the middle of a piece. */
export const middleOf = ({ x0, y0, x1, y1 }: Piece): Point => ({ x: (x0 + x1) / 2, y: (y0 + y1) / 2 });

/** Returns the direction of a line in whole degrees, 0 to 179. */
const directionOf = ({ x0, y0, x1, y1 }: Piece): number =>
  (Math.round((Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI) + 360) % 180;

/** Lines by direction and length. */
export class LikeLines {
  readonly #lines = new Map<number, Piece[]>();

  constructor(pieces: readonly Piece[]) {
    for (const piece of pieces) {
      if (pieceLength(piece) < minimumVotePoints) continue;
      const key = this.#key(directionOf(piece), Math.round(pieceLength(piece)));
      const there = this.#lines.get(key);
      if (there) there.push(piece);
      else this.#lines.set(key, [piece]);
    }
  }

  #key(direction: number, length: number): number {
    return length * 180 + direction;
  }

  /** Returns the lines of a piece's direction and length. */
  like(piece: Piece): Piece[] {
    const [direction, length] = [directionOf(piece), pieceLength(piece)];
    const found: Piece[] = [];
    for (const turn of [179, 0, 1])
      for (const size of [Math.floor(length), Math.ceil(length)])
        for (const other of this.#lines.get(this.#key((direction + turn) % 180, size)) ?? [])
          if (Math.abs(pieceLength(other) - length) <= minimumPiecePoints && !found.includes(other)) found.push(other);
    return found;
  }
}

/** A shift in points that maps a line to one like it. */
interface Vote extends Point {
  weight: number;
}

/** Returns the shifts that map lines to lines like them of the newer sheet, weighted by length and rarity. */
export const votesOf = (pieces: readonly Piece[], added: LikeLines): Vote[] =>
  pieces.flatMap((piece): Vote[] => {
    if (pieceLength(piece) < minimumVotePoints) return [];
    const like = added.like(piece);
    if (like.length > maximumAlikeLines) return [];
    const from = middleOf(piece);
    return like.map((other) => {
      const to = middleOf(other);
      return { x: to.x - from.x, y: to.y - from.y, weight: pieceLength(piece) / like.length };
    });
  });

/** Returns the `most` shifts with most votes that are not next to each other, the best first, with the weight of their votes. */
export const commonShifts = (votes: readonly Vote[], most: number): { shift: Point; weight: number }[] => {
  const bins = new Map<number, Vote>();
  for (const { x, y, weight } of votes) {
    for (const u of [-1, 0, 1])
      for (const v of [-1, 0, 1]) {
        const [column, row] = [Math.round(x) + u, Math.round(y) + v];
        const key = column * rowPoints + row;
        const bin = bins.get(key);
        const part = u === 0 && v === 0 ? weight : weight / 2;
        if (bin) bin.weight += part;
        else bins.set(key, { x: column, y: row, weight: part });
      }
  }
  const apart: Vote[] = [];
  for (const bin of [...bins.values()].sort((a, b) => b.weight - a.weight || a.y - b.y || a.x - b.x)) {
    if (apart.length === most) break;
    if (apart.every(({ x, y }) => Math.max(Math.abs(bin.x - x), Math.abs(bin.y - y)) > 3)) apart.push(bin);
  }
  return apart.map((bin) => {
    const near = votes.filter(({ x, y }) => Math.max(Math.abs(x - bin.x), Math.abs(y - bin.y)) <= 1.5);
    const total = near.reduce((sum, { weight }) => sum + weight, 0);
    const mean = (axis: 'x' | 'y') => near.reduce((sum, vote) => sum + vote[axis] * vote.weight, 0) / total;
    return { shift: { x: mean('x'), y: mean('y') }, weight: bin.weight };
  });
};
