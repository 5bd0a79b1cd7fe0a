import type { Line } from './lines.ts';
import { dateOrder, findDate, isRevision, isShortDate } from './patterns.ts';
import type { Label, Segments } from './segments.ts';

/** A table of issues or revisions in a title block. */
export interface RevisionTable {
  /** The mark of its latest row; null if no row is filled or rows have no mark. */
  revision: string | null;
  /** The date of the latest row. */
  date: string | null;
  /** The texts that contain them. */
  revisionLine: Line | null;
  dateLine: Line | null;
  /** All texts of the table including its header, none of which is a field of its own. */
  members: Set<Line>;
}

type Column = 'mark' | 'date' | 'text';

const MARK =
  /^(?:REV|REVISION|NO|N|NR|#|MARK|SYM|SYMBOL|INDEX|INDICE|IND|ISSUE|REV NO|REVISION NO|REVISION NUMBER|ISSUE NO|NUMBER|ZONE|DELTA|LTR|WIJZ|REVISIE|BET|ANT|ZMIANA|ZMĚNA|ИЗМ|РЕВ|版次|版本|序号|次数|訂正|改訂)\.?:?$/iu;
const TEXT =
  /^(?:DESCRIPTIONS?|REVISIONS?|REMARKS?|COMMENTS?|ISSUED FOR|ISSUE|NOTES?|ISSUES|DETAILS|AENDERUNG|ÄNDERUNG|ART DER ÄNDERUNG|MODIFICATIONS?|DESCRIPCION|DESCRIPCIÓN|OMSCHRIJVING|MODIFICACION|SUBJECT|PURPOSE|BEMERKUNG|REVISION DESCRIPTION|DESCRIZIONE|BESCHREIBUNG|DESCRIÇÃO|OPIS|POPIS|BESKRIVNING|ÄNDRINGEN AVSER|KOMMENTAR|КОЛ\.? ?УЧ\.?|ЛИСТ|№ ?ДОК\.?|ПОДП(?:ИСЬ)?\.?|ОПИСАНИЕ|修改内容|变更内容|訂正内容|変更内容|内容|記事|摘要|備考)\.?:?$/iu;
const DATE = /^(?:DATE|DATES|DATUM|FECHA|DATA|DATO|ДАТА|日期|日付|年月日|ISSUE DATE|REVISION DATE|REV DATE)\.?:?$/iu;

const columnOf = (text: string): Column | null => {
  if (DATE.test(text)) return 'date';
  if (MARK.test(text)) return 'mark';
  return TEXT.test(text) ? 'text' : null;
};

interface Header {
  columns: { kind: Column; line: Line }[];
  u0: number;
  u1: number;
  v0: number;
  v1: number;
  size: number;
  angle: number;
}

const headers = (all: readonly Line[]): Header[] => {
  const cells = all
    .map((line) => ({ kind: columnOf(line.text.trim()), line }))
    .filter((cell): cell is { kind: Column; line: Line } => cell.kind !== null);
  const rows: { kind: Column; line: Line }[][] = [];
  for (const cell of cells.sort((a, b) => a.line.v1 - b.line.v1 || a.line.u0 - b.line.u0)) {
    const row = rows.find(([first]) => {
      const line = first?.line as Line;
      return (
        line.angle === cell.line.angle &&
        Math.abs(line.v1 - cell.line.v1) < 0.4 * line.size &&
        Math.abs(cell.line.u0 - line.u0) < 60 * line.size &&
        cell.line.size / line.size < 1.3 &&
        line.size / cell.line.size < 1.3
      );
    });
    if (row) row.push(cell);
    else rows.push([cell]);
  }
  return rows.flatMap((row) => {
    const kinds = row.map((cell) => cell.kind);
    const dated = kinds.includes('date') && (kinds.includes('mark') || kinds.includes('text'));
    const described = kinds.includes('text') && row.some((cell) => /^(?:REV|ISSUE|IND|WIJZ)/i.test(cell.line.text));
    if (row.length < 2 || (!dated && !described)) return [];
    const columns = row.sort((a, b) => a.line.u0 - b.line.u0);
    const lines = columns.map((cell) => cell.line);
    const [first] = lines;
    if (!first) return [];
    return [
      {
        columns,
        u0: Math.min(...lines.map((line) => line.u0)),
        u1: Math.max(...lines.map((line) => line.u1)),
        v0: Math.min(...lines.map((line) => line.v0)),
        v1: Math.max(...lines.map((line) => line.v1)),
        size: first.size,
        angle: first.angle,
      },
    ];
  });
};

const HEADING =
  /^(?:REVISIONS?|REVISION (?:HISTORY|LIST|SCHEDULE|LOG|TABLE)|ISSU(?:ES?|ANCES?)|ISSU(?:ES?|ANCES?) ?(?:AND|&|\/) ?REVISIONS?|REVISIONS? ?(?:AND|&|\/) ?ISSUES?|ISSUE LOG|ÄNDERUNGEN|MODIFICATIONS|REVISIONES)\.?:?$/i;

/** Headings of a list without column headings, whose rows are recognised by their dates. */
const headings = (all: readonly Line[], found: readonly Header[]): Header[] =>
  all.flatMap((line) => {
    if (!HEADING.test(line.text.trim())) return [];
    const { u0, u1, v0, v1, size, angle } = line;
    const columns = found.some(
      (header) => header.angle === angle && Math.abs(header.v1 - v1) < 4 * size && header.u1 > u0 && header.u0 < u1,
    );
    const width = 18 * size;
    return columns
      ? []
      : [{ columns: [{ kind: 'text', line }], u0: u0 - 0.5 * width, u1: u1 + width, v0, v1, size, angle }];
  });

interface Row {
  v1: number;
  cells: Line[];
}

/** Returns the rows that follow the header without a wide gap, downwards or upwards. */
const rowsOf = (header: Header, all: readonly Line[], direction: 1 | -1, labels: ReadonlySet<Line>): Row[] => {
  const margin = 4 * header.size;
  const beside = all.filter(
    (line) =>
      line.angle === header.angle &&
      (line.u0 + line.u1) / 2 > header.u0 - margin &&
      (line.u0 + line.u1) / 2 < header.u1 + margin &&
      line.size < 1.6 * header.size &&
      (direction === 1 ? line.v0 > header.v1 - 0.5 * header.size : line.v1 < header.v0 + 0.5 * header.size),
  );
  const rows: Row[] = [];
  for (const line of beside.sort((a, b) => direction * (a.v1 - b.v1))) {
    const last = rows.at(-1);
    if (last && Math.abs(last.v1 - line.v1) < 0.5 * header.size) {
      last.cells.push(line);
      continue;
    }
    const from = last?.v1 ?? header.v1;
    if (Math.abs(line.v1 - from) > 3.2 * header.size) break;
    rows.push({ v1: line.v1, cells: [line] });
  }
  // `REV 1 07/20/17` is an entry with its own label; any other label starts the next cell of the block.
  const ends = (row: Row) => (cell: Line) =>
    labels.has(cell) && !(/^REV/i.test(cell.text) && row.cells.some((each) => findDate(each.text)));
  const end = rows.findIndex((row) => row.cells.some(ends(row)));
  return end < 0 ? rows : rows.slice(0, end);
};

/** A value with the text that contains it. */
interface Found {
  text: string;
  line: Line;
}

/** Returns the date of a cell; in the date column also a short one. */
const dateIn = (cell: Line, header: Header): string | null => {
  const found = findDate(cell.text);
  if (found || !isShortDate(cell.text)) return found;
  const dated = header.columns.some(({ kind, line }) => kind === 'date' && cell.u0 < line.u1 && cell.u1 > line.u0);
  return dated ? cell.text : null;
};

const markOf = (row: Row, header: Header): Found | null => {
  const marks = header.columns.filter((column) => column.kind === 'mark');
  for (const cell of row.cells) {
    const date = findDate(cell.text);
    const [word] = cell.words;
    // Narrow columns are read as one line: `1 08/15/17 BULLETIN`.
    const first = date && word && !date.startsWith(word.text) ? word.text : cell.text;
    const text = first.replace(/^[△Δ▲]\s*/, '');
    if (!isRevision(text)) continue;
    if (header.columns.length === 1)
      return cell === row.cells[0] && row.cells.some((each) => findDate(each.text)) ? { text, line: cell } : null;
    // The column with the nearest heading.
    const distance = (line: Line): number =>
      Math.min(Math.abs(line.u0 - cell.u0), Math.abs((line.u0 + line.u1 - cell.u0 - cell.u1) / 2));
    const nearest = [...header.columns].sort((a, b) => distance(a.line) - distance(b.line))[0];
    if (
      nearest &&
      (nearest.kind === 'mark' || (marks.length === 0 && cell === row.cells[0] && nearest.kind === 'text'))
    )
      return { text, line: cell };
  }
  return null;
};

const readRows = (rows: readonly Row[], header: Header): { mark: Found | null; date: Found | null }[] =>
  rows
    .map((row) => {
      const cells = [...row.cells].sort((a, b) => a.u0 - b.u0);
      const dates = cells.flatMap((line) => {
        const text = dateIn(line, header);
        return text === null ? [] : [{ text, line }];
      });
      const date = dates.at(-1) ?? null;
      return { mark: markOf({ ...row, cells }, header), date };
    })
    .filter((row) => row.mark !== null || row.date !== null);

const inOrder = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

/** Returns the mark and the date of the latest rows. */
const latestOf = (rows: ReturnType<typeof readRows>): { mark: Found | undefined; date: Found | undefined } => {
  const marked = rows.filter((row) => row.mark !== null);
  const latest = [...marked].sort(
    (a, b) =>
      dateOrder(a.date?.text ?? '') - dateOrder(b.date?.text ?? '') || inOrder(a.mark?.text ?? '', b.mark?.text ?? ''),
  );
  const dates = rows.flatMap((row) => row.date ?? []).sort((a, b) => dateOrder(a.text) - dateOrder(b.text));
  return { mark: latest.at(-1)?.mark ?? undefined, date: dates.at(-1) };
};

/** Finds tables whose header has at least two of mark, date and description. */
export const revisionTables = ({ labels, values }: Pick<Segments, 'labels' | 'values'>): RevisionTable[] => {
  const all: Line[] = [...labels, ...values];
  const found = headers(all);
  const cells = new Set(found.flatMap((header) => header.columns.map((column) => column.line)));
  const stops = new Set<Line>(labels.filter((label: Label) => !cells.has(label)));
  const untitled = headings(all, found);
  return [...found, ...untitled].flatMap((header) => tableUnder(header, all, stops) ?? []);
};

/** Returns the table with this header, whose rows are below or above it; null if they are cells of the block. */
const tableUnder = (header: Header, all: readonly Line[], stops: ReadonlySet<Line>): RevisionTable | null => {
  const below = rowsOf(header, all, 1, stops);
  const headed = header.columns.length > 1;
  const above = headed ? rowsOf(header, all, -1, stops) : [];
  const [down, up] = [readRows(below, header), readRows(above, header)];
  const upwards = up.length > down.length;
  const rows = upwards ? up : down;
  // `REV` next to `DATE` without descriptions may be two cells of the block with one value each.
  if (!headed && !rows.some((row) => row.date !== null && row.mark !== null)) return null;
  if (rows.length < 2 && !header.columns.some((column) => column.kind === 'text')) return null;
  const { mark, date } = latestOf(rows);
  const members = new Set<Line>(header.columns.map((column) => column.line));
  if (rows.length > 0) for (const row of upwards ? above : below) for (const cell of row.cells) members.add(cell);
  return {
    revision: mark?.text ?? null,
    date: date?.text ?? null,
    revisionLine: mark?.line ?? null,
    dateLine: date?.line ?? null,
    members,
  };
};
