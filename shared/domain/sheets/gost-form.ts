import type { PageText } from '../page-text.ts';
import type { Extent } from './extent.ts';
import { formGridOf } from './form-grid.ts';
import { normalise } from './labels.ts';
import type { Line } from './lines.ts';
import type { Label, Segments } from './segments.ts';
import { minimumFormRoles } from './thresholds.ts';

/** The cells of a form of GOST for name and number, which have no labels. */
export interface GostForm {
  isName: (line: Line) => boolean;
  isNumber: (line: Line) => boolean;
}

/** Labels of the persons that sign, left of the name. */
const ROLES = /^(?:РАЗРАБ|РАЗРАБОТАЛ|ПРОВ|ПРОВЕРИЛ|Т КОНТР|Н КОНТР|УТВ|УТВЕРДИЛ)$/u;
/** Height of the cell of the number, 15 mm, as a share of that of the cells below it, 40 mm. */
const NUMBER_HEIGHT = 15 / 40;

const isWithin = (line: Line, { u0, u1, v0, v1 }: Extent): boolean => {
  const [u, v] = [(line.u0 + line.u1) / 2, (line.v0 + line.v1) / 2];
  return u > u0 && u < u1 && v > v0 && v < v1;
};

/** Returns the form of the sheet's block by its grid, or else by its labels; null if it has another one. */
export const gostForm = (page: PageText, { labels, values }: Segments): GostForm | null => {
  const grid = formGridOf(page, page.cells ?? [], new Set(values.map(({ angle }) => angle)));
  if (!grid) return labelledForm(labels);
  const { angle, name, number } = grid;
  return {
    isName: (line) => line.angle === angle && isWithin(line, name),
    isNumber: (line) => line.angle === angle && isWithin(line, number),
  };
};

/** Returns the form 1 of GOST 2.104 by its labels. */
const labelledForm = (labels: readonly Label[]): GostForm | null => {
  const named = labels.map((label) => ({ label, name: normalise(label.text) }));
  const letter = named.find(({ name }) => name === 'ЛИТ')?.label;
  const roles = named.filter(({ label, name }) => label.angle === letter?.angle && ROLES.test(name));
  if (!letter || roles.length < minimumFormRoles) return null;
  const own = labels.filter((label) => label.angle === letter.angle && label.v1 > letter.v0 - 0.5 * letter.size);
  const left = Math.max(...own.filter(({ kind, u1 }) => kind === 'date' && u1 < letter.u0).map(({ u1 }) => u1), 0);
  const right = Math.max(...own.filter(({ kind }) => kind === 'scale').map(({ u1 }) => u1), letter.u1);
  const bottom = Math.max(...roles.map(({ label }) => label.v1));
  const count = named.find(({ label, name }) => name === 'ЛИСТОВ' && label.v1 > letter.v1)?.label;
  const height = bottom - letter.v0;
  const within = (line: Line, u1: number, v0: number, v1: number): boolean => {
    const [u, v] = [(line.u0 + line.u1) / 2, (line.v0 + line.v1) / 2];
    return line.angle === letter.angle && u > left && u < u1 && v > v0 && v < v1;
  };
  return {
    isName: (line) => within(line, letter.u0, letter.v0, count?.v1 ?? bottom),
    isNumber: (line) => within(line, right, letter.v0 - 1.3 * NUMBER_HEIGHT * height, letter.v0),
  };
};
