import type { Pen } from '../../../drawing/index.ts';

/** A straight piece that one sheet draws and the other does not, or with another pen; in points of the newer sheet. */
export interface Piece {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  pen: Pen;
  /** The pen on the other sheet; only for restyled pieces. */
  was?: Pen;
}

export const pieceLength = ({ x0, y0, x1, y1 }: Piece): number => Math.hypot(x1 - x0, y1 - y0);

/** Returns the total length of pieces in points. */
export const totalLength = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, piece) => sum + pieceLength(piece), 0);

export interface LineDifference {
  removed: Piece[];
  added: Piece[];
  /** Lines of the newer sheet that the older one draws with another pen. */
  restyled: Piece[];
  /** Whether a sheet has a line at a point. */
  isOn: (side: 'older' | 'newer', x: number, y: number) => boolean;
}

/** Whether both sheets have a line at a point. */
export const isKept = ({ isOn }: Pick<LineDifference, 'isOn'>, x: number, y: number): boolean =>
  isOn('older', x, y) && isOn('newer', x, y);
