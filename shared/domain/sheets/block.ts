import type { PageText } from '../page-text.ts';
import type { LabelKind } from './label-words.ts';
import type { Extent, Line } from './lines.ts';
import { isDate, isScale, sheetNumberLikeness } from './patterns.ts';
import { MOST_FIELDS, mostLikely, regionOf } from './region.ts';
import { habitOf, type Owned, owners, type Typed } from './relations.ts';
import { type RevisionTable, revisionTables } from './revision-table.ts';
import { type Label, type Segments, segmentsOf } from './segments.ts';
import { drawingWords, foreignWords } from './vocabulary.ts';

/** What a page offers its field readers. */
export interface Block extends Segments {
  tables: RevisionTable[];
  /** Texts that may be the value of a field: neither labels nor within revision tables. */
  fields: Line[];
  owned: (value: Line) => Owned;
  /** Font size of the largest texts in the places of title blocks, points. */
  largest: number;
  /** The same of what looks like a sheet number: a logo in letters may be larger than all else. */
  largestNumber: number;
  /** The same of texts in words, sheet numbers apart. */
  largestText: number;
  /** Font size of the page's common text, points. */
  common: number;
  /** Sheet of letter or A4 size and below that shows no title block: reports, specifications and forms come so too. */
  small: boolean;
  /** Labels of several kinds stand where title blocks do. */
  hasCells: boolean;
  /** `A3` where the sheet has that size. */
  format: string | null;
}

/** Longest side of what an office printer takes (legal), points. */
const OFFICE_PAPER = 1010;

/** Kinds of labels that make the cells of a title block; fewer, and a drawing, where a scale is among them. */
const KINDS_OF_CELLS = 4;
const KINDS_WITH_SCALE = 3;

/** The size that the page has of the series A; null for any other. */
const formatOf = ({ width, height }: PageText): string | null => {
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const number = Math.round(2 * Math.log2(3370 / long));
  const side = 3370 / 2 ** (number / 2);
  const fits = Math.abs(long / side - 1) < 0.02 && Math.abs((short * Math.SQRT2) / side - 1) < 0.02;
  return fits && number >= 0 && number <= 5 ? `A${number}` : null;
};

export const onOfficePaper = (page: PageText): boolean => Math.max(page.width, page.height) <= OFFICE_PAPER;

export const blockOf = (page: PageText): Block => {
  const segments = segmentsOf(page);
  const inBlock = (line: Line): boolean => regionOf(line.place) > 0.25;
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
      const weight = regionOf(value.place) ** 3;
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
  // Sheet numbers and titles set the measure; letters of a grid and marks of views do not.
  const telling = fields.filter(
    (line) =>
      regionOf(line.place) > 0.5 &&
      (sheetNumberLikeness(line.text) >= 0.7 || drawingWords(line.text) > 0 || line.text.length > 4),
  );
  const largest = Math.max(1, ...telling.map((line) => line.size));
  const largestNumber = Math.max(
    1,
    ...telling.filter((line) => sheetNumberLikeness(line.text) >= 0.7).map((line) => line.size),
  );
  const largestText = Math.max(
    1,
    ...telling
      .filter((line) => sheetNumberLikeness(line.text) < 0.7 && foreignWords(line.text) < 1)
      .map((line) => line.size),
  );
  const sizes = segments.values.map((line) => line.size).sort((a, b) => a - b);
  const common = sizes[sizes.length >> 1] ?? 1;
  const cells = new Set(labels.filter((label) => regionOf(label.place) > 0.4).map((label) => label.kind));
  const scaled = cells.has('scale') && cells.size >= KINDS_WITH_SCALE;
  const hasCells = scaled || cells.size >= KINDS_OF_CELLS;
  const small = onOfficePaper(page) && !scaled;
  const format = formatOf(page);
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
    hasCells,
    format,
  };
};

/** Quality of a label's claim where the label stands: title blocks label their cells, views and schedules do too. */
export const claim = (block: Block, value: Line, kind: LabelKind): number => {
  const owner = block.owned(value);
  const label: Label | null = owner.label(kind);
  if (!label) return 0;
  const region = Math.max(regionOf(label.place), regionOf(value.place));
  // Cells in the left half of a strip along the bottom.
  const amongCells = region > 0.35 && company(block, label) >= 2 ? 0.9 : 0;
  return owner.of(kind) * Math.max(amongCells, 0.35 + 0.65 * region);
};

/** 1 at the same place, falling with the distance over the sheet (fractions of its sides). */
export const nearness = (a: Extent, b: Extent): number => {
  const across = Math.max(0, a.u0 - b.u1, b.u0 - a.u1);
  const down = Math.max(0, a.v0 - b.v1, b.v0 - a.v1);
  return Math.exp(-Math.hypot(across, down) / 0.12);
};

/** Labels of other kinds close to a label, 0..3: cells of a title block stand together. */
export const company = (block: Block, label: Label): number => {
  const others = new Set(
    block.labels
      .filter((other) => other.kind !== label.kind && nearness(other.place, label.place) > 0.62)
      .map((other) => other.text),
  );
  return Math.min(3, others.size);
};

/** How surely a label is one of the title block, 0..2.5. */
const standing = (block: Block, label: Label): number => regionOf(label.place) + 0.5 * company(block, label);

/**
 * Whether the title block has a cell of the kind that is not `label`, and of better standing: a field left empty
 * there is not filled by what is printed elsewhere.
 */
export const betterCell = (block: Block, kind: LabelKind, label: Label | null): boolean => {
  const own = label ? standing(block, label) : 0;
  return block.labels.some(
    (other) =>
      other.kind === kind && other !== label && regionOf(other.place) > 0.4 && standing(block, other) > own + 0.7,
  );
};
