import type { Word } from '../../../domain/page-text.ts';
import { placeTolerancePoints } from '../align/thresholds.ts';
import { type Box, centre, contains, inflate, type Point } from '../geometry.ts';
import { commonShifts, LikeLines, middleOf, votesOf } from '../lines/line-votes.ts';
import { type LineDifference, type Piece, pieceLength, totalLength } from '../lines/piece.ts';
import { boxOfPieces, clusterPieces } from '../lines/piece-clusters.ts';
import { minimumVotePoints } from '../lines/thresholds.ts';
import { Spellings } from '../read/spellings.ts';
import type { Flock } from './moved-words.ts';
import {
  displacementTolerancePoints,
  maximumDriftViews,
  maximumRivalFitRatio,
  minimumDriftPoints,
  minimumViewLineShare,
  minimumViewSidePoints,
  minimumWhitespacePoints,
} from './thresholds.ts';

interface Block {
  pieces: Piece[];
  box: Box;
}

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
      return Math.max(Math.abs(to.x - from.x - x), Math.abs(to.y - from.y - y)) <= placeTolerancePoints;
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
      length: totalLength(pieces),
    }))
    .sort((a, b) => b.length - a.length || a.box.y - b.box.y || a.box.x - b.box.x);
  const sideOf = ({ box }: Block) => Math.min(box.width, box.height);
  const views = blocks.filter((block) => sideOf(block) >= minimumViewSidePoints).slice(0, maximumDriftViews);
  const places = new Spellings(words.newer);
  return views.flatMap((block): Flock[] => {
    const [best, rival] = commonShifts(votesOf(block.pieces, added), 2);
    if (!best || !isFar(best.shift) || (rival?.weight ?? 0) > maximumRivalFitRatio * best.weight) return [];
    const { shift } = best;
    if (shareShifted(block, shift, added) < minimumViewLineShare) return [];
    const about = inflate(block.box, minimumWhitespacePoints);
    const along = words.older.flatMap((word) => {
      const to = contains(about, centre(word)) ? places.at(word, shift, displacementTolerancePoints) : null;
      return to ? [{ from: word, to }] : [];
    });
    return [flockOf(block.box, shift, along)];
  });
};
