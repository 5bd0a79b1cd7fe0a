import type { LineStyle } from '../change.ts';
import { type Box, inflate, overlapArea } from '../geometry.ts';
import type { ChangedArea } from './area-difference.ts';
import { type DisplacedPart, findDisplacedParts } from './displaced-parts.ts';
import type { ComparedLinework, MovedPart } from './line-difference.ts';
import { isKept, type LineDifference, type Piece, pieceLength, totalLength } from './piece.ts';
import {
  artefactReachPoints,
  maximumOppositeShare,
  minimumAreaShare,
  minimumChordShare,
  minimumInkedShare,
  minimumOnLineShare,
  minimumRestyledLineShare,
  sampledMarks,
  sampleStepPoints,
  widthTolerancePoints,
} from './thresholds.ts';

/** The lines of a patch of changed ink that differ between the sheets. */
export interface PatchLines {
  /** Total lengths in points. */
  added: number;
  removed: number;
  restyled: number;
  pieces: Piece[];
  restyledPieces: Piece[];
}

/** What the linework of two sheets shows about patches of ink that differ between their rasters. */
export class LineEvidence {
  readonly #linework: ComparedLinework;
  readonly #areas: readonly ChangedArea[];
  readonly #difference: LineDifference;

  readonly #moves: readonly MovedPart[];

  constructor(linework: ComparedLinework, areas: readonly ChangedArea[], moves: readonly MovedPart[]) {
    [this.#linework, this.#areas, this.#moves] = [linework, areas, moves];
    this.#difference = linework.difference(moves);
  }

  /** Returns the lines of each sheet at their positions on the newer one, those that the other lacks, and new fills. */
  sides(): Record<'older' | 'newer', { lines: Piece[]; changed: readonly Piece[]; filled: Box[] }> {
    const { older, newer } = this.#linework.lines(this.#moves);
    const { removed, added } = this.#difference;
    const filled = (kind: ChangedArea['kind']) =>
      this.#areas.filter((area) => area.kind === kind).map(({ box }) => box);
    return {
      older: { lines: older, changed: removed, filled: filled('emptied') },
      newer: { lines: newer, changed: added, filled: filled('filled') },
    };
  }

  /** Returns the parts of the drawing that moved, found by their lines. */
  displacedParts(): DisplacedPart[] {
    return findDisplacedParts(this.#difference);
  }

  /** Whether other pens draw most of the sheet. */
  areRestyled(): boolean {
    return totalLength(this.#difference.restyled) > minimumRestyledLineShare * this.#linework.newerLength();
  }

  /**
   * Assigns the lines that differ to the patches along them.
   * @param patchAt returns the patch at a point; undefined for none
   */
  assign(patchAt: (x: number, y: number) => number | undefined): Map<number, PatchLines> {
    const patches = new Map<number, PatchLines>();
    const { added, removed, restyled } = this.#difference;
    const visit = (pieces: readonly Piece[], record: (to: PatchLines, piece: Piece, length: number) => void) => {
      for (const piece of pieces) {
        const length = pieceLength(piece);
        const steps = Math.max(1, Math.round(length / sampleStepPoints));
        const counts = new Map<number, number>();
        for (let i = 0; i <= steps; i++) {
          const patch = patchAt(
            piece.x0 + ((piece.x1 - piece.x0) * i) / steps,
            piece.y0 + ((piece.y1 - piece.y0) * i) / steps,
          );
          if (patch !== undefined) counts.set(patch, (counts.get(patch) ?? 0) + 1);
        }
        for (const [patch, count] of counts) {
          const share = count / (steps + 1);
          if (share < minimumInkedShare && counts.size === 1) continue;
          let to = patches.get(patch);
          if (!to) {
            to = { added: 0, removed: 0, restyled: 0, pieces: [], restyledPieces: [] };
            patches.set(patch, to);
          }
          record(to, piece, length * share);
        }
      }
    };
    visit(added, (to, piece, length) => {
      to.added += length;
      to.pieces.push(piece);
    });
    visit(removed, (to, piece, length) => {
      to.removed += length;
      to.pieces.push(piece);
    });
    visit(restyled, (to, piece, length) => {
      to.restyled += length;
      to.restyledPieces.push(piece);
    });
    return patches;
  }

  /** Whether nearly all of some marks, in points, lie along lines; samples them. */
  areOnLines(marks: readonly { x: number; y: number }[]): boolean {
    const step = Math.max(1, marks.length / sampledMarks);
    const sample = Array.from({ length: Math.floor(marks.length / step) }, (_, i) => marks[Math.floor(i * step)]!);
    const on = sample.filter(({ x, y }) => this.#linework.isOnLine(x, y, artefactReachPoints));
    return on.length >= minimumOnLineShare * sample.length;
  }

  /**
   * Returns how a symbol was filled: its outline is on both sheets, and the lines that differ are those of a fill, which
   * programs draw as triangles or strokes within it.
   */
  fillOf(box: Box, { added, removed, pieces }: PatchLines): 'filled' | 'emptied' | undefined {
    const [less, more] = [Math.min(added, removed), Math.max(added, removed)];
    if (less > maximumOppositeShare * more) return undefined;
    const kind = added > removed ? 'filled' : 'emptied';
    const patch = inflate(box, 1);
    if (!this.#areas.some((area) => area.kind === kind && overlapArea(area.box, patch) > 0)) return undefined;
    const isOutline = (x: number, y: number) => isKept(this.#difference, x, y);
    const chords = pieces.filter(({ x0, y0, x1, y1 }) => isOutline(x0, y0) && isOutline(x1, y1));
    return chords.length >= minimumChordShare * pieces.length ? kind : undefined;
  }

  /** Returns the largest changed areas within a patch, such as the cells of a table. */
  areasIn(box: Box): Box[] {
    const patch = inflate(box, 1);
    const inside = this.#areas
      .map((area) => area.box)
      .filter((area) => overlapArea(area, patch) >= area.width * area.height)
      .sort((a, b) => b.width * b.height - a.width * a.height);
    const apart: Box[] = [];
    for (const area of inside) if (!apart.some((other) => overlapArea(area, other) > 1)) apart.push(area);
    return apart;
  }

  /** Returns how the fill of the area at `box` changed; undefined if it did not. */
  areaAt(box: Box): ChangedArea['kind'] | undefined {
    const patch = inflate(box, 1);
    const size = patch.width * patch.height;
    return this.#areas.find((area) => {
      const own = inflate(area.box, 1);
      const shared = overlapArea(own, patch);
      return shared >= minimumAreaShare * size && shared >= minimumAreaShare * own.width * own.height;
    })?.kind;
  }
}

/** Returns the key with the greatest total length of pieces. */
const mostOf = <T>(pieces: readonly Piece[], keyOf: (piece: Piece) => T): T | undefined => {
  const lengths = new Map<T, number>();
  for (const piece of pieces) lengths.set(keyOf(piece), (lengths.get(keyOf(piece)) ?? 0) + pieceLength(piece));
  return [...lengths].sort((a, b) => b[1] - a[1])[0]?.[0];
};

/** Returns how most of the lines were restyled; undefined for a change of colour alone. */
export const styleOf = (pieces: readonly Piece[]): LineStyle | undefined => mostOf(pieces, pieceStyle);

/** Returns a key of the pen that most of the lines are drawn with. */
export const penOf = (pieces: readonly Piece[]): string | undefined =>
  mostOf(
    pieces,
    ({ pen: { colour, width, dash } }) => `${colour} ${width.toFixed(2)}${dash.length > 0 ? ' dashed' : ''}`,
  );

const pieceStyle = ({ pen, was }: Piece): LineStyle | undefined => {
  if (!was) return undefined;
  if (pen.edge !== was.edge) return pen.edge ? 'filled' : 'emptied';
  if (pen.dash.length > 0 !== was.dash.length > 0) return 'dashes';
  if (Math.abs(pen.width - was.width) > widthTolerancePoints) return pen.width > was.width ? 'heavier' : 'finer';
  return undefined;
};
