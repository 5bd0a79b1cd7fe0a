import type { Word } from '../../../domain/page-text.ts';
import { type Box, centre, contains, inflate, type Point } from '../geometry.ts';
import { boxOfPieces, clusterPieces } from '../lines/line-evidence.ts';
import { type LineDifference, type Piece, pieceLength } from '../lines/piece.ts';
import { Spellings } from '../read/spellings.ts';
import type { Flock } from './moved-words.ts';
import {
  displacementTolerancePoints,
  lineLengthTolerancePoints,
  linePlaceTolerancePoints,
  maximumAlikeLines,
  maximumDriftViews,
  maximumRivalFitRatio,
  minimumDriftPoints,
  minimumViewLineShare,
  minimumViewSidePoints,
  minimumVotePoints,
  minimumWhitespacePoints,
} from './thresholds.ts';

interface Block {
  pieces: Piece[];
  box: Box;
}

const middleOf = ({ x0, y0, x1, y1 }: Piece): Point => ({ x: (x0 + x1) / 2, y: (y0 + y1) / 2 });

/** Returns the direction of a line in whole degrees, 0 to 179. */
const directionOf = ({ x0, y0, x1, y1 }: Piece): number =>
  (Math.round((Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI) + 360) % 180;

/** Lines by direction and length. */
class LikeLines {
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
          if (Math.abs(pieceLength(other) - length) <= lineLengthTolerancePoints && !found.includes(other))
            found.push(other);
    return found;
  }
}

interface Vote extends Point {
  weight: number;
}

/** Returns the shifts that map lines of a block to lines of the newer sheet, weighted by length and rarity. */
const votesOf = ({ pieces }: Block, added: LikeLines): Vote[] =>
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

/** Returns the shift with most votes, and how well the best distant other one fits; null without votes. */
const commonShift = (votes: readonly Vote[]): { shift: Point; rival: number } | null => {
  const bins = new Map<string, { x: number; y: number; weight: number }>();
  for (const { x, y, weight } of votes) {
    for (const u of [-1, 0, 1])
      for (const v of [-1, 0, 1]) {
        const [column, row] = [Math.round(x) + u, Math.round(y) + v];
        const key = `${column} ${row}`;
        const bin = bins.get(key);
        const part = u === 0 && v === 0 ? weight : weight / 2;
        if (bin) bin.weight += part;
        else bins.set(key, { x: column, y: row, weight: part });
      }
  }
  const sorted = [...bins.values()].sort((a, b) => b.weight - a.weight || a.y - b.y || a.x - b.x);
  const best = sorted[0];
  if (!best) return null;
  const rival = sorted.find((bin) => Math.max(Math.abs(bin.x - best.x), Math.abs(bin.y - best.y)) > 3);
  const near = votes.filter(({ x, y }) => Math.max(Math.abs(x - best.x), Math.abs(y - best.y)) <= 1.5);
  const total = near.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (axis: 'x' | 'y') => near.reduce((sum, vote) => sum + vote[axis] * vote.weight, 0) / total;
  return { shift: { x: mean('x'), y: mean('y') }, rival: (rival?.weight ?? 0) / best.weight };
};

/** Returns the share of the length of a block's lines that the newer sheet added where a shift maps them. */
const shareShifted = ({ pieces }: Block, { x, y }: Point, added: LikeLines): number => {
  let [all, found] = [0, 0];
  for (const piece of pieces) {
    const length = pieceLength(piece);
    if (length < minimumVotePoints) continue;
    all += length;
    const from = middleOf(piece);
    const isThere = added.like(piece).some((other) => {
      const to = middleOf(other);
      return Math.max(Math.abs(to.x - from.x - x), Math.abs(to.y - from.y - y)) <= linePlaceTolerancePoints;
    });
    if (isThere) found += length;
  }
  return all === 0 ? 0 : found / all;
};

const isFar = ({ x, y }: Point): boolean => Math.hypot(x, y) >= minimumDriftPoints;

const flockOf = (from: Box, { x, y }: Point, words: Flock['words']): Flock => ({
  ...{ matrix: [1, 0, 0, 1, x, y], weight: words.length, words },
  place: { ...from, x: from.x + x, y: from.y + y },
});

/**
 * Finds views that moved on the sheet by their lines: removed blocks bounded by white space, each
 * with the shift that maps its lines to added ones. Needs no words.
 * @param lines the lines that no other move explains
 * @param words words of both sheets in points of the newer one
 */
export const findDrifts = (
  lines: Pick<LineDifference, 'removed' | 'added'>,
  words: { older: readonly Word[]; newer: readonly Word[] },
): Flock[] => {
  if (lines.removed.length === 0 || lines.added.length === 0) return [];
  const added = new LikeLines(lines.added);
  const blocks = clusterPieces(lines.removed, minimumWhitespacePoints)
    .map((pieces): Block & { length: number } => ({
      ...{ pieces, box: boxOfPieces(pieces) },
      length: pieces.reduce((sum, piece) => sum + pieceLength(piece), 0),
    }))
    .sort((a, b) => b.length - a.length || a.box.y - b.box.y || a.box.x - b.box.x);
  const sideOf = ({ box }: Block) => Math.min(box.width, box.height);
  const views = blocks.filter((block) => sideOf(block) >= minimumViewSidePoints).slice(0, maximumDriftViews);
  const places = new Spellings(words.newer);
  return views.flatMap((block): Flock[] => {
    const found = commonShift(votesOf(block, added));
    if (!found || !isFar(found.shift) || found.rival > maximumRivalFitRatio) return [];
    if (shareShifted(block, found.shift, added) < minimumViewLineShare) return [];
    const about = inflate(block.box, minimumWhitespacePoints);
    const along = words.older.flatMap((word) => {
      const to = contains(about, centre(word)) ? places.at(word, found.shift, displacementTolerancePoints) : null;
      return to ? [{ from: word, to }] : [];
    });
    return [flockOf(block.box, found.shift, along)];
  });
};
