import type { CellBox, PageText } from '../page-text.ts';
import { type Extent, rotateToText } from './extent.ts';
import { formToleranceShare, minimumFormCells, minimumFormCellsRatio } from './thresholds.ts';

/** A cell in millimetres, from the upper left corner of the cell that heads the form. */
type Cell = readonly [x: number, y: number, width: number, height: number];

/** A form of a standard that prescribes the cells of its title block. */
interface Form {
  /** The widest cell, at the top: that of the designation. */
  head: Cell;
  number: Cell;
  name: Cell;
  others: readonly Cell[];
}

const GOST_2_104_FORM_1: Form = {
  head: [0, 0, 120, 15],
  number: [0, 0, 120, 15],
  name: [0, 15, 70, 25],
  others: [
    [0, 40, 70, 15],
    [70, 15, 15, 5],
    [85, 15, 17, 5],
    [102, 15, 18, 5],
    [70, 20, 5, 15],
    [75, 20, 5, 15],
    [80, 20, 5, 15],
    [85, 20, 17, 15],
    [102, 20, 18, 15],
    [70, 35, 20, 5],
    [90, 35, 30, 5],
    [70, 40, 50, 15],
  ],
};

/** Form 3 of GOST 21.101 for construction: the designation is that of the set, in which the sheets are numbered. */
const GOST_21_101_FORM_3: Form = {
  head: [0, 0, 120, 10],
  number: [85, 30, 15, 10],
  name: [0, 40, 70, 15],
  others: [
    [0, 10, 120, 15],
    [0, 25, 70, 15],
    [70, 25, 15, 5],
    [85, 25, 15, 5],
    [100, 25, 20, 5],
    [70, 30, 15, 10],
    [100, 30, 20, 10],
    [70, 40, 50, 15],
  ],
};

/** Of both forms, in millimetres. */
const HEIGHT = 55;

const FORMS = [GOST_2_104_FORM_1, GOST_21_101_FORM_3];

/** The cells of a form on a page, in points in the frame of text read at `angle`. */
export interface FormGrid {
  angle: number;
  number: Extent;
  name: Extent;
}

const findForm = (form: Form, cells: readonly Extent[]): Omit<FormGrid, 'angle'> | null => {
  const [, , headWidth, headHeight] = form.head;
  for (const head of cells) {
    // The form may be printed at any size.
    const millimetre = (head.u1 - head.u0) / headWidth;
    const tolerance = formToleranceShare * headWidth * millimetre;
    if (Math.abs(head.v1 - head.v0 - headHeight * millimetre) > tolerance) continue;
    const find = ([x, y, width, height]: Cell): Extent | undefined => {
      const [u0, v0] = [head.u0 + x * millimetre, head.v0 + y * millimetre];
      const [u1, v1] = [u0 + width * millimetre, v0 + height * millimetre];
      return cells.find(
        (cell) =>
          Math.max(Math.abs(cell.u0 - u0), Math.abs(cell.u1 - u1), Math.abs(cell.v0 - v0), Math.abs(cell.v1 - v1)) <
          tolerance,
      );
    };
    const [number, name] = [find(form.number), find(form.name)];
    if (!number || !name) continue;
    const others = cells.filter(
      (cell) =>
        ![head, number, name].includes(cell) &&
        cell.u0 > head.u0 - tolerance &&
        cell.u1 < head.u1 + tolerance &&
        cell.v0 > head.v0 - tolerance &&
        cell.v1 < head.v0 + HEIGHT * millimetre + tolerance,
    );
    const found = form.others.filter((cell) => find(cell)).length;
    if (found >= minimumFormCells && found >= minimumFormCellsRatio * others.length) return { number, name };
  }
  return null;
};

/**
 * Finds a title block of a standard form by the proportions of its ruled cells, without any labels.
 * @param angles the reading directions of the page's text
 */
export const formGridOf = (page: PageText, cells: readonly CellBox[], angles: Iterable<number>): FormGrid | null => {
  for (const angle of angles) {
    const rotated = cells.map(({ left, top, right, bottom }) =>
      rotateToText({ x: left, y: top, width: right - left, height: bottom - top }, angle, page),
    );
    for (const form of FORMS) {
      const found = findForm(form, rotated);
      if (found) return { angle, ...found };
    }
  }
  return null;
};
