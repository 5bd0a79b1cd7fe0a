import type { DrawnWord, PageText, Word } from '../domain/page-text.ts';
import type { DrawingModel } from '../drawing/index.ts';
import type { PdfDocument } from '../pdf/index.ts';
import { type SheetSource, withAnnotations } from './engine/index.ts';

/** Starts tasks: at once, or one after another. */
export type Start = <T>(work: () => Promise<T>) => Promise<T>;

export const atOnce: Start = (work) => work();

export const oneByOne = (): Start => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
};

/** Returns the objects of a page if they are known, else null. */
export type ReadModel = () => Promise<DrawingModel | null>;

const isDrawn = (word: Word): word is DrawnWord => word.drawn !== undefined;

/**
 * Adapts a page of an open PDF for the engine.
 * @param stored the objects of the page, which are detected if they are not known
 */
export const pdfSheet = async (
  document: PdfDocument,
  text: PageText,
  turn: Start = atOnce,
  stored?: ReadModel,
): Promise<SheetSource> => ({
  page: text.page,
  text: withAnnotations(text),
  imageOnly: await document.imageOnly(text.page),
  objects: (tables) => turn(() => document.objects(text.page, tables, text.words.filter(isDrawn))),
  model: async () => (await stored?.()) ?? (await turn(() => document.model(text.page))),
  layers: () => turn(() => document.layers(text.page)),
  markups: () => turn(() => document.markups(text.page)),
  render: (matrix, width, height, isBare = false) =>
    turn(() => document.renderInk(text.page, { matrix, width, height, isBare })),
});
