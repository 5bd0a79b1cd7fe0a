import type { GivenAlignment } from '../../domain/comparisons/matching-points.ts';
import type { Word } from '../../domain/page-text.ts';
import { disciplineOf } from '../../domain/sheets/discipline.ts';
import type { DrawingModel } from '../../drawing/index.ts';
import { alignByPoints, alignByViews } from './align/align-by-hand.ts';
import { type AlignedSheets, alignSheets } from './align/align-sheets.ts';
import { compareObjects } from './differ/compare-objects.ts';
import { measureSimilarity } from './differ/similarity.ts';
import { findChanges } from './find-changes.ts';
import { applyToBox, type Box, boxBetween, type Matrix } from './geometry.ts';
import { sheetLines } from './lines/sheet-lines.ts';
import type { PassOptions } from './passes.ts';
import { rate } from './rate/rate.ts';
import { changedDoors } from './read/changed-doors.ts';
import { changedLayers } from './read/changed-layers.ts';
import { moveWords } from './read/move-words.ts';
import { marksOfSheets } from './read/reference-marks.ts';
import type { SheetSource } from './read/sheet-source.ts';
import { onlyView } from './read/view-source.ts';
import { singleChanges } from './say/describe.ts';
import { makeItems } from './say/make-items.ts';
import { paperOf, place, round } from './say/place.ts';
import { combineRedrawn } from './say/redrawn-item.ts';
import { SheetObjects } from './say/sheet-objects.ts';
import { findMovedTexts } from './segment/moved-words.ts';
import { findTitleBlock } from './segment/title-block.ts';
import type { ComparedSheet, ComparisonItem, SheetFacts } from './types.ts';

const millimetresPerPoint = 25.4 / 72;

/** The result of comparing a pair of sheets, with the rasters that overlays are made of. */
export interface SheetComparison {
  sheet: ComparedSheet;
  /** Most important first. */
  items: ComparisonItem[];
  pictures: AlignedSheets & {
    /** 1 where only the newer, 2 where only the older sheet has ink. */
    marks: Uint8Array;
  };
}

/**
 * Returns dots per inch for a sheet: 150, more for small sheets, whose lettering is small as well, and fewer for huge
 * ones.
 */
const chooseDpi = (width: number, height: number): number => {
  const squareInches = (width / 72) * (height / 72);
  const fine = Math.sqrt(12_000_000 / squareInches);
  const bounded = Math.sqrt(60_000_000 / squareInches);
  return Math.min(bounded, Math.max(150, Math.min(200, fine)));
};

/** Returns the sheets, or the only view of them to compare, and the matrix that a person gave; null if none did. */
const alignByHand = (
  older: SheetSource,
  newer: SheetSource,
  given: GivenAlignment | undefined,
): { older: SheetSource; newer: SheetSource; given: { matrix: Matrix; method: 'points' | 'views' } | null } => {
  if (given?.matching_views) {
    const { original, comparison } = given.matching_views;
    const boxes = { older: onPage(original, older), newer: onPage(comparison, newer) };
    const [was, is] = [onlyView(older, boxes.older), onlyView(newer, boxes.newer)];
    const matrix = alignByViews(
      { box: boxes.older, words: was.text.words },
      { box: boxes.newer, words: is.text.words },
    );
    return { older: was, newer: is, given: { matrix, method: 'views' } };
  }
  const matrix = given?.matching_points ? alignByPoints(given.matching_points, older.text, newer.text) : null;
  return { older, newer, given: matrix && { matrix, method: 'points' } };
};

/** Returns a box in points from one in fractions of its page. */
const onPage = ({ x, y, width: across, height: down }: Box, { text: { width, height } }: SheetSource): Box => ({
  x: x * width,
  y: y * height,
  width: across * width,
  height: down * height,
});

/**
 * Compares two paired sheets.
 * @param facts the title block fields of both sheets, where known
 * @param options passes to leave out or to trace, and how a person aligned the sheets
 */
export const compareSheet = async (
  wholeOlder: SheetSource,
  wholeNewer: SheetSource,
  facts: { older: SheetFacts | null; newer: SheetFacts | null },
  options: PassOptions & { given?: GivenAlignment } = {},
): Promise<SheetComparison> => {
  const { older, newer, given } = alignByHand(wholeOlder, wholeNewer, options.given);
  const { width, height } = newer.text;
  const differInText = !haveSameTexts(older.text.words, newer.text.words);
  const reading = Promise.all([older.objects(differInText), newer.objects(differInText)]);
  reading.catch(() => {});
  const linework = async () => {
    const [before, after] = await reading;
    return before.ink && after.ink ? { older: before.ink.pieces, newer: after.ink.pieces } : null;
  };
  const dpi = chooseDpi(width, height);
  const { sheets, texts } = await alignSheets(older, newer, dpi, given, linework, async (matrix) => {
    const olderWords = moveWords(older.text.words, matrix);
    const titleBlock = findTitleBlock(newer.text) ?? findTitleBlock({ ...newer.text, words: olderWords });
    const [before, after] = await reading;
    const objects = compareObjects(
      { text: older.text, words: olderWords, tables: before.tables },
      { text: newer.text, words: newer.text.words, tables: after.tables },
      matrix,
    );
    const rest = {
      older: olderWords.filter((word) => !objects.older.has(word)),
      newer: newer.text.words.filter((word) => !objects.newer.has(word)),
    };
    const lines = sheetLines(before.ink, after.ink, matrix);
    const owners = [
      ...after.headings.map(boxBetween),
      ...before.headings.map((heading) => applyToBox(matrix, boxBetween(heading))),
    ];
    return { olderWords, titleBlock, objects, rest, moved: findMovedTexts(rest.older, rest.newer), lines, owners };
  });
  const { alignment } = sheets;
  const { titleBlock, olderWords } = texts;
  // The rendering threads are idle while the rasters are compared.
  let naming = differInText ? readNames(older, newer, alignment.matrix) : null;
  naming?.catch(() => {});
  const named = () => {
    naming ??= readNames(older, newer, alignment.matrix);
    return naming;
  };
  const found = await findChanges(older, newer, sheets, texts, named, options);
  const similarity = measureSimilarity(older, newer, sheets, found.marks);
  // A user stated that both views show the same. Pens of another width change the ink of a sheet, but not its drawing.
  const same = similarity.same || found.areLinesRestyled || given !== null || sameNumber(facts.older, facts.newer);
  const isRedrawn = similarity.redrawn && !found.areLinesRestyled;
  const sheet: ComparedSheet = {
    page: newer.page,
    original_page: older.page,
    sheet_number: facts.newer?.sheet_number?.value ?? facts.older?.sheet_number?.value ?? null,
    title: facts.newer?.title?.value ?? facts.older?.title?.value ?? null,
    discipline: disciplineOf(
      facts.newer?.sheet_number?.value ?? facts.older?.sheet_number?.value ?? null,
      facts.newer?.title?.value ?? facts.older?.title?.value ?? null,
    ),
    original_revision: facts.older?.revision?.value ?? null,
    comparison_revision: facts.newer?.revision?.value ?? null,
    original_date: facts.older?.date?.value ?? null,
    comparison_date: facts.newer?.date?.value ?? null,
    matched: same,
    message: '',
    alignment: {
      method: alignment.method,
      confidence: round(alignment.confidence, 3),
      shift_x_mm: round(alignment.shift.x * millimetresPerPoint, 2),
      shift_y_mm: round(alignment.shift.y * millimetresPerPoint, 2),
      rotation_degrees: round(alignment.turn, 4),
      scale: round(alignment.scale, 6),
    },
    similarity: round(similarity.share, 3),
    page_size: paperOf(newer.text),
    width: sheets.width,
    height: sheets.height,
    item_count: 0,
    suppressed: found.suppressed,
  };
  const names = found.changes.length > 0 ? await named() : null;
  const layers = names?.layers ?? changedLayers([], [], alignment.matrix);
  const objects = names?.models[1].source === 'vector' ? new SheetObjects(...names.models, alignment.matrix) : null;
  const listed = same
    ? makeItems(
        newer,
        { ...found, sheets, moved: olderWords, titleBlock, layers, objects },
        { scale: facts.newer?.scale?.value ?? null, number: sheet.sheet_number },
      )
    : [replacedSheetItem(newer, sheets)];
  const items = same && isRedrawn ? combineRedrawn(listed, newer, sheets, objects) : listed;
  sheet.item_count = items.length;
  sheet.message = same
    ? items.length === 0
      ? 'No change found.'
      : changesFound(items)
    : 'The two sheets show different drawings; single changes are not listed.';
  return { sheet, items, pictures: { ...sheets, older: found.older, marks: found.marks } };
};

/** Maximum difference in points between the displacements of words of a sheet that only shifted. */
const shiftTolerancePoints = 0.5;

/** Whether two sheets have the same texts in the same places, apart from a shift of the sheet. */
const haveSameTexts = (older: readonly Word[], newer: readonly Word[]): boolean => {
  if (older.length !== newer.length) return false;
  const [first, last] = [older[0], newer[0]];
  return older.every((word, i) => {
    const { text, x, y } = newer[i]!;
    const [dx, dy] = [x - last!.x - (word.x - first!.x), y - last!.y - (word.y - first!.y)];
    return text === word.text && Math.max(Math.abs(dx), Math.abs(dy)) <= shiftTolerancePoints;
  });
};

/** Reads the layers and objects that name the changes of two sheets. */
const readNames = async (older: SheetSource, newer: SheetSource, matrix: Matrix) => {
  const [before, after, ...models] = await Promise.all([older.layers(), newer.layers(), older.model(), newer.model()]);
  const [olderModel, newerModel] = models as [DrawingModel, DrawingModel];
  return {
    ...{ layers: changedLayers(before, after, matrix), doors: changedDoors(olderModel, newerModel, matrix) },
    marks: marksOfSheets(olderModel, newerModel, matrix),
    views: {
      older: olderModel.views.map(({ box }) => applyToBox(matrix, boxBetween(box))),
      newer: newerModel.views.map(({ box }) => boxBetween(box)),
    },
    models: [olderModel, newerModel] as const,
  };
};

const normalizedNumber = (facts: SheetFacts | null) =>
  facts?.sheet_number?.value.toUpperCase().replace(/[^A-Z0-9]/g, '') ?? '';

/** Sheets with the same number are the same sheet, even if most of it was redrawn. */
const sameNumber = (older: SheetFacts | null, newer: SheetFacts | null): boolean =>
  normalizedNumber(older) !== '' && normalizedNumber(older) === normalizedNumber(newer);

/** Counts single changes and mentions how many items group them. */
const changesFound = (items: readonly ComparisonItem[]): string => {
  const count = items.reduce((sum, item) => sum + singleChanges(item).length, 0);
  const grouped = count > items.length ? `, in ${items.length} items` : '';
  return `${count} ${count === 1 ? 'change' : 'changes'} found${grouped}.`;
};

const replacedSheetItem = (newer: SheetSource, sheets: AlignedSheets): ComparisonItem => ({
  description: 'The sheet was replaced by a different drawing',
  ...rate({ kind: 'sheet_replaced', inTitleBlock: false, widthMm: 0, heightMm: 0 }),
  ...place({ x: 0, y: 0, width: newer.text.width, height: newer.text.height }, newer, sheets),
  kind: 'sheet_replaced',
  place: 'the whole sheet',
  confidence: 0.8,
});
