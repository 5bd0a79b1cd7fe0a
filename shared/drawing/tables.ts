import type { Word } from '../domain/page-text.ts';
import { labelKind } from '../domain/sheets/labels.ts';
import { areaOfBox } from './boxes.ts';
import { type Cell, framesOf } from './cells.ts';
import { Groups } from './groups.ts';
import { framedLegends, withRowsBelow } from './legends.ts';
import { lengthOf } from './line.ts';
import type { LineIndex } from './line-index.ts';
import type { Bounds } from './linework.ts';
import type { Rule, Rules } from './rules.ts';
import type { Table, TableCell, TableKind } from './table.ts';
import { textOf } from './text.ts';
import { divideByText } from './text-columns.ts';
import { textLinesOf } from './text-lines.ts';
import {
  cornerReachShare,
  maximumCellShare,
  maximumCornerGapPoints,
  maximumDividerRows,
  maximumHeadingRowTextHeights,
  maximumLetteringStrokePoints,
  maximumMeanCellWords,
  maximumOverhangShare,
  maximumSymbolShare,
  maximumTableTitleCharacters,
  minimumBorderShare,
  minimumCellPoints,
  minimumDrawnCoveredShare,
  minimumDrawnFilledShare,
  minimumFilledHeadShare,
  minimumFilledShare,
  minimumFilledTitleBlockLabels,
  minimumFormFilledShare,
  minimumFormRegularityShare,
  minimumFormWordedShare,
  minimumHeadlessTexts,
  minimumLabelsOfLabelledRows,
  minimumLetteredShare,
  minimumLetteringStrokes,
  minimumPlainRegularityShare,
  minimumRegularityShare,
  minimumRuledShare,
  minimumTableColumns,
  minimumTableRows,
  minimumTableTexts,
  minimumTitleBlockLabels,
  minimumUnheadedRows,
} from './thresholds/tables.ts';

const overlap = (a0: number, a1: number, b0: number, b1: number): number => Math.min(a1, b1) - Math.max(a0, b0);

/** Groups cells that share borders. */
export const groupsOf = (cells: readonly Cell[]): Cell[][] => {
  const groups = new Groups(cells.length);
  const link = (near: 'left' | 'top', far: 'right' | 'bottom', from: 'left' | 'top', to: 'right' | 'bottom') => {
    const byNear = new Map<number, number[]>();
    for (const [i, { box }] of cells.entries()) {
      const key = Math.floor(box[near] / minimumCellPoints);
      const known = byNear.get(key);
      if (known) known.push(i);
      else byNear.set(key, [i]);
    }
    for (const [i, { box }] of cells.entries()) {
      const key = Math.floor(box[far] / minimumCellPoints);
      for (const at of [key - 1, key, key + 1]) {
        for (const j of byNear.get(at) ?? []) {
          const other = cells[j]!.box;
          if (
            Math.abs(other[near] - box[far]) > minimumCellPoints ||
            overlap(box[from], box[to], other[from], other[to]) < minimumCellPoints
          )
            continue;
          groups.join(i, j);
        }
      }
    }
  };
  link('left', 'right', 'top', 'bottom');
  link('top', 'bottom', 'left', 'right');
  return groups.all().map((group) => group.map((i) => cells[i]!));
};

/** Merges positions that lie within a double rule of each other into their centre. */
const placesOf = (values: readonly number[]): number[] => {
  const sorted = [...values].sort((a, b) => a - b);
  const out: number[] = [];
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1;
    while (end < sorted.length && sorted[end]! - sorted[start]! <= minimumCellPoints) end++;
    out.push((sorted[start]! + sorted[end - 1]!) / 2);
    start = end;
  }
  return out;
};

const indexOf = (places: readonly number[], value: number): number => {
  let best = 0;
  for (let i = 1; i < places.length; i++) if (Math.abs(places[i]! - value) < Math.abs(places[best]! - value)) best = i;
  return best;
};

/** One row of a group of cells: the cells that cover it, from the left, with its top and bottom. */
interface Band {
  top: number;
  bottom: number;
  cells: Cell[];
}

const bandsOf = (cells: readonly Cell[]): Band[] => {
  const ys = placesOf(cells.flatMap(({ box }) => [box.top, box.bottom]));
  const bands: Band[] = [];
  for (let i = 0; i + 1 < ys.length; i++) {
    const [top, bottom] = [ys[i]!, ys[i + 1]!];
    const across = cells
      .filter(({ box }) => overlap(box.top, box.bottom, top, bottom) > (bottom - top) / 2)
      .sort((a, b) => a.box.left - b.box.left);
    // A gap between adjacent cells separates two bands side by side.
    let run: Cell[] = [];
    for (const cell of across) {
      const last = run.at(-1);
      if (last && cell.box.left - last.box.right > minimumCellPoints) {
        bands.push({ top, bottom, cells: run });
        run = [];
      }
      run.push(cell);
    }
    if (run.length > 0) bands.push({ top, bottom, cells: run });
  }
  return bands;
};

const leftOf = ({ cells }: Band): number => cells[0]!.box.left;
const rightOf = ({ cells }: Band): number => Math.max(...cells.map(({ box }) => box.right));

/** Whether two rows divide the same width like the columns of one table. */
const haveSameColumns = (one: Band, other: Band): boolean => {
  if (
    Math.abs(leftOf(one) - leftOf(other)) > minimumCellPoints ||
    Math.abs(rightOf(one) - rightOf(other)) > minimumCellPoints
  )
    return false;
  if (one.cells.some((cell) => other.cells.includes(cell))) return true;
  const inner = ({ cells }: Band) => cells.slice(1).map(({ box }) => box.left);
  const [fewer, more] = [inner(one), inner(other)].sort((a, b) => a.length - b.length) as [number[], number[]];
  const shared = fewer.filter((x) => more.some((y) => Math.abs(x - y) <= minimumCellPoints)).length;
  return fewer.length > 0 && shared / fewer.length >= 0.75 && shared / more.length >= 0.3;
};

/** Returns the last line of text directly above a box; null if there is none, or too much text. */
const captionAbove = (box: Bounds, words: readonly Word[]): string | null => {
  const near = words.flatMap((word, index) => {
    const gap = box.top - (word.y + word.height);
    const x = word.x + word.width / 2;
    return word.angle === 0 &&
      gap > -1 &&
      gap < 1.6 * word.height &&
      x > box.left - minimumCellPoints &&
      x < box.right + minimumCellPoints
      ? [index]
      : [];
  });
  if (near.length === 0 || near.length > 10) return null;
  // Beside the title another note may stand on the same line.
  const lines = textLinesOf(near.map((index) => words[index]!));
  const last = lines.at(-1)!;
  const aside = ({ left, right }: Bounds) =>
    Math.min(Math.abs(left - box.left), Math.abs(left + right - box.left - box.right) / 2);
  return lines
    .filter((line) => line.box.bottom > last.box.top + last.size / 2)
    .reduce((a, b) => (aside(b.box) < aside(a.box) ? b : a)).text;
};

/** Returns cells placed on the rows and columns of their table, from the top left. */
const placedOn = (cells: readonly Cell[], xs: readonly number[], ys: readonly number[]): TableCell[] =>
  cells
    .map(({ box, text }) => {
      const [row, column] = [indexOf(ys, box.top), indexOf(xs, box.left)];
      const row_span = Math.max(1, indexOf(ys, box.bottom) - row);
      const column_span = Math.max(1, indexOf(xs, box.right) - column);
      return { row, column, row_span, column_span, text, box };
    })
    .sort((a, b) => a.row - b.row || a.column - b.column);

/**
 * Whether cells fill one box and each has its own place in the grid: those between the double lines of walls share places, and
 * bays of a plan reach beyond the rows they are found in.
 */
const areClosed = (placed: readonly TableCell[], { top, bottom }: Bounds): boolean => {
  const taken = new Set<string>();
  return placed.every(({ row, column, row_span, column_span, box }) => {
    if (box.top < top - minimumCellPoints || box.bottom > bottom + minimumCellPoints) return false;
    for (let r = row; r < row + row_span; r++) {
      for (let c = column; c < column + column_span; c++) {
        const place = `${r} ${c}`;
        if (taken.has(place)) return false;
        taken.add(place);
      }
    }
    return true;
  });
};

/** Whether the words of cells reach beyond their sides, as texts do that are placed without regard to the lines around them. */
const areOverhanging = (cells: readonly Cell[], words: readonly Word[]): boolean => {
  const own = cells.flatMap(({ box, words: inside }) =>
    inside.flatMap((index) => {
      const { x, width, angle } = words[index]!;
      const isBeyond = x < box.left - maximumCornerGapPoints || x + width > box.right + maximumCornerGapPoints;
      return angle === 0 ? [isBeyond] : [];
    }),
  );
  return own.filter(Boolean).length > maximumOverhangShare * own.length;
};

/** A table whose lettering is drawn as strokes: its grid must be complete and filled, since its texts are unknown. */
const toDrawnTable = (
  cells: readonly Cell[],
  xs: readonly number[],
  ys: readonly number[],
  drawn: readonly Cell[],
): Table | undefined => {
  const [rows, columns] = [ys.length - 1, xs.length - 1];
  const placed = placedOn(cells, xs, ys);
  const covered = placed.reduce((sum, { row_span, column_span }) => sum + row_span * column_span, 0);
  if (rows < minimumUnheadedRows || columns < minimumTableColumns) return undefined;
  if (cells.length < minimumRegularityShare * rows * columns || covered < minimumDrawnCoveredShare * rows * columns)
    return undefined;
  if (drawn.length < minimumDrawnFilledShare * cells.length) return undefined;
  return {
    kind: 'table',
    title: null,
    box: { left: xs[0]!, top: ys[0]!, right: xs.at(-1)!, bottom: ys.at(-1)! },
    rows,
    columns,
    cells: placed,
    confidence: 0.6,
  };
};

const toTable = (
  bands: readonly Band[],
  title: string | null,
  words: readonly Word[],
  inked: ReadonlySet<Cell>,
): Table | undefined => {
  const cells = [...new Set(bands.flatMap((band) => band.cells))];
  const xs = placesOf(cells.flatMap(({ box }) => [box.left, box.right]));
  const ys = placesOf(bands.flatMap(({ top, bottom }) => [top, bottom]));
  const rows = ys.length - 1;
  const columns = xs.length - 1;
  const texts = cells.filter(({ text }) => text !== '');
  const drawn = cells.filter((cell) => cell.text === '' && inked.has(cell));
  if (drawn.length > texts.length) return toDrawnTable(cells, xs, ys, drawn);
  if (
    rows < minimumTableRows ||
    columns < minimumTableColumns ||
    new Set(texts.map(({ text }) => text)).size < minimumTableTexts
  )
    return undefined;
  if (texts.reduce((sum, { words }) => sum + words.length, 0) > maximumMeanCellWords * texts.length) return undefined;
  const box = { left: xs[0]!, top: ys[0]!, right: xs.at(-1)!, bottom: ys.at(-1)! };
  const placed = placedOn(cells, xs, ys);
  const share = (some: readonly TableCell[]) => some.filter(({ text }) => text !== '').length / some.length;
  const inRow = (row: number) => placed.filter((cell) => cell.row <= row && cell.row + cell.row_span > row);
  const [head, foot] = [inRow(0), inRow(rows - 1)];
  const filled = share(placed);
  const regular = Math.min(1, cells.length / (rows * columns));
  const worded = texts.filter(({ text }) => /\p{L}{3}/u.test(text)).length / texts.length;
  const isForm =
    rows >= minimumUnheadedRows &&
    regular >= minimumFormRegularityShare &&
    filled >= minimumFormFilledShare &&
    worded >= minimumFormWordedShare;
  const isTable =
    regular >= minimumRegularityShare &&
    (filled >= minimumFilledShare || Math.max(share(head), share(foot)) >= minimumFilledHeadShare);
  // A table without entries has words only in its header.
  const isHeadAlone =
    [head, foot].some((row) => row.filter(({ text }) => text !== '').length === texts.length) &&
    Math.max(share(head), share(foot)) === 1 &&
    worded >= 0.6 &&
    regular >= minimumFormRegularityShare;
  if (texts.length < minimumHeadlessTexts && !isHeadAlone) return undefined;
  if (!isTable && !isForm) return undefined;
  // The bays of a plan with a dimension in each.
  const lettered = texts.filter(({ text }) => /\p{L}{2}/u.test(text)).length / texts.length;
  if (lettered < minimumLetteredShare && regular < minimumFormRegularityShare) return undefined;
  const heading = title ?? captionAbove(box, words);
  const kind = kindOf(heading ?? '', [...head, ...foot].map(({ text }) => text).join('\n'), placed);
  if (kind === 'table' && (!areClosed(placed, box) || areOverhanging(cells, words))) return undefined;
  return {
    kind,
    title: heading,
    box,
    rows,
    columns,
    cells: placed,
    confidence: Math.round((0.5 + 0.3 * filled + 0.2 * regular) * 100) / 100,
  };
};

/** Labels of a title block; several of them identify one. */
const blockLabels =
  /工\s*事\s*名|図\s*面\s*名|設\s*計\s*者|管\s*理\s*者|担\s*当\s*者|(?<![\p{L}\p{N}])(scale|drawn|checked|approved|designed|project|client|sheet|drawing|job|date|maßstab|massstab|datum|gezeichnet|geprüft|projekt(?:-?nr)?|bauherr|verfasser|zeichn(?:\.-?nr)?|gewerk|leistungsphase|plan-?nr|échelle|dessin[ée]?|projet|masse|scala|tavola|progetto|масштаб|лист|листов|стадия|разраб|гип|подпись|縮尺|図面|lámina|contenido|proyectista|firma|prancha|desenhista|título|código|visto|unidade|revisão|folha|proprietário|conteúdo|dibujado|comprobado|revisado|aprobado|fecha|escala|plano|proyecto|desenhado|verificado|desenho|projeto|disegnato|controllato|approvato)(?![\p{L}\p{N}])/giu;
/** A cell with a label and what is filled in; a schedule has its labels and entries in different cells. */
const filledLabel =
  /^(scale|drawn|checked|approved|designed|project|client|sheet|drawing|dwg|job|date|issue|last updated|location|phase|building|title|units|size|projection|revision|status|maßstab|massstab|datum|gezeichnet|geprüft|projekt|bauherr|blatt|format|échelle|projet|indice|scala|tavola|progetto|oggetto|corso|docente|studenti|note|nome file|data|formato|масштаб|縮尺|図面|escala|fecha|plano|lámina|proyecto|dibujó|prancha|desenhista|desenho|título|código|unidade|revisão|folha)[^\n:]{0,16}(?:\n|:)\s*\S/iu;

const spellings: readonly (readonly [TableKind, RegExp])[] = [
  ['legend', /\b(legend|legende|légende|key|symbols?|abbreviations?|leyenda|legenda|simbolog[ií]a)\b|凡例/i],
  [
    'schedule',
    /\b(schedule|list|take-?off|quantit\w+|liste|stückliste|nomenclature|tableau)\b|ведомость|спецификация|экспликация/i,
  ],
  [
    'revisions',
    /\b(?:description|beschreibung|descripción|descrição)\b[\s\S]{0,20}\b(?:date|datum|fecha|data)\b|\b(rev(isions?)?|amendments?|änderung(en)?|modifications?|révisions?|indice|изм)\b\.?/i,
  ],
];

/** Whether cells name the scale and the title or number of a sheet, in several rows: a list of sheets names them in its head. */
const namesSheet = (cells: readonly TableCell[]): boolean => {
  const labels = cells.flatMap(({ row, text }) =>
    text.split('\n').flatMap((line) => {
      const kind = labelKind(line.split(':')[0]!);
      return kind === null || kind === 'other' ? [] : [{ row, kind }];
    }),
  );
  const kinds = new Set(labels.map(({ kind }) => kind));
  return kinds.has('scale') && kinds.size > 2 && new Set(labels.map(({ row }) => row)).size > 1;
};

/** Classifies a table by its title, else by the labels in it and the words of its first and last row. */
const kindOf = (title: string, head: string, cells: readonly TableCell[]): TableKind => {
  const byTitle = spellings.find(([, spelling]) => spelling.test(title));
  if (byTitle) return byTitle[0];
  const labels = new Set(cells.flatMap(({ text }) => text.toLowerCase().match(blockLabels) ?? []));
  const filled = cells.filter(({ text }) => filledLabel.test(text)).length;
  const rows = Math.max(0, ...cells.map(({ row, row_span }) => row + row_span));
  const labelled = cells.filter(({ column, text }) => column === 0 && /^[^\n]{3,40}:$/u.test(text)).length;
  if (labelled === rows && labels.size >= minimumLabelsOfLabelledRows) return 'title_block';
  if (namesSheet(cells)) return 'title_block';
  if (labels.size >= minimumTitleBlockLabels || filled >= minimumFilledTitleBlockLabels) return 'title_block';
  return spellings.find(([, spelling]) => spelling.test(head))?.[0] ?? 'table';
};

const edgesOf = ({ cells }: Table): number[] => placesOf(cells.flatMap(({ box }) => [box.left, box.right]));

/** Returns whether a table continues the one above it: the same columns, and no head of its own. */
const continues = (upper: Table, lower: Table): boolean => {
  const gap = lower.box.top - upper.box.bottom;
  const rowHeight = (lower.box.bottom - lower.box.top) / lower.rows;
  if (upper.columns !== lower.columns || gap < -1 || gap > maximumDividerRows * rowHeight) return false;
  if (lower.kind === 'title_block' || upper.kind === 'title_block') return false;
  const [one, other] = [edgesOf(upper), edgesOf(lower)];
  if (!one.every((x, i) => Math.abs(x - (other[i] ?? Infinity)) <= minimumCellPoints)) return false;
  const textsOf = ({ cells }: Table, row: number) => cells.filter((cell) => cell.row === row).map(({ text }) => text);
  const headOf = (table: Table) => textsOf(table, textsOf(table, 0).some((text) => text !== '') ? 0 : 1).join('|');
  return headOf(upper) !== headOf(lower);
};

/** Joins the sections of a table that headings between them divide; a heading is a row of its own. */
const joinSections = (tables: readonly Table[]): Table[] => {
  const joined: Table[] = [];
  for (const table of [...tables].sort((a, b) => a.box.top - b.box.top)) {
    const at = joined.findIndex((upper) => continues(upper, table));
    if (at < 0) {
      joined.push(table);
      continue;
    }
    const upper = joined[at]!;
    const isDivided = table.box.top - upper.box.bottom > minimumCellPoints;
    const offset = upper.rows + (isDivided ? 1 : 0);
    const divider: TableCell = {
      row: upper.rows,
      column: 0,
      row_span: 1,
      column_span: upper.columns,
      text: table.title ?? '',
      box: { left: upper.box.left, top: upper.box.bottom, right: upper.box.right, bottom: table.box.top },
    };
    joined[at] = {
      ...upper,
      box: { ...upper.box, bottom: table.box.bottom },
      rows: offset + table.rows,
      cells: [
        ...upper.cells,
        ...(isDivided ? [divider] : []),
        ...table.cells.map((cell) => ({ ...cell, row: cell.row + offset })),
      ],
      confidence: Math.min(upper.confidence, table.confidence),
    };
  }
  return joined;
};

/** Returns the cells without words that contain lettering drawn as strokes. */
const inkedCells = (cells: readonly Cell[], index: LineIndex): Set<Cell> => {
  const inked = new Set<Cell>();
  for (const cell of cells) {
    if (cell.text !== '') continue;
    const { left, top, right, bottom } = cell.box;
    let strokes = 0;
    index.near(cell.box, 0, (line) => {
      const isInside =
        line.x0 > left + 1 &&
        line.x1 < right - 1 &&
        Math.min(line.y0, line.y1) > top + 1 &&
        Math.max(line.y0, line.y1) < bottom - 1;
      if (isInside && lengthOf(line) < maximumLetteringStrokePoints) strokes++;
    });
    if (strokes >= minimumLetteringStrokes) inked.add(cell);
  }
  return inked;
};

/** Whether the only cell of a row is as high as its text needs, rather than an area with a text somewhere in it. */
const isHeading = ({ top, bottom, cells: [cell] }: Band, words: readonly Word[]): boolean => {
  const size = Math.max(0, ...cell!.words.map((i) => words[i]!.size));
  return bottom - top <= maximumHeadingRowTextHeights * size * cell!.text.split('\n').length;
};

/** Whether a row ends where another one, as wide as it, begins. */
const isAlignedAbove = (upper: Band, lower: Band): boolean =>
  Math.abs(upper.bottom - lower.top) < 0.01 &&
  Math.abs(leftOf(upper) - leftOf(lower)) <= minimumCellPoints &&
  Math.abs(rightOf(upper) - rightOf(lower)) <= minimumCellPoints;

/** Returns the text of the cell across all columns above the first row of a table; null if it is no title. */
const titleAbove = (first: Band, bands: readonly Band[], words: readonly Word[]): string | null => {
  const above = bands.find((other) => other.cells.length === 1 && isAlignedAbove(other, first));
  const text = above && isHeading(above, words) ? above.cells[0]!.text : '';
  return text === '' || text.length > maximumTableTitleCharacters ? null : text.replaceAll('\n', ' ');
};

/**
 * Returns a table with the row of heads above it, if a space divides them: a row with the same columns.
 * @param loose the rows that belong to no table
 * @param bands all rows
 */
const withHeads = (table: Table, loose: readonly Band[], bands: readonly Band[], words: readonly Word[]): Table => {
  const rowHeight = (table.box.bottom - table.box.top) / table.rows;
  const edges = edgesOf(table);
  const head = loose.find(({ cells, bottom }) => {
    const gap = table.box.top - bottom;
    if (gap <= minimumCellPoints || gap > maximumDividerRows * rowHeight || cells.length !== table.columns)
      return false;
    const own = placesOf(cells.flatMap(({ box }) => [box.left, box.right]));
    return (
      own.length === edges.length &&
      own.every((x, i) => Math.abs(x - edges[i]!) <= minimumCellPoints) &&
      cells.every(({ text }) => /\p{L}/u.test(text))
    );
  });
  if (!head || table.kind === 'title_block') return table;
  const title = titleAbove(head, bands, words);
  const heads = head.cells.map(
    ({ text, box }, column): TableCell => ({ row: 0, column, row_span: 1, column_span: 1, text, box }),
  );
  return {
    ...table,
    title: title ?? captionAbove({ ...table.box, top: head.top }, words),
    box: { ...table.box, top: head.top },
    rows: table.rows + 1,
    cells: [...heads, ...table.cells.map((cell) => ({ ...cell, row: cell.row + 1 }))],
  };
};

/** Returns the part of a page between its outermost rules. */
const ruledPart = ({ level, upright }: Rules): Bounds => ({
  left: Math.min(...level.map(({ from }) => from)),
  top: Math.min(...upright.map(({ from }) => from)),
  right: Math.max(...level.map(({ to }) => to)),
  bottom: Math.max(...upright.map(({ to }) => to)),
});

/**
 * Returns the upright borders of a sheet: rules across most of its ruled part at which level rules end rather than cross them,
 * as they cross the sides of columns. A page that is ruled only in part has none.
 */
const bordersOf = (rules: Rules, height: number): Rule[] => {
  const { level, upright } = rules;
  const { top, bottom } = ruledPart(rules);
  if (bottom - top < minimumRuledShare * height) return [];
  const isBorder = ({ at, from, to }: Rule) => {
    const reaching = level.filter(
      (rule) =>
        rule.at > from + maximumCornerGapPoints &&
        rule.at < to - maximumCornerGapPoints &&
        rule.from <= at + maximumCornerGapPoints &&
        rule.to >= at - maximumCornerGapPoints,
    );
    const crossing = reaching.filter(
      (rule) => rule.from < at - maximumCornerGapPoints && rule.to > at + maximumCornerGapPoints,
    );
    return crossing.length <= reaching.length / 2;
  };
  return upright.filter((rule) => rule.to - rule.from >= minimumBorderShare * (bottom - top) && isBorder(rule));
};

/** Divides cells by the upright borders of the sheet, which no table crosses. */
const withinBorders = (cells: readonly Cell[], borders: readonly Rule[]): Cell[][] => {
  const bordersBefore = ({ box: { left, right } }: Cell) => borders.filter(({ at }) => at < (left + right) / 2).length;
  return [...Map.groupBy(cells, bordersBefore).values()];
};

/**
 * Returns no table for ruled cells without a known kind whose rows are divided differently, none of them into all columns: in a
 * corner of the sheet they are its title block, elsewhere bays of a plan.
 */
const withoutIrregular = (table: Table, sheet: Bounds): Table[] => {
  const { kind, cells, rows, columns, box } = table;
  if (kind !== 'table' || cells.length >= minimumPlainRegularityShare * rows * columns) return [table];
  const aside = Math.min(box.left - sheet.left, sheet.right - box.right);
  const above = Math.min(box.top - sheet.top, sheet.bottom - box.bottom);
  const side = Math.min(sheet.right - sheet.left, sheet.bottom - sheet.top);
  if (Math.max(aside, above) <= cornerReachShare * side) return [{ ...table, kind: 'title_block' }];
  const dividedInto = (row: number) => cells.filter((cell) => cell.row <= row && cell.row + cell.row_span > row).length;
  return Array.from({ length: rows }, (_, row) => dividedInto(row)).includes(columns) ? [table] : [];
};

/**
 * Groups cells by the cell in which they are a symbol, the smallest one first; null for cells in none. What fills a cell is no
 * symbol in it.
 */
const bySymbol = (cells: readonly Cell[]): (readonly [around: Cell | null, inside: Cell[]])[] => {
  const frames = framesOf(cells);
  const filled = new Map<Cell | null, number>();
  for (const [i, { box }] of cells.entries()) filled.set(frames[i]!, (filled.get(frames[i]!) ?? 0) + areaOfBox(box));
  const isFilled = (frame: Cell) => filled.get(frame)! >= maximumSymbolShare * areaOfBox(frame.box);
  const frameOf = new Map(cells.map((cell, i) => [cell, frames[i]!]));
  const aroundOf = (cell: Cell): Cell | null => {
    let frame = frameOf.get(cell)!;
    while (frame && isFilled(frame)) frame = frameOf.get(frame)!;
    return frame;
  };
  const sizeOf = (frame: Cell | null) => (frame ? areaOfBox(frame.box) : Infinity);
  return [...Map.groupBy(cells, aroundOf)].sort(([one], [other]) => sizeOf(one) - sizeOf(other));
};

/** Returns the rows of one cell each that are as wide as each other, one below the other. */
const stacksOf = (bands: readonly Band[]): Band[][] => {
  const stacks: Band[][] = [];
  for (const band of bands.filter(({ cells }) => cells.length === 1)) {
    const above = stacks.find((stack) => isAlignedAbove(stack.at(-1)!, band));
    if (above) above.push(band);
    else stacks.push([band]);
  }
  return stacks.filter(({ length }) => length >= minimumUnheadedRows);
};

/** Returns the table of rows whose columns are those of their texts. */
const dividedTable = (
  stack: readonly Band[],
  bands: readonly Band[],
  words: readonly Word[],
  inked: ReadonlySet<Cell>,
): Table[] => {
  const rows = divideByText(
    stack.flatMap(({ cells }) => cells),
    words,
  );
  const first = rows?.findIndex((cells) => cells.length > 1) ?? -1;
  if (!rows || first < 0) return [];
  const divided = rows
    .slice(first)
    .map((cells): Band => ({ top: cells[0]!.box.top, bottom: cells[0]!.box.bottom, cells }));
  const table = toTable(divided, titleAbove(divided[0]!, bands, words), words, inked);
  return table ? [table] : [];
};

/**
 * Finds the tables in a group of cells, those divided into columns by their texts, the rows of the group, and those of them that
 * are part of no table.
 */
const tablesIn = (
  group: readonly Cell[],
  words: readonly Word[],
  inked: ReadonlySet<Cell>,
): { tables: Table[]; divided: Table[]; bands: Band[]; loose: Band[] } => {
  const tables: Table[] = [];
  const loose: Band[] = [];
  if (group.length < minimumTableColumns) return { tables, divided: [], bands: [], loose };
  const bands = bandsOf(group);
  const used = new Set<Band>();
  for (const band of bands) {
    if (used.has(band) || band.cells.length < minimumTableColumns) continue;
    const run = [band];
    used.add(band);
    for (;;) {
      const last = run.at(-1)!;
      const next = bands.find(
        (other) => !used.has(other) && Math.abs(other.top - last.bottom) < 0.01 && haveSameColumns(last, other),
      );
      if (!next) break;
      used.add(next);
      run.push(next);
    }
    const table = toTable(run, titleAbove(run[0]!, bands, words), words, inked);
    if (table) tables.push(table);
    else loose.push(...run);
  }
  // Rows of one cell beside ruled columns are headings and notes.
  const stacks = tables.length === 0 ? stacksOf(bands) : [];
  const divided = stacks.flatMap((stack) => dividedTable(stack, bands, words, inked));
  return { tables, divided, bands, loose };
};

/**
 * Finds the tables among the ruled cells of a page, from the top.
 * @param options `rules` of the page, to tell the border of the sheet from the sides of tables; `index` of its lines, to
 *   recognise tables whose lettering is drawn as strokes
 */
export const tablesOf = (
  cells: readonly Cell[],
  words: readonly Word[],
  { width, height }: { width: number; height: number },
  { rules, index }: { rules?: Rules; index?: LineIndex } = {},
): Table[] => {
  // Copies, because a cell takes the words of the symbols in it.
  const small = cells
    .filter(({ box }) => areaOfBox(box) < maximumCellShare * width * height)
    .map((cell): Cell => ({ ...cell }));
  const [tables, divided]: [Table[], Table[]] = [[], []];
  const [bands, loose]: [Band[], Band[]] = [[], []];
  const inked = index ? inkedCells(small, index) : new Set<Cell>();
  const borders = rules ? bordersOf(rules, height) : [];
  for (const [frame, inside] of bySymbol(small)) {
    const found = withinBorders(inside, borders)
      .flatMap(groupsOf)
      .map((group) => tablesIn(group, words, inked));
    tables.push(...found.flatMap((each) => each.tables));
    divided.push(...found.flatMap((each) => each.divided));
    bands.push(...found.flatMap((each) => each.bands));
    loose.push(...found.flatMap((each) => each.loose));
    // The text of a symbol is that of the cell around it.
    const isSymbol = frame !== null && found.every((each) => each.tables.length + each.divided.length === 0);
    const own = isSymbol ? inside.flatMap((cell) => cell.words) : [];
    if (frame && own.length > 0) {
      const { order, text } = textOf([...frame.words, ...own], words);
      Object.assign(frame, { words: order, text });
    }
  }
  const page = { left: 0, top: 0, right: width, bottom: height };
  const ruled = joinSections(tables.map((table) => withHeads(table, loose, bands, words)))
    .flatMap((table) => withoutIrregular(table, rules ? ruledPart(rules) : page))
    .map((table) => (table.kind === 'legend' ? withRowsBelow(table, small, words) : table));
  const all = [...ruled, ...divided];
  return [...all, ...framedLegends(small, words, all)].sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
};
