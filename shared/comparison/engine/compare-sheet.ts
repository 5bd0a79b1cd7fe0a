import type { Word } from '../../domain/page-text.ts';
import { type AlignedSheets, alignSheets } from './align/align-sheets.ts';
import { type Change, type FoundChanges, findChanges } from './differ/find-changes.ts';
import { countMarks } from './differ/regions.ts';
import { measureSimilarity } from './differ/similarity.ts';
import { moveWords } from './differ/text-difference.ts';
import { type Box, centre, contains, inflate } from './geometry.ts';
import { groupChanges } from './join/group-changes.ts';
import { rate, rateGroup } from './rate/rate.ts';
import type { SheetSource } from './read/sheet-source.ts';
import { findLines } from './read/text-lines.ts';
import {
  describeGraphic,
  describeGroup,
  describeMove,
  describeMovedText,
  describeText,
  scaleFactor,
} from './say/describe.ts';
import { Locator } from './say/location.ts';
import { findTitleBlock } from './segment/title-block.ts';
import type { ComparedSheet, ComparisonItem, SheetFacts } from './types.ts';

/** Most items that a sheet answers; more are joined into groups. */
export const mostItems = 40;
const millimetres = 25.4 / 72;

/** A pair of sheets compared, with the pictures that overlays are made of. */
export interface SheetComparison {
  sheet: ComparedSheet;
  /** Most important first. */
  items: ComparisonItem[];
  pictures: AlignedSheets & {
    /** 1 where only the newer, 2 where only the older sheet has ink. */
    marks: Uint8Array;
  };
}

/** Dots per inch for a sheet: 150, more for small sheets, whose lettering is small as well; bounded for huge ones. */
export const chooseDpi = (width: number, height: number): number => {
  const squareInches = (width / 72) * (height / 72);
  const fine = Math.sqrt(12_000_000 / squareInches);
  const bounded = Math.sqrt(60_000_000 / squareInches);
  return Math.min(bounded, Math.max(150, Math.min(200, fine)));
};

/**
 * Compares two sheets that belong together.
 * @param facts what their title blocks say, where known
 */
export const compareSheet = async (
  older: SheetSource,
  newer: SheetSource,
  facts: { older: SheetFacts | null; newer: SheetFacts | null },
): Promise<SheetComparison> => {
  const { width, height } = newer.text;
  const sheets = await alignSheets(older, newer, chooseDpi(width, height));
  const { alignment } = sheets;
  const moved = moveWords(older.text.words, alignment.matrix);
  const titleBlock = findTitleBlock(newer.text) ?? findTitleBlock({ ...newer.text, words: moved });
  const { changes, marks } = findChanges(older, newer, sheets, titleBlock);
  const similarity = measureSimilarity(older, newer, sheets, marks);
  const sheet: ComparedSheet = {
    page: newer.page,
    original_page: older.page,
    sheet_number: facts.newer?.sheet_number?.value ?? facts.older?.sheet_number?.value ?? null,
    title: facts.newer?.title?.value ?? facts.older?.title?.value ?? null,
    original_revision: facts.older?.revision?.value ?? null,
    comparison_revision: facts.newer?.revision?.value ?? null,
    matched: similarity.same,
    message: '',
    alignment: {
      method: alignment.method,
      confidence: round(alignment.confidence, 3),
      shift_x_mm: round(alignment.shift.x * millimetres, 2),
      shift_y_mm: round(alignment.shift.y * millimetres, 2),
      rotation_degrees: round(alignment.turn, 4),
      scale: round(alignment.scale, 6),
    },
    similarity: round(similarity.share, 3),
    width: sheets.width,
    height: sheets.height,
    item_count: 0,
  };
  const items = similarity.same
    ? makeItems(newer, { sheets, changes, marks, moved, titleBlock }, facts.newer?.scale?.value ?? null)
    : [replaced(newer, sheets)];
  sheet.item_count = items.length;
  sheet.message = similarity.same
    ? items.length === 0
      ? 'No change found.'
      : changesFound(items)
    : 'The two sheets do not show the same thing; single changes are not listed.';
  return { sheet, items, pictures: { ...sheets, marks } };
};

const round = (value: number, digits: number): number => Number(value.toFixed(digits)) || 0;

const fractions = (box: Box, width: number, height: number): Box => {
  const x = Math.min(1, Math.max(0, box.x / width));
  const y = Math.min(1, Math.max(0, box.y / height));
  return {
    x: round(x, 6),
    y: round(y, 6),
    width: round(Math.min(1, Math.max(0, (box.x + box.width) / width)) - x, 6),
    height: round(Math.min(1, Math.max(0, (box.y + box.height) / height)) - y, 6),
  };
};

const place = (box: Box, newer: SheetSource, sheets: AlignedSheets) => ({
  bounding_box: fractions(box, newer.text.width, newer.text.height),
  page: newer.page,
  pixel_box: {
    x: Math.round(box.x * sheets.density),
    y: Math.round(box.y * sheets.density),
    width: Math.max(1, Math.round(box.width * sheets.density)),
    height: Math.max(1, Math.round(box.height * sheets.density)),
  },
});

const replaced = (newer: SheetSource, sheets: AlignedSheets): ComparisonItem => ({
  description: 'The two sheets do not show the same thing: another drawing stands in its place',
  ...rate({ kind: 'sheet_replaced', inTitleBlock: false, widthMm: 0, heightMm: 0 }),
  ...place({ x: 0, y: 0, width: newer.text.width, height: newer.text.height }, newer, sheets),
  kind: 'sheet_replaced',
  confidence: 0.8,
});

interface Findings extends FoundChanges {
  sheets: AlignedSheets;
  /** The older sheet's words on the newer sheet. */
  moved: readonly Word[];
  titleBlock: Box | null;
}

/** A removed and an added symbol of one size are most likely one that moved. */
const findMoves = (changes: readonly Change[]): Map<Change, Change> => {
  const moves = new Map<Change, Change>();
  const gone = changes.filter((change) => change.kind === 'graphic_removed');
  for (const now of changes) {
    if (now.kind !== 'graphic_added') continue;
    const alike = gone.filter(
      (was) =>
        !moves.has(was) &&
        Math.abs(was.box.width - now.box.width) < 1.2 &&
        Math.abs(was.box.height - now.box.height) < 1.2 &&
        Math.min(was.box.width, was.box.height) > 6 &&
        Math.min(was.removedInk, now.addedInk) > 0.7 * Math.max(was.removedInk, now.addedInk),
    );
    if (alike.length !== 1) continue;
    moves.set(now, alike[0]!);
    moves.set(alike[0]!, now);
  }
  return moves;
};

/** Counts single changes, and says where they are grouped. */
const changesFound = (items: readonly ComparisonItem[]): string => {
  const count = items.reduce((sum, item) => sum + (item.parts?.length ?? 1), 0);
  const grouped = count > items.length ? `, in ${items.length} items` : '';
  return `${count} ${count === 1 ? 'change' : 'changes'} found${grouped}.`;
};

const makeItems = (newer: SheetSource, found: Findings, scale: string | null): ComparisonItem[] => {
  const { sheets, changes, marks, moved, titleBlock } = found;
  const locator = new Locator(newer.text, titleBlock);
  const moves = findMoves(changes);
  const factor = scale === null ? null : scaleFactor(scale);

  const toItem = (change: Change): ComparisonItem => {
    const { box, kind, text } = change;
    const inTitleBlock = titleBlock !== null && contains(titleBlock, centre(box));
    const [oldText, newText] = [text?.old?.text, text?.new?.text];
    const where = locator.locate(
      box,
      [oldText, newText].filter((t) => t !== undefined),
    );
    const [widthMm, heightMm] = [box.width * millimetres, box.height * millimetres];
    let description: string;
    if (text && kind === 'text_moved') {
      const [from, to] = [centre(text.old!.box), centre(text.new!.box)];
      const way = describeMove((to.x - from.x) * millimetres, (to.y - from.y) * millimetres, factor);
      description = describeMovedText(text.new!.text, way, where);
    } else if (text) description = describeText(text, where);
    else {
      const words = kind === 'graphic_removed' ? moved : newer.text.words;
      const lettering = letteringIn(box, words, marks, sheets);
      const near = locator.locate(box, lettering);
      description = describeGraphic(kind as 'graphic_added', widthMm, heightMm, near, lettering);
      const other = moves.get(change);
      if (other) {
        const [here, there] = [centre(box), centre(other.box)];
        const way = describeMove((there.x - here.x) * millimetres, (there.y - here.y) * millimetres, factor);
        description += kind === 'graphic_added' ? `; it stood ${way}` : `; the same now stands ${way}`;
      }
    }
    return {
      description,
      ...rate({ kind, oldText, newText, inTitleBlock, widthMm, heightMm }),
      ...place(box, newer, sheets),
      kind: inTitleBlock ? 'title_block' : kind,
      confidence: confidenceOf(change, sheets),
      ...(oldText === undefined ? {} : { old_text: oldText }),
      ...(newText === undefined ? {} : { new_text: newText }),
    };
  };

  const pairs = changes.map((change) => ({ box: change.box, item: toItem(change) }));
  const inside = pairs.filter(({ item }) => item.kind === 'title_block');
  const outside = pairs.filter(({ item }) => item.kind !== 'title_block');
  const room = Math.max(1, mostItems - Math.min(inside.length, 8));
  const grouped = [
    ...groupChanges(outside, outside.length + inside.length <= mostItems ? mostItems : room),
    ...groupChanges(inside, outside.length + inside.length <= mostItems ? mostItems : 8),
  ];
  const items = grouped.map(({ box, parts }): ComparisonItem => {
    const list = sortItems(parts.map(({ item }) => item));
    if (list.length === 1) return list[0]!;
    const inTitleBlock = list[0]!.kind === 'title_block';
    return {
      description: describeGroup(list, locator.locate(box)),
      ...rateGroup(list),
      ...place(box, newer, sheets),
      kind: inTitleBlock ? 'title_block' : 'group',
      confidence: Math.max(...list.map((item) => item.confidence)),
      parts: list,
    };
  });
  return sortItems(items);
};

/** Lines of text within a patch of changed ink that are part of it; a text layer may hold them on both sheets. */
const letteringIn = (box: Box, words: readonly Word[], marks: Uint8Array, sheets: AlignedSheets): string[] => {
  const { width, height, density } = sheets;
  const changed = words.filter((word) => {
    if (!contains(inflate(box, 1), centre(word))) return false;
    const [left, top] = [word.x * density, word.y * density];
    const region = countMarks(
      marks,
      width,
      height,
      left,
      top,
      left + word.width * density,
      top + word.height * density,
    );
    return region.added + region.removed > 0.08 * word.width * word.height * density * density;
  });
  return findLines(changed)
    .map((line) => line.text)
    .filter((text) => /[\p{L}\p{N}]/u.test(text));
};

/** Strong marks and a text layer that agrees make a change sure. */
const confidenceOf = (change: Change, sheets: AlignedSheets): number => {
  const ink = change.addedInk + change.removedInk;
  const evidence = 1 - Math.exp(-ink / (12 * sheets.density));
  const fit = 0.5 + 0.5 * sheets.alignment.confidence;
  return round(Math.min(0.99, (change.text ? 0.6 + 0.4 * evidence : 0.3 + 0.7 * evidence) * fit), 2);
};

/** Most important first; equal ones by size, then in reading order. */
export const sortItems = (items: readonly ComparisonItem[]): ComparisonItem[] => {
  const area = ({ bounding_box: { width, height } }: ComparisonItem) => width * height;
  return items
    .slice()
    .sort(
      (a, b) =>
        b.difference_rating - a.difference_rating ||
        Math.abs(b.cost_effect) - Math.abs(a.cost_effect) ||
        (b.parts?.length ?? 1) - (a.parts?.length ?? 1) ||
        area(b) - area(a) ||
        a.page - b.page ||
        a.bounding_box.y - b.bounding_box.y ||
        a.bounding_box.x - b.bounding_box.x,
    );
};
