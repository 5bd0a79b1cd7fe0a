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

/** A length or an area with its unit, as a viewer's measuring tool writes it beside the line that it draws. */
const measured = /^\d[\d\s,.'′-]*\s?(mm|cm|m|km|in|ft|ft in|"|sq ?(ft|m)|sf|m²|m2)$/i;

/** What lines measured on a sheet say of themselves, each along its line; of a slanting one only its middle is known. */
const measuredWords = ({ annotations = [] }: PageText): Word[] =>
  annotations
    .filter(({ kind, text }) => kind === 'Line' && measured.test(text.trim()))
    .map(({ text, x, y, width, height }): Word => {
      const upright = height > width;
      const size = Math.min(width, height) / 2;
      return { text: text.trim(), x, y, width, height, size, angle: upright ? 270 : 0 };
    });

/** The page with what is typed or measured on it as annotations among its words. */
export const withAnnotations = (page: PageText): PageText => {
  const typed = [...annotationWords(page), ...measuredWords(page)];
  return typed.length === 0 ? page : { ...page, words: [...page.words, ...typed] };
};
