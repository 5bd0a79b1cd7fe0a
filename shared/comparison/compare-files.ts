import type { GivenAlignment } from '../domain/comparisons/matching-points.ts';
import type { DrawnWord, PageText } from '../domain/page-text.ts';
import { disciplineOf } from '../domain/sheets/discipline.ts';
import type { DrawingModel } from '../drawing/index.ts';
import { withLettering } from '../drawing/text.ts';
import { type OpenOptions, openPdf, type PdfDocument } from '../pdf/index.ts';
import {
  type ComparedSheet,
  type ComparisonItem,
  type ComparisonResult,
  compareSheet,
  type PassOptions,
  pairSheets,
  paperOf,
  type SheetFacts,
  type SheetPair,
  sortItems,
  summarize,
} from './engine/index.ts';
import { rate } from './engine/rate/rate.ts';
import { Output, type ResultFile } from './output.ts';
import { atOnce, oneByOne, pdfSheet, type ReadModel } from './pdf-sheet.ts';
import type { Commission } from './report/index.ts';
import { drawThumbnails } from './thumbnails.ts';

export interface CompareOptions {
  /** Reads a sheet's title block; without it sheets are paired by their words and have no number or revision. */
  readSheet?: (page: PageText) => SheetFacts | null;
  /**
   * Reads all pages of a document at once and returns one entry per page: more accurate for sets, and takes
   * precedence over `readSheet`.
   */
  readSheets?: (pages: readonly PageText[]) => readonly (SheetFacts | null)[];
  /** Compares only these pages, from 1; without it all sheets are paired. */
  pages?: { older: ComparedPage; newer: ComparedPage };
  /**
   * Return the objects of a page, from 1, that were stored when its document was processed; null if there are none. Without
   * them they are detected, and words drawn as strokes or outlines are not compared.
   */
  models?: Record<'older' | 'newer', (page: number) => Promise<DrawingModel | null>>;
  /** How a person aligned the pages; only with `pages`. */
  alignment?: GivenAlignment;
  /** The names of the two files in the result and its report. */
  names?: { older: string; newer: string };
  /** Who ordered the comparison, for its report. */
  commission?: Commission;
  /** Folder for `result.json`, `report.html` and the images, created if missing. Without it nothing is written. */
  out?: string;
  /** Rewords the items of the finished result before the report is written. */
  word?: (result: ComparisonResult) => Promise<ComparisonItem[]>;
  /** Passes of the engine to leave out or to trace. */
  passes?: PassOptions;
  onProgress?: (progress: CompareProgress) => void;
  /** Deadline and memory limit of each call into a PDF. */
  pdf?: Omit<OpenOptions, 'password'>;
  signal?: AbortSignal;
  /** Maximum number of PDF threads working at the same time (default 2); the result does not depend on it. */
  threads?: 1 | 2;
}

/** A page to compare, from 1, and what its title block states. */
export interface ComparedPage {
  page: number;
  facts: SheetFacts | null;
}

interface CompareProgress {
  stage: 'reading' | 'comparing' | 'done';
  /** Number of finished sheets, and total number (0 while still reading). */
  sheet: number;
  sheets: number;
}

export interface ComparedFiles {
  result: ComparisonResult;
  files: ResultFile[];
}

/**
 * Compares two PDF files sheet by sheet.
 * @param older bytes or path of the original drawing
 * @param newer bytes or path of the drawing to compare it with
 * @throws FileError if either file cannot be read
 */
export const compareFiles = async (
  older: Uint8Array | string,
  newer: Uint8Array | string,
  options: CompareOptions = {},
): Promise<ComparedFiles> => {
  const { readSheet = () => null, onProgress = () => {}, signal } = options;
  const readSheets = options.readSheets ?? ((pages: readonly PageText[]) => pages.map(readSheet));
  const opened = await Promise.allSettled([openPdf(older, options.pdf), openPdf(newer, options.pdf)]);
  const documents = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  try {
    for (const one of opened) if (one.status === 'rejected') throw one.reason;
    const [before, after] = documents as [PdfDocument, PdfDocument];
    onProgress({ stage: 'reading', sheet: 0, sheets: 0 });
    const { pages } = options;
    const [oldPages, newPages] = await Promise.all([
      pages ? before.pageTexts(pages.older.page, pages.older.page) : before.pageTexts(),
      pages ? after.pageTexts(pages.newer.page, pages.newer.page) : after.pageTexts(),
    ]);
    const facts = pages
      ? { older: [pages.older.facts], newer: [pages.newer.facts] }
      : { older: readSheets(oldPages), newer: readSheets(newPages) };
    // Thumbnails are needed only for documents of several sheets.
    const needThumbnails = oldPages.length > 1 || newPages.length > 1;
    const [oldThumbnails, newThumbnails] = needThumbnails
      ? await Promise.all([drawThumbnails(before, oldPages), drawThumbnails(after, newPages)])
      : [undefined, undefined];
    const pairs = pairSheets(
      { pages: oldPages, facts: facts.older, thumbnails: oldThumbnails },
      { pages: newPages, facts: facts.newer, thumbnails: newThumbnails },
    );
    const output = await Output.open(options.out, options.commission);
    const turn = options.threads === 1 ? oneByOne() : atOnce;
    const sheets: ComparedSheet[] = [];
    const items: ComparisonItem[] = [];
    let drawing: Promise<void> = Promise.resolve();
    for (const [index, pair] of pairs.entries()) {
      signal?.throwIfAborted();
      onProgress({ stage: 'comparing', sheet: index, sheets: pairs.length });
      if (pair.older === null || pair.newer === null) {
        const { sheet, item } = unpairedSheet(pair, oldPages, newPages, facts);
        sheets.push(sheet);
        items.push({ ...item, sheet: sheets.length });
        continue;
      }
      const oldModel = storedModel(options.models?.older, oldPages[pair.older - 1]!.page);
      const newModel = storedModel(options.models?.newer, newPages[pair.newer - 1]!.page);
      const [oldText, newText] = await Promise.all([
        withDrawnWords(oldPages[pair.older - 1]!, oldModel),
        withDrawnWords(newPages[pair.newer - 1]!, newModel),
      ]);
      const sources = await Promise.all([
        pdfSheet(before, oldText, turn, oldModel),
        pdfSheet(after, newText, turn, newModel),
      ]);
      const known = { older: facts.older[pair.older - 1] ?? null, newer: facts.newer[pair.newer - 1] ?? null };
      const compared = await compareSheet(...sources, known, {
        ...options.passes,
        ...(pages && options.alignment && { given: options.alignment }),
      });
      if (pair.changes.length > 0) addSetChanges(compared.sheet, pair, facts);
      sheets.push(compared.sheet);
      for (const item of compared.items) item.sheet = sheets.length;
      items.push(...compared.items);
      // The images of one sheet are encoded while the next is rendered, at most one sheet ahead.
      await drawing;
      drawing = output.sheet(sheets.length, compared);
      drawing.catch(() => {});
    }
    await drawing;
    const sorted = sortItems(items);
    const result = summarize(sorted, sheets, facts, options.names);
    if (options.word) result.items = await options.word(result);
    const files = await output.finish(result, sorted);
    onProgress({ stage: 'done', sheet: pairs.length, sheets: pairs.length });
    return { result, files };
  } finally {
    await Promise.all(documents.map((document) => document.close()));
  }
};

/** Returns a reader of a page's stored objects that reads them once; undefined without them. */
const storedModel = (
  read: ((page: number) => Promise<DrawingModel | null>) | undefined,
  page: number,
): ReadModel | undefined => {
  let model: Promise<DrawingModel | null> | undefined;
  return (
    read &&
    (() => {
      model ??= read(page);
      return model;
    })
  );
};

/** Minimum certainty of a word drawn as strokes or outlines: one that is read in two ways would be a change. */
const minimumCertaintyRatio = 0.7;

/** Whether a drawn word is text to be compared; a single letter may be a symbol. */
const isComparable = ({ text, drawn }: DrawnWord): boolean =>
  drawn >= minimumCertaintyRatio && (/\d/.test(text) || /\p{L}.*\p{L}/u.test(text));

/**
 * Returns the words of a page with those that it draws as strokes or outlines, if they were read with certainty when it was
 * stored and are most of its words.
 */
const withDrawnWords = async (page: PageText, model?: ReadModel): Promise<PageText> => {
  const drawn = ((await model?.())?.lettering ?? []).filter(isComparable);
  return drawn.length > page.words.length ? withLettering(page, drawn) : page;
};

/** Adds changes of the sheet's position in its set to a compared sheet. */
const addSetChanges = (
  sheet: ComparedSheet,
  { older, newer, changes }: SheetPair,
  facts: { older: readonly (SheetFacts | null)[]; newer: readonly (SheetFacts | null)[] },
): void => {
  sheet.set_changes = changes;
  const [was, is] = [facts.older[older! - 1], facts.newer[newer! - 1]].map((one) => one?.sheet_number?.value);
  if (changes.includes('renumbered')) sheet.message += ` Renumbered from ${was} to ${is}.`;
  if (changes.includes('reordered')) sheet.message += ' Moved to another position in the set.';
};

/** Returns the entry and the item for a sheet that only one of the documents contains. */
const unpairedSheet = (
  pair: SheetPair,
  older: readonly PageText[],
  newer: readonly PageText[],
  facts: { older: readonly (SheetFacts | null)[]; newer: readonly (SheetFacts | null)[] },
): { sheet: ComparedSheet; item: ComparisonItem } => {
  const added = pair.newer !== null;
  const page = (pair.newer ?? pair.older)!;
  const text = (added ? newer : older)[page - 1]!;
  const fact = (added ? facts.newer : facts.older)[page - 1] ?? null;
  const number = fact?.sheet_number?.value ?? null;
  const kind = added ? 'sheet_added' : 'sheet_removed';
  const name = [number ? `Sheet ${number}` : `Page ${page}`, fact?.title?.value].filter(Boolean).join(' ');
  return {
    sheet: {
      page: pair.newer,
      original_page: pair.older,
      sheet_number: number,
      title: fact?.title?.value ?? null,
      discipline: disciplineOf(number, fact?.title?.value ?? null),
      original_revision: added ? null : (fact?.revision?.value ?? null),
      comparison_revision: added ? (fact?.revision?.value ?? null) : null,
      original_date: added ? null : (fact?.date?.value ?? null),
      comparison_date: added ? (fact?.date?.value ?? null) : null,
      matched: false,
      message: added ? 'Only in the newer document.' : 'Only in the older document.',
      alignment: null,
      similarity: null,
      page_size: paperOf(text),
      width: null,
      height: null,
      item_count: 1,
      set_changes: pair.changes,
    },
    item: {
      description: `${name} ${added ? 'added' : 'removed'}`,
      ...rate({ kind, inTitleBlock: false, widthMm: 0, heightMm: 0 }),
      bounding_box: { x: 0, y: 0, width: 1, height: 1 },
      page,
      pixel_box: { x: 0, y: 0, width: Math.round(text.width), height: Math.round(text.height) },
      kind,
      place: 'the whole sheet',
      confidence: 0.9,
    },
  };
};
