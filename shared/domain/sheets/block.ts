import type { PageText } from '../page-text.ts';
import { blockTable } from './block-table.ts';
import { type Extent, union } from './extent.ts';
import { type GostForm, gostForm } from './gost-form.ts';
import { gridMarks } from './grid-marks.ts';
import type { LabelKind } from './label-words.ts';
import { precedesTotal } from './labels.ts';
import { type Line, linesOf, type SheetLines } from './lines.ts';
import { isDate, isScale, sheetNumberLikeness } from './patterns.ts';
import { MOST_FIELDS, mostLikely, regionOf } from './region.ts';
import { habitOf, type Owned, owners, type Typed } from './relations.ts';
import { type RevisionTable, revisionTables } from './revision-table.ts';
import { type Label, type Segments, segmentsOf } from './segments.ts';
import { type Surroundings, surroundingsOf } from './surroundings.ts';
import { minimumBlockRegionRatio } from './thresholds.ts';
import { drawingWords, foreignWords } from './vocabulary.ts';

/** The texts of a page, prepared for the field readers. */
export interface Block extends Segments {
  tables: RevisionTable[];
  /** Texts that may be the value of a field: neither labels nor inside revision tables. */
  fields: Line[];
  owned: (value: Line) => Owned;
  /** Font size in points of the largest texts in the areas of title blocks. */
  largest: number;
  /** The same for texts that look like a sheet number: lettering of a logo may be larger than all else. */
  largestNumber: number;
  /** The same for texts of words, excluding sheet numbers. */
  largestText: number;
  /** Median font size of the page in points. */
  common: number;
  /**
   * Whether the sheet has no title block and is of letter or A4 size or smaller, like reports, specifications and forms.
   */
  small: boolean;
  /** Whether neither the areas of title blocks nor any other area has labels of one. */
  unlabelled: boolean;
  /** `A3` if the sheet has that size; null for other sizes. */
  format: string | null;
  /** The texts of each ruled cell, labels excluded. */
  byCell: Map<Extent, Line[]>;
  /** The letters and numbers of the zones along the frame. */
  gridMarks: ReadonlySet<Line>;
  /** The words between the numbers of counts: `OF`. */
  totals: Line[];
  /** The cells without labels of a form of GOST; null if the sheet has another form. */
  gost: GostForm | null;
  /** How often each text is printed. */
  counts: Map<string, number>;
  /** The area with labels of most kinds, or the ruled table with them, wherever it is; null without such an area. */
  cluster: Extent | null;
  surroundings: Surroundings;
  /** Returns the likelihood (0..1) that a position is in the title block. */
  regionOf: (place: Extent) => number;
}

/** Longest side of office paper (legal) in points. */
const OFFICE_PAPER_POINTS = 1010;

/** Minimum number of kinds of labels, that of the scale among them, that form the cells of a title block. */
const MINIMUM_KINDS_WITH_SCALE = 3;

/** Returns the ISO A size of the page; null for any other size. */
const formatOf = ({ width, height }: PageText): string | null => {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const number = Math.round(2 * Math.log2(3370 / long));
  const side = 3370 / 2 ** (number / 2);
  const fits = Math.abs(long / side - 1) < 0.02 && Math.abs((short * Math.SQRT2) / side - 1) < 0.02;
  return fits && number >= 0 && number <= 5 ? `A${number}` : null;
};

/** Minimum number of kinds of labels in the area of a title block, wherever it is. */
const MINIMUM_CLUSTER_KINDS = 4;
/** Likelihood of a position in that area. */
const CLUSTER_REGION = 0.8;

/** Returns the area of the labels around the one with most other kinds of labels near it. */
const clusterOf = (labels: readonly Label[]): Extent | null => {
  let best: Label[] = [];
  let most = MINIMUM_CLUSTER_KINDS - 1;
  for (const label of labels) {
    const near = labels.filter((other) => nearness(other.place, label.place) > 0.5);
    const kinds = new Set(near.map(({ kind }) => kind)).size + regionOf(label.place) / 2;
    if (kinds > most && new Set(near.map(({ kind }) => kind)).size >= MINIMUM_CLUSTER_KINDS)
      [best, most] = [near, kinds];
  }
  return best.length > 0 ? union(best.map(({ place }) => place)) : null;
};

export const onOfficePaper = (page: PageText): boolean => Math.max(page.width, page.height) <= OFFICE_PAPER_POINTS;

export const blockOf = (page: PageText, lines: SheetLines = linesOf(page)): Block => {
  const segments = segmentsOf(page, lines);
  const cluster = clusterOf(segments.labels) ?? blockTable(page, segments);
  const regionIn = (place: Extent): number =>
    Math.max(regionOf(place), cluster && nearness(cluster, place) > 0.9 ? CLUSTER_REGION : 0);
  const inBlock = (line: Line): boolean => regionIn(line.place) > 0.25;
  const tables = revisionTables({
    labels: segments.labels.filter(inBlock),
    values: segments.values.filter(inBlock),
  });
  const tabular = new Set(tables.flatMap((table) => [...table.members]));
  const labels = segments.labels.filter((label) => !tabular.has(label));
  const fields = mostLikely(
    segments.values.filter((line) => !tabular.has(line)),
    MOST_FIELDS,
  );
  const habit = habitOf(
    fields.filter(inBlock).flatMap((value): Typed[] => {
      const weight = regionIn(value.place) ** 3;
      if (isDate(value.text)) return [{ value, kind: 'date', weight }];
      return isScale(value.text) ? [{ value, kind: 'scale', weight }] : [];
    }),
    labels.filter(inBlock),
  );
  const known = new Map<Line, Owned>();
  const owned = (value: Line): Owned => {
    const owner = known.get(value) ?? owners(value, labels, habit);
    known.set(value, owner);
    return owner;
  };
  const unlabelled =
    cluster === null && !segments.labels.some(({ place }) => regionOf(place) > minimumBlockRegionRatio);
  // Sheet numbers and titles determine the largest size; grid letters and view marks do not.
  const decisive = fields.filter(
    (line) =>
      regionIn(line.place) > 0.5 &&
      (sheetNumberLikeness(line.text) >= 0.7 || drawingWords(line.text) > 0 || line.text.length > 4),
  );
  const largest = Math.max(1, ...decisive.map((line) => line.size));
  const largestNumber = Math.max(
    1,
    ...decisive.filter((line) => sheetNumberLikeness(line.text) >= 0.7).map((line) => line.size),
  );
  // The title of a sheet without a block is a heading anywhere.
  const largestText = Math.max(
    1,
    ...(unlabelled ? fields.filter((line) => line.text.length > 4) : decisive)
      .filter((line) => sheetNumberLikeness(line.text) < 0.7 && foreignWords(line.text) < 1)
      .map((line) => line.size),
  );
  const sizes = segments.values.map((line) => line.size).sort((a, b) => a - b);
  const common = sizes[sizes.length >> 1] ?? 1;
  const cells = new Set(labels.filter((label) => regionIn(label.place) > 0.4).map((label) => label.kind));
  const scaled = cells.has('scale') && cells.size >= MINIMUM_KINDS_WITH_SCALE;
  const small = onOfficePaper(page) && !scaled;
  const format = formatOf(page);
  const byCell = new Map<Extent, Line[]>();
  const counts = new Map<string, number>();
  for (const line of segments.values) {
    const cell = line.cell && byCell.get(line.cell);
    if (cell) cell.push(line);
    else if (line.cell) byCell.set(line.cell, [line]);
    counts.set(line.text, (counts.get(line.text) ?? 0) + 1);
  }
  return {
    ...segments,
    labels,
    tables,
    fields,
    owned,
    largest,
    largestNumber,
    largestText,
    common,
    small,
    unlabelled,
    format,
    byCell,
    gridMarks: gridMarks(segments.values),
    totals: [...segments.labels, ...segments.values].filter(({ text }) => precedesTotal(text)),
    gost: gostForm(page, segments),
    counts,
    cluster,
    surroundings: surroundingsOf(segments),
    regionOf: regionIn,
  };
};

/**
 * Returns how strongly a label of a kind claims a value, weighted by position: views and schedules have labels as
 * well as title blocks.
 */
export const claim = (block: Block, value: Line, kind: LabelKind): number => {
  const owner = block.owned(value);
  const label: Label | null = owner.label(kind);
  if (!label) return 0;
  const region = Math.max(block.regionOf(label.place), block.regionOf(value.place));
  // Cells in the left half of a strip along the bottom edge.
  const amongCells = region > 0.35 && otherKindsNear(block, label) >= 2 ? 0.9 : 0;
  return owner.of(kind) * Math.max(amongCells, 0.35 + 0.65 * region);
};

/** Returns 1 at distance 0, decreasing with the distance (in fractions of the sheet's sides). */
export const nearness = (a: Extent, b: Extent): number => {
  const across = Math.max(0, a.u0 - b.u1, b.u0 - a.u1);
  const down = Math.max(0, a.v0 - b.v1, b.v0 - a.v1);
  return Math.exp(-Math.hypot(across, down) / 0.12);
};

/** Returns the number of labels of other kinds close to a label, 0..3: cells of a title block are adjacent. */
export const otherKindsNear = (block: Block, label: Label): number => {
  const others = new Set(
    block.labels
      .filter((other) => other.kind !== label.kind && nearness(other.place, label.place) > 0.62)
      .map((other) => other.text),
  );
  return Math.min(3, others.size);
};

/** Returns how certainly a label belongs to the title block, 0..2.5. */
const blockCertainty = (block: Block, label: Label): number =>
  block.regionOf(label.place) + 0.5 * otherKindsNear(block, label);

/**
 * Whether the title block has a cell of the kind other than `label` that more certainly belongs to it: if that cell
 * is empty, text elsewhere is not its value.
 */
export const betterCell = (block: Block, kind: LabelKind, label: Label | null): boolean => {
  const own = label ? blockCertainty(block, label) : 0;
  return block.labels.some(
    (other) =>
      other.kind === kind &&
      other !== label &&
      block.regionOf(other.place) > 0.4 &&
      blockCertainty(block, other) > own + 0.7,
  );
};
