import type { PageText } from '../../../domain/page-text.ts';
import type { TextLine } from '../change.ts';
import { type Box, centre, contains, distance, type Point } from '../geometry.ts';
import { findLines } from '../read/text-lines.ts';
import { gridTolerancePoints, maximumSkippedNames } from './thresholds.ts';

/** A grid axis of a plan: a bubble with a letter or a number, in a row or column of such bubbles. */
interface Axis {
  name: string;
  /** Position along the row or column, in points. */
  at: number;
}

interface Grid {
  columns: Axis[];
  rows: Axis[];
  /** Whether the bubbles stand at the sheet's edge: they mark zones of the sheet rather than axes of the building. */
  zones: boolean;
}

const axisName = /^([A-Z](\.?\d)?|\d{1,2}(\.\d)?)$/;

interface Bubble extends Point {
  name: string;
  size: number;
}

/** Returns the longest run of bubbles on one line, across (`x`) or down (`y`) the sheet. */
const longestRun = (bubbles: readonly Bubble[], along: 'x' | 'y', across: 'x' | 'y'): Bubble[] => {
  let best: Bubble[] = [];
  for (const seed of bubbles) {
    const letters = /[A-Z]/.test(seed.name);
    const row = bubbles.filter(
      (other) =>
        Math.abs(other[across] - seed[across]) < gridTolerancePoints &&
        Math.abs(other.size - seed.size) < 1 &&
        /[A-Z]/.test(other.name) === letters,
    );
    if (row.length < 3 || row.length <= best.length) continue;
    row.sort((a, b) => a[along] - b[along]);
    if (isSequence(row, along)) best = row;
  }
  return best;
};

const rank = (name: string): number =>
  /^\d/.test(name) ? Number(name) : name.charCodeAt(0) + Number(name.slice(1) || 0) / 100;

/** Whether names only rise or only fall and are spaced like axes; a row that contains 0 is a scale bar. */
const isSequence = (row: readonly Bubble[], along: 'x' | 'y'): boolean => {
  if (row.some(({ name }) => name === '0')) return false;
  const ways = row.slice(1).map((bubble, i) => rank(bubble.name) - rank(row[i]!.name));
  if (ways.some((way) => Math.abs(way) > maximumSkippedNames + 1)) return false;
  const steps = ways.map(Math.sign);
  const apart = row.slice(1).every((bubble, i) => bubble[along] - row[i]![along] > 1.2 * bubble.size);
  return apart && (steps.every((step) => step > 0) || steps.every((step) => step < 0));
};

const findGrid = ({ words, width, height }: PageText): Grid | null => {
  // A bubble contains a single word; the number in “ROOM 3” is no axis.
  const bubbles = findLines(words)
    .filter((line) => line.words.length === 1 && axisName.test(line.text) && line.size >= 6)
    .map((line) => ({ name: line.text, size: line.size, ...centre(line.box) }));
  const atEdge = ({ x, y }: Point) => x < width * 0.04 || x > width * 0.96 || y < height * 0.04 || y > height * 0.96;
  for (const zones of [false, true]) {
    const candidates = bubbles.filter((bubble) => atEdge(bubble) === zones);
    const columns = longestRun(candidates, 'x', 'y');
    const letters = columns.length > 0 && /[A-Z]/.test(columns[0]!.name);
    const rows = longestRun(
      candidates.filter((bubble) => /[A-Z]/.test(bubble.name) !== letters),
      'y',
      'x',
    );
    const named = (run: Bubble[], along: 'x' | 'y') => run.map((bubble) => ({ name: bubble.name, at: bubble[along] }));
    if (columns.length && rows.length) return { columns: named(columns, 'x'), rows: named(rows, 'y'), zones };
    if (!zones && columns.length >= 4) return { columns: named(columns, 'x'), rows: [], zones };
  }
  return null;
};

const nearest = (axes: readonly Axis[], at: number): Axis | null =>
  axes.reduce<Axis | null>(
    (best, axis) => (!best || Math.abs(axis.at - at) < Math.abs(best.at - at) ? axis : best),
    null,
  );

/**
 * Whether a line is the name of a room or part suitable for a location: mostly letters, neither too short nor too
 * long.
 */
const isName = (line: TextLine): boolean =>
  line.text.length >= 4 &&
  line.text.length <= 28 &&
  (line.text.match(/\p{L}/gu)?.length ?? 0) >= 0.7 * line.text.replace(/\s/g, '').length;

/** Describes locations on a sheet in words. */
export class Locator {
  readonly #page: PageText;
  readonly #grid: Grid | null;
  readonly #names: TextLine[];
  readonly #titleBlock: Box | null;

  constructor(page: PageText, titleBlock: Box | null) {
    this.#page = page;
    this.#grid = findGrid(page);
    this.#titleBlock = titleBlock;
    this.#names = findLines(page.words).filter(
      (line) => isName(line) && !(titleBlock && contains(titleBlock, centre(line.box))),
    );
  }

  /**
   * Returns a location such as `near grid B-4`, `near “OFFICE”` or `at the upper left of the sheet`. Texts in
   * `avoid`, which belong to the change itself, are not used.
   */
  locate(box: Box, avoid: readonly string[] = []): string {
    if (this.#titleBlock && contains(this.#titleBlock, centre(box))) return 'in the title block';
    const grid = this.#onGrid(box);
    if (grid) return grid;
    const reach = Math.min(this.#page.width, this.#page.height) / 12;
    let name: TextLine | null = null;
    let least = reach;
    for (const line of this.#names) {
      if (avoid.some((text) => text.includes(line.text) || line.text.includes(text))) continue;
      // Large lettering is visible from further away.
      const away = distance(line.box, box) - line.size;
      if (away < least) [name, least] = [line, away];
    }
    if (name) return `near “${name.text}”`;
    return this.#onZone(box) ?? this.#corner(box);
  }

  #onGrid(box: Box): string | null {
    if (!this.#grid || this.#grid.zones) return null;
    const { x, y } = centre(box);
    const reach = Math.min(this.#page.width, this.#page.height) / 10;
    const column = nearest(this.#grid.columns, x);
    const row = nearest(this.#grid.rows, y);
    const onColumn = column && Math.abs(column.at - x) < reach ? column.name : null;
    const onRow = row && Math.abs(row.at - y) < reach ? row.name : null;
    if (onColumn && onRow) {
      return /[A-Z]/.test(onRow) ? `near grid ${onRow}-${onColumn}` : `near grid ${onColumn}-${onRow}`;
    }
    return onColumn && this.#grid.rows.length === 0 ? `near grid line ${onColumn}` : null;
  }

  #onZone(box: Box): string | null {
    if (!this.#grid?.zones) return null;
    const { x, y } = centre(box);
    const [column, row] = [nearest(this.#grid.columns, x)!.name, nearest(this.#grid.rows, y)!.name];
    return /[A-Z]/.test(row) ? `in zone ${row}-${column}` : `in zone ${column}-${row}`;
  }

  #corner(box: Box): string {
    const { x, y } = centre(box);
    const across = x < this.#page.width / 3 ? 'left' : x > (2 * this.#page.width) / 3 ? 'right' : '';
    const down = y < this.#page.height / 3 ? 'upper' : y > (2 * this.#page.height) / 3 ? 'lower' : '';
    if (!across && !down) return 'in the middle of the sheet';
    if (!across) return `in the ${down} middle of the sheet`;
    return down ? `at the ${down} ${across} of the sheet` : `at the ${across} of the sheet`;
  }
}
