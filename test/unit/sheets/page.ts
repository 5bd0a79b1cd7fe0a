import type { PageText, Word } from '../../../shared/domain/page-text.ts';
import { readTitleBlock } from '../../../shared/domain/sheets/index.ts';
import type { Sheet } from '../../../shared/domain/sheets/sheet.ts';

/** Text as drawn: left end and baseline in points, font size, reading direction. */
export type Drawn = readonly [text: string, x: number, y: number, size: number, angle?: number];

const EM = 0.54;
const SPACE = 0.28;

const wordsOf = ([text, x, y, size, angle = 0]: Drawn): Word[] => {
  let along = 0;
  return text.split(' ').flatMap((word) => {
    const from = along;
    const length = word.length * EM * size;
    along += length + SPACE * size;
    if (word === '') return [];
    const height = 0.94 * size;
    const box =
      angle === 0
        ? { x: x + from, y: y - 0.76 * size, width: length, height }
        : angle === 90
          ? { x: x - 0.18 * size, y: y + from, width: height, height: length }
          : { x: x - 0.76 * size, y: y - from - length, width: height, height: length };
    return [{ text: word, ...box, size, angle }];
  });
};

/** A page with these texts; letters have the widths of an average sans serif. */
export const drawnPage = (page: number, width: number, height: number, texts: readonly Drawn[]): PageText => ({
  page,
  width,
  height,
  words: texts.flatMap(wordsOf),
  text: texts.map(([text]) => text).join('\n'),
});

/** Width of a text in points, to align it at its right end or middle. */
const widthOf = (text: string, size: number): number =>
  text.split(' ').reduce((sum, word) => sum + word.length * EM * size, 0) + (text.split(' ').length - 1) * SPACE * size;

/** Typical drawing content between frame and title block: dimensions, rooms, section marks, titles of views. */
export const drawing = (width: number, height: number): Drawn[] => {
  const texts: Drawn[] = [];
  for (let i = 0; i < 12; i++) {
    const x = 0.08 * width + i * 0.055 * width;
    texts.push(
      [`${12 + i}'-${i}"`, x, 0.3 * height, 7],
      [`A${100 + i}`, x, 0.4 * height, 7],
      ['OFFICE', x, 0.42 * height, 7],
    );
    texts.push([`${i + 1}`, x, 0.06 * height, 12], ['SEE DETAIL 3/A-501', x, 0.5 * height + 9 * i, 6]);
  }
  texts.push(['1', 0.1 * width, 0.7 * height, 14], ['FIRST FLOOR PLAN', 0.12 * width, 0.7 * height, 14]);
  texts.push(['SCALE: 1/8" = 1\'-0"', 0.12 * width, 0.7 * height + 12, 8], ['A-301', 0.6 * width, 0.35 * height, 7]);
  return texts;
};

export type Fields = Pick<Sheet, 'sheet_number' | 'title' | 'revision' | 'date' | 'scale'>;

/** The five fields without their confidence. */
export const fieldsOf = ({ sheet_number, title, revision, date, scale }: Sheet): Fields => ({
  sheet_number,
  title,
  revision,
  date,
  scale,
});

/** The fields of a page with a drawing and this title block. */
export const read = (width: number, height: number, block: readonly Drawn[]): Fields =>
  fieldsOf(readTitleBlock(drawnPage(1, width, height, [...drawing(width, height), ...block])));

export const centred = (text: string, x: number, y: number, size: number): Drawn => [
  text,
  x - widthOf(text, size) / 2,
  y,
  size,
];
