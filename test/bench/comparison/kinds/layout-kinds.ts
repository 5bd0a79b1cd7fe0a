import { type DetailSheet, drawDetail, elementsOf, makeDetailSheet } from './detail-sheet.ts';
import {
  type DrawnBox,
  type Element,
  MM,
  makeSheet,
  PAGE_SIZES,
  seededRandom,
  table,
  transformBox,
} from './drawing.ts';
import { edited, inkOf, placed, respelt, shifted } from './edits.ts';
import type { KindPair } from './pair.ts';

/** Moved objects: rows, blocks, views, whole sheets. */

const side = (sheet: DetailSheet, elements: readonly Element[]) => ({ size: sheet.page, elements });

const isDimension = (e: Element) => e.role === 'dimension';
const longer = (e: Element): Element => respelt(e, (t) => String(Number(t.text) + 25));

const TYPES = ['SINGLE', 'DOUBLE', 'SLIDING', 'LOUVRED'];
const FINISHES = ['PAINTED', 'OAK VENEER', 'ANODISED', 'GALVANISED'];

const scheduleRow = (r: ReturnType<typeof seededRandom>, name: string): string[] => [
  name,
  r.pick(TYPES),
  String(r.int(7, 18) * 100),
  String(r.int(20, 24) * 100),
  r.pick(FINISHES),
  r.pick(['30 MIN', '60 MIN', '–']),
  `HW-${r.int(1, 9)}`,
];

/** A door schedule of the given rows, its corner at 70, 70. */
const schedule = (entries: readonly string[][]) =>
  table({
    id: 'schedule',
    title: 'DOOR SCHEDULE',
    x: 70,
    y: 70,
    widths: [60, 80, 60, 60, 100, 70, 60],
    rowHeight: 16,
    size: 7,
    head: ['DOOR', 'TYPE', 'WIDTH', 'HEIGHT', 'FINISH', 'FIRE', 'HARDWARE'],
    rows: entries,
  });
const scheduleRowBox = (at: number): DrawnBox => ({
  x: 70,
  y: 70 + 16 * 0.5 + 16 * (1.3 + at),
  width: 490,
  height: 16,
});

/** A sheet's frame, title block and notes, with space for a schedule. */
const scheduleSheet = (seed: number) => {
  const base = makeSheet({ seed, kind: 'section', size: 'A2', title_block: 'strip' });
  const frame = base.elements.filter((e) => e.role === 'frame' || e.role === 'title-block' || e.role === 'note');
  return { size: base.options.page, frame };
};

/**
 * A schedule with rows inserted in two places and one deleted further down: the rows between are shifted by different
 * amounts.
 */
export const rowsApart = (seed: number): KindPair => {
  const r = seededRandom(seed, 'rows apart');
  const { size, frame } = scheduleSheet(seed);
  const names = Array.from({ length: 26 }, (_, i) => `D${101 + i}`);
  const list = names.map((name) => scheduleRow(r, name));
  const [first, second, out] = [r.int(2, 4), r.int(6, 8), r.int(14, 18)];
  const after = list.flatMap((row, i) => {
    if (i === out) return [];
    return i === first || i === second ? [scheduleRow(r, `${names[i - 1]}A`), row] : [row];
  });
  return {
    older: { size, elements: [...frame, ...schedule(list)] },
    newer: { size, elements: [...frame, ...schedule(after)] },
    truth: [first, second + 1, out].map(scheduleRowBox),
  };
};

/** A schedule with a row inserted or deleted, all rows below it shifted, and one entry among those changed. */
export const rows = (seed: number): KindPair => {
  const r = seededRandom(seed, 'rows');
  const { size, frame } = scheduleSheet(seed);
  const names = Array.from({ length: 26 }, (_, i) => `D${101 + i}`);
  const list = names.map((name) => scheduleRow(r, name));
  const at = r.int(6, 12);
  const changed = r.int(16, 22);
  const taken = seed % 3 === 2;
  const after = list.map((row, i) =>
    i === changed ? row.map((v, j) => (j === 2 ? String(Number(v) + 150) : v)) : row,
  );
  if (taken) after.splice(at, 1);
  else after.splice(at, 0, scheduleRow(r, `${names[at - 1]}A`));
  const [old, now] = [schedule(list), schedule(after)];
  const cell = (elements: readonly Element[], row: number, column: number) =>
    elements.find((e) => e.id === `schedule/${row}/${column}`)!;
  return {
    older: { size, elements: [...frame, ...old] },
    newer: { size, elements: [...frame, ...now] },
    truth: [scheduleRowBox(at), inkOf([cell(now, taken ? changed - 1 : changed + 1, 2)])],
  };
};

/** Two details of a sheet moved unchanged to free cells; one dimension elsewhere changed. */
export const blocks = (seed: number): KindPair => {
  const r = seededRandom(seed, 'blocks');
  const sheet = makeDetailSheet(seed);
  const picked = r.shuffle(sheet.details.slice(0, 9)).slice(0, 2);
  const moved = picked.map((detail, i) => {
    const to = sheet.free[i]!;
    return shifted(detail.elements, to.x - detail.cell.x, to.y - detail.cell.y);
  });
  const swap = new Map<Element, Element | null>();
  picked.forEach((detail, i) => {
    for (const [j, e] of detail.elements.entries()) swap.set(e, moved[i]![j]!);
  });
  const target = sheet.details.find((d) => !picked.includes(d))!.elements.find(isDimension)!;
  swap.set(target, longer(target));
  const before = elementsOf(sheet);
  const value = (e: Element) => inkOf([{ ...e, primitives: e.primitives.filter((p) => p.type === 'text') }]);
  return {
    older: side(sheet, before),
    newer: side(sheet, edited(before, swap)),
    truth: [...moved.map(inkOf), value(longer(target))],
  };
};

/** One view moved by a few millimetres, and changed inside as well. */
export const viewMoved = (seed: number): KindPair => {
  const r = seededRandom(seed, 'view moved');
  const sheet = makeDetailSheet(seed);
  const detail = r.pick(sheet.details);
  const [dx, dy] = [r.pick([-1, 1]) * r.int(4, 12), r.int(-6, 8)];
  const moved = shifted(detail.elements, dx, dy);
  const inner = moved.find(isDimension)!;
  const changed = longer(inner);
  const value = inkOf([{ ...changed, primitives: changed.primitives.filter((p) => p.type === 'text') }]);
  const swap = new Map<Element, Element | null>(
    detail.elements.map((e, i) => [e, moved[i] === inner ? changed : moved[i]!]),
  );
  const before = elementsOf(sheet);
  return { older: side(sheet, before), newer: side(sheet, edited(before, swap)), truth: [inkOf(moved), value] };
};

/** The sheet re-arranged: most details in other cells, one dropped, one new. */
export const viewsArranged = (seed: number): KindPair => {
  const r = seededRandom(seed, 'views arranged');
  const sheet = makeDetailSheet(seed, 2);
  const before = elementsOf(sheet);
  const cells = [...sheet.details.map((d) => d.cell), ...sheet.free];
  const gone = sheet.details[r.int(0, 9)]!;
  const stay = r.shuffle(sheet.details.filter((d) => d !== gone));
  const moving = stay.slice(0, 5);
  const targets = moving.map((_, i) => moving[(i + 1) % moving.length]!.cell);
  const swap = new Map<Element, Element | null>(gone.elements.map((e) => [e, null]));
  const truth: DrawnBox[] = [];
  moving.forEach((detail, i) => {
    const to = targets[i]!;
    const placedThere = shifted(detail.elements, to.x - detail.cell.x, to.y - detail.cell.y);
    for (const [j, e] of detail.elements.entries()) swap.set(e, placedThere[j]!);
    truth.push(inkOf(placedThere));
  });
  truth.push(inkOf(gone.elements));
  const fresh = drawDetail(seededRandom(seed, 'fresh'), 'ANCHOR DETAIL', 21, cells.at(-1)!);
  truth.push(inkOf(fresh.elements));
  return { older: side(sheet, before), newer: side(sheet, edited(before, swap, fresh.elements)), truth };
};

/** One view drawn at another scale at its position. */
export const viewRescaled = (seed: number): KindPair => {
  const r = seededRandom(seed, 'view rescaled');
  const sheet = makeDetailSheet(seed);
  const detail = r.pick(sheet.details);
  const k = 0.75;
  const { x, y } = detail.cell;
  const smaller = placed(detail.elements, [k, 0, 0, k, x * (1 - k), y * (1 - k)]).map((e) =>
    respelt(e, (t) => t.text.replace('1:10', '1:15')),
  );
  const swap = new Map<Element, Element | null>(detail.elements.map((e, i) => [e, smaller[i]!]));
  const before = elementsOf(sheet);
  return { older: side(sheet, before), newer: side(sheet, edited(before, swap)), truth: [inkOf(detail.elements)] };
};

/** The same sheet on another paper size, scaled or not, with three changes. */
export const paperSize = (seed: number): KindPair => {
  const r = seededRandom(seed, 'paper');
  const sheet = makeDetailSheet(seed);
  const before = elementsOf(sheet);
  const targets = r.shuffle(sheet.details.flatMap((d) => d.elements.filter(isDimension).slice(0, 1))).slice(0, 2);
  const dropped = r.pick(sheet.details).elements.find((e) => e.id.endsWith('/bolt'))!;
  const swap = new Map<Element, Element | null>([
    ...targets.map((e): [Element, Element] => [e, longer(e)]),
    [dropped, null],
  ]);
  const size = PAGE_SIZES.A1;
  const k = seed % 3 === 0 ? 1 : size.width / sheet.page.width;
  const matrix = [k, 0, 0, k, k === 1 ? 40 * MM : 0, k === 1 ? 60 * MM : 0] as const;
  const value = (e: Element) => inkOf([{ ...e, primitives: e.primitives.filter((p) => p.type === 'text') }]);
  return {
    older: side(sheet, before),
    newer: { size, elements: edited(before, swap), matrix },
    truth: [...targets.map((e) => value(longer(e))), inkOf([dropped])].map((box) => transformBox(box, matrix)),
  };
};
