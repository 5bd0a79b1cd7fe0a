import type { PageText, Word } from '../../../domain/page-text.ts';
import { annotationLineTextHeights } from './thresholds.ts';

/** Returns the lines of typed annotations, one word each, distributed over the annotation's box. */
const annotationWords = ({ annotations = [] }: PageText): Word[] =>
  annotations
    .filter(({ kind }) => kind === 'FreeText')
    .flatMap(({ text, x, y, width, height }) => {
      const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
      const pitch = height / lines.length;
      return lines.map((line, i): Word => {
        const size = Math.min(pitch / annotationLineTextHeights, (2 * width) / line.length);
        return { text: line.trim(), x, y: y + i * pitch, width, height: pitch, size, angle: 0 };
      });
    });

/** A length or an area with its unit, as written by a viewer's measuring tool next to its line. */
const measured = /^\d[\d\s,.'′-]*\s?(mm|cm|m|km|in|ft|ft in|"|sq ?(ft|m)|sf|m²|m2)$/i;

/** Whether an annotation is a measured line, whose label is text. */
export const isMeasure = ({ kind, text }: { kind: string; text: string }): boolean =>
  kind === 'Line' && measured.test(text.trim());

/** Returns the labels of measured lines, each along its line; of a slanting line only the centre is known. */
const measuredWords = ({ annotations = [] }: PageText): Word[] =>
  annotations.filter(isMeasure).map(({ text, x, y, width, height }): Word => {
    const upright = height > width;
    const size = Math.min(width, height) / 2;
    return { text: text.trim(), x, y, width, height, size, angle: upright ? 270 : 0 };
  });

/** Adds text typed or measured in annotations to the words of a page. */
export const withAnnotations = (page: PageText): PageText => {
  const typed = [...annotationWords(page), ...measuredWords(page)];
  return typed.length === 0 ? page : { ...page, words: [...page.words, ...typed] };
};
