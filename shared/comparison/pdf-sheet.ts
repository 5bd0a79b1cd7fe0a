import type { PageText } from '../domain/page-text.ts';
import type { PdfDocument } from '../pdf/index.ts';
import { type SheetSource, withAnnotations } from './engine/index.ts';

/** Starts tasks: at once, or one after another. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

export const atOnce: Turn = (work) => work();

export const oneByOne = (): Turn => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
};

/** Adapts a page of an open PDF for the engine. */
export const pdfSheet = async (document: PdfDocument, text: PageText, turn: Turn = atOnce): Promise<SheetSource> => ({
  page: text.page,
  text: withAnnotations(text),
  imageOnly: await document.imageOnly(text.page),
  objects: (tables) => turn(() => document.objects(text.page, tables)),
  model: () => turn(() => document.model(text.page)),
  layers: () => turn(() => document.layers(text.page)),
  render: (matrix, width, height) => turn(() => document.renderInk(text.page, { matrix, width, height })),
});
