import { expect, test } from 'vitest';
import type { PageText } from '../../../shared/domain/page-text.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

type Part = [text: string, x: number, y: number, size: number];

/** Returns the text layer of parts that are text objects of their own, in points from the page's middle; turned by degrees. */
const textOf = async (parts: readonly Part[], turned = 0): Promise<PageText> => {
  const draw = (pdf: PDFKit.PDFDocument) => {
    pdf.font('Helvetica').rotate(turned, { origin: [200, 200] });
    for (const [text, x, y, size] of parts) pdf.fontSize(size).text(text, 200 + x, 200 + y, { lineBreak: false });
  };
  await using document = await openPdf(await drawPdf([{ width: 400, height: 400, draw }]));
  return await document.pageText(1);
};

const wordsOf = async (parts: readonly Part[], turned = 0): Promise<string[]> =>
  (await textOf(parts, turned)).words.map(({ text }) => text);

/** The advance of 10'-7 in Helvetica of 10 points is 22. */
const number: Part = ["10'-7", 0, 0, 10];
const inches = (x: number): Part => ['"', x, 0, 10];

test.each([0, 180, 270])('a stacked fraction is a word with a slash, read at %d degrees', async (turned) => {
  expect(await wordsOf([number, ['1', 22, -1, 7], ['2', 22, 5, 7], inches(26)], turned)).toEqual(["10'-7", '1/2"']);
  expect(await wordsOf([number, ['11', 22, -1, 7], ['16', 22, 5, 7], inches(30)], turned)).toEqual(["10'-7", '11/16"']);
});

test('the parts of a fraction may be of the size of the number, or beside each other', async () => {
  const equal: Part[] = [number, ['3', 22, -5, 10], ['4', 22, 5, 10], inches(28)];
  expect(await wordsOf(equal)).toEqual(["10'-7", '3/4"']);
  expect((await textOf(equal)).text).toBe('10\'-7 3/4"');
  const slanting: Part[] = [number, ['3', 22, 0, 7], ['8', 26, 5, 7], inches(30)];
  expect(await wordsOf(slanting)).toEqual(["10'-7", '3/8"']);
});

test('a fraction is on the line of its number where PDFium infers a line end between them', async () => {
  // It does where the numerator is raised by more than about half of the font size.
  const high: Part[] = [number, ['1', 22, -6.1, 6], ['2', 22, 5.4, 6], inches(26)];
  expect((await textOf(high)).text).toBe('10\'-7 1/2"');
});

test('a raised digit, and numbers in lines, are no fractions', async () => {
  expect(
    (
      await wordsOf([
        ['88', 0, 0, 10],
        ['5', 11, 0, 7],
      ])
    ).join(''),
  ).toBe('885');
  const lines = await wordsOf([
    ['10', 0, 0, 10],
    ['20', 0, 10, 10],
    ['30', 30, 0, 10],
    ['40', 30, 10, 10],
  ]);
  expect(lines.join(' ')).not.toContain('/');
  const column = await wordsOf([
    ['10', 0, 0, 10],
    ['1', 20, 0, 7],
    ['2', 20, 8, 7],
  ]);
  expect(column.join(' ')).not.toContain('/');
});
