import { type DrawnBox, type DrawnMatrix, grow, IDENTITY, overlaps } from './drawing-geometry.ts';
import { type DrawnSheet, makeSheet } from './make-sheet.ts';
import { PAGE_SIZES, type SheetOptions, type SheetSize } from './options.ts';
import { type DrawnSize, pdfBytes } from './pdf.ts';
import type { Element } from './primitives.ts';
import { seededRandom } from './random.ts';
import { CHANGES, type Edit, type EditKind, editsFor, isClear } from './sheet-edits.ts';
import { type TruthItem, truthOf } from './truth.ts';

/**
 * A transformation of the whole content of the second version: rotation and scale about the page's centre, then the
 * shift.
 */
export interface Transform {
  /** points, right and down */
  dx?: number;
  dy?: number;
  /** degrees clockwise as displayed */
  rotate?: number;
  scale?: number;
  /** page to draw on; the content stays where the old page's top left corner is */
  page?: SheetSize | DrawnSize;
}

export interface RevisionOptions {
  /** the sheet before the revision */
  sheet?: SheetOptions;
  /** the changes to make; a kind may occur more than once. Empty: an unchanged pair */
  changes?: readonly EditKind[];
  /** instead of `changes`: this number of changes, kinds chosen by the seed */
  count?: number;
  /** draws targets and values; the sheet's own seed by default */
  seed?: number | string;
  transform?: Transform;
  /** what the title block of the second version prints if `revision` and `date` are changed */
  revision?: string;
  date?: string;
}

export interface RevisedPair {
  v1: Uint8Array;
  v2: Uint8Array;
  truth: {
    /** pages in points */
    size_v1: DrawnSize;
    size_v2: DrawnSize;
    /** page points of the first version to page points of the second */
    matrix: DrawnMatrix;
    /** the title block of the first version */
    title_block: DrawnBox;
    items: TruthItem[];
  };
}

const matrixOf = (page: DrawnSize, { dx = 0, dy = 0, rotate = 0, scale = 1 }: Transform): DrawnMatrix => {
  const angle = (rotate * Math.PI) / 180;
  const [c, s] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const [x, y] = [page.width / 2, page.height / 2];
  return [c, s, -s, c, x - c * x + s * y + dx, y - s * x - c * y + dy];
};

const nextRevision = (revision: string | null): string => {
  if (revision === null) return 'A';
  if (/^\d+$/.test(revision)) return String(Number(revision) + 1);
  return revision.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1));
};

const nextDate = (date: string | null): string | null =>
  date?.replace(/\d{4}/, (year) => String(Number(year) + 1)) ?? null;

const apply = (elements: readonly Element[], edit: Edit): Element[] => {
  const first = elements.findIndex((e) => edit.drop.includes(e.id));
  const rest = elements.filter((e) => !edit.drop.includes(e.id));
  // A replacement takes the position of its element in the drawing order.
  return first < 0 ? [...rest, ...edit.put] : [...rest.slice(0, first), ...edit.put, ...rest.slice(first)];
};

const boxesOf = (before: readonly Element[], edit: Edit, sheet: DrawnSheet): DrawnBox[] =>
  truthOf(before, apply(before, edit), new Map(), sheet.titleBlock, IDENTITY).map((item) => grow(item.box_v1, 0));

/** Minimum distance between changes in points, so that each can be detected separately. */
const APART = 14;

/**
 * Draws a sheet and a revision of it with known differences.
 * @throws Error if the sheet has no room for a requested change
 */
export const reviseSheet = (options: RevisionOptions = {}): RevisedPair => {
  const sheet = makeSheet(options.sheet);
  const seed = options.seed ?? sheet.options.seed;
  const r = seededRandom(seed, 'revision');
  const reissued = makeSheet({
    ...options.sheet,
    revision: options.revision ?? nextRevision(sheet.options.revision),
    date: options.date ?? nextDate(sheet.options.date),
  });
  const count = options.changes?.length ?? options.count ?? 0;
  const wanted = options.changes ?? Array.from({ length: count * 8 }, () => r.pick(CHANGES));
  let made = 0;
  const taken: DrawnBox[] = [];
  const changeOf = new Map<string, EditKind>();
  let elements: Element[] = sheet.elements;
  const offers = wanted.map((change) => ({ change, edits: editsFor(change, sheet, reissued, r) }));
  // Changes with few options come first, so that the others leave those free.
  if (options.changes) offers.sort((a, b) => a.edits.length - b.edits.length);
  for (const { change, edits } of offers) {
    if (made === count) break;
    const edit = edits.find((candidate) => {
      if ([...candidate.drop, ...candidate.put.map((e) => e.id)].some((id) => changeOf.has(id))) return false;
      const apart = change === 'revision' || change === 'date' || change === 'revision_row' ? 0 : APART;
      const boxes = boxesOf(sheet.elements, candidate, sheet);
      const free = boxes.every((box) => taken.every((other) => !overlaps(grow(box, apart), other)));
      return boxes.length > 0 && free && isClear(candidate, sheet);
    });
    if (!edit && options.changes) throw new Error(`no place on this sheet for the change ${change}`);
    if (!edit) continue;
    made++;
    taken.push(...boxesOf(sheet.elements, edit, sheet));
    for (const id of [...edit.drop, ...edit.put.map((e) => e.id)]) changeOf.set(id, change);
    elements = apply(elements, edit);
  }
  const transform = options.transform ?? {};
  const size_v1 = sheet.options.page;
  const size_v2 = typeof transform.page === 'string' ? PAGE_SIZES[transform.page] : (transform.page ?? size_v1);
  const matrix = matrixOf(size_v1, transform);
  const info = { title: sheet.options.title ?? 'Drawing' };
  return {
    v1: pdfBytes([{ size: size_v1, elements: sheet.elements }], info),
    v2: pdfBytes([{ size: size_v2, elements, matrix }], info),
    truth: {
      size_v1,
      size_v2,
      matrix,
      title_block: sheet.titleBlock,
      items: truthOf(sheet.elements, elements, changeOf, sheet.titleBlock, matrix),
    },
  };
};
