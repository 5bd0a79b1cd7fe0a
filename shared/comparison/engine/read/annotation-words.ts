import type { PageText, Word } from '../../../domain/page-text.ts';

/** Height of a line of a typed annotation, in its font's sizes. */
const leading = 1.2;

/** The lines of texts that were typed onto a sheet as annotations, a word each, spread over the annotation's box. */
const annotationWords = ({ annotations = [] }: PageText): Word[] =>
  annotations
    .filter(({ kind }) => kind === 'FreeText')
    .flatMap(({ text, x, y, width, height }) => {
      const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
      const pitch = height / lines.length;
      return lines.map((line, i): Word => {
        const size = Math.min(pitch / leading, (2 * width) / line.length);
        return { text: line.trim(), x, y: y + i * pitch, width, height: pitch, size, angle: 0 };
      });
    });

/** The page with what is typed on it as annotations among its words. */
export const withAnnotations = (page: PageText): PageText => {
  const typed = annotationWords(page);
  return typed.length === 0 ? page : { ...page, words: [...page.words, ...typed] };
};
