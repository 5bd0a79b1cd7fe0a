import { expect, test } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

const LINES = ['FIRST FLOOR PLAN', 'Concrete shall be C30/37, cover 35 mm'];

/** Draws each character by itself, with additional space in font sizes. */
const drawSpaced = (pdf: PDFKit.PDFDocument, lines: readonly string[], space: number, withBlanks = false) => {
  pdf.font('Helvetica').fontSize(10);
  for (const [row, line] of lines.entries()) {
    let x = 20;
    for (const character of line) {
      if (character !== ' ' || withBlanks) pdf.text(character, x, 100 + 20 * row, { lineBreak: false });
      x += pdf.widthOfString(character) + 10 * space;
    }
  }
};

const textOf = async (draw: (pdf: PDFKit.PDFDocument) => void) => {
  await using document = await openPdf(await drawPdf([{ width: 700, height: 700, draw }]));
  return await document.pageText(1);
};

test.each([0, 0.15, 0.3, 0.5])('letters placed one by one, %d font sizes apart, are words', async (space) => {
  const { text, words } = await textOf((pdf) => drawSpaced(pdf, LINES, space));
  expect(text).toBe(LINES.join('\n'));
  expect(words.map((word) => word.text)).toEqual(LINES.join(' ').split(' '));
  expect(words[1]!.x).toBeGreaterThan(words[0]!.x + words[0]!.width);
});

test('letters that touch are words of one line, whatever line ends their small font makes PDFium infer', async () => {
  const { text, words } = await textOf((pdf) => {
    pdf.scale(25).font('Helvetica').fontSize(1);
    let x = 1;
    for (const letter of 'Item no: A10') {
      if (letter !== ' ') pdf.text(letter, x, 2, { lineBreak: false });
      x += pdf.widthOfString(letter);
    }
  });
  expect(words.map((word) => word.text)).toEqual(['Item', 'no:', 'A10']);
  expect(text).toBe('Item no: A10');
});

test('spaced letters that are read upwards are words, too', async () => {
  const { text, words } = await textOf((pdf) => {
    pdf.rotate(-90, { origin: [350, 350] });
    drawSpaced(pdf, LINES, 0.3);
  });
  expect(text).toBe(LINES.join('\n'));
  expect(words[0]?.angle).toBe(270);
});

test('letters with a blank after each are words, beside other words of the line, too', async () => {
  const lines = ['F E C H A', 'D E S C R I P C I O N', 'T E L E F O N:  0431 2'];
  const { text } = await textOf((pdf) => {
    pdf.font('Helvetica').fontSize(10);
    for (const [row, line] of lines.entries()) pdf.text(line, 20, 100 + 20 * row, { lineBreak: false });
  });
  expect(text).toBe('FECHA\nDESCRIPCION\nTELEFON: 0431 2');
});

test('blanks within touching letters separate nothing', async () => {
  const { text } = await textOf((pdf) => {
    pdf.font('Helvetica').fontSize(10);
    let x = 20;
    for (const letter of 'Consulting Engineers') {
      if (letter !== ' ') pdf.text(`${letter} `, x, 100, { lineBreak: false });
      x += pdf.widthOfString(letter);
    }
  });
  expect(text).toBe('Consulting Engineers');
});

test('names of grid lines and rows of marks stay apart', async () => {
  const lines = ['A B C D E F G', 'G F E D C B A', 'X X X X X X'];
  const { text } = await textOf((pdf) => {
    pdf.font('Helvetica').fontSize(10);
    for (const [row, line] of lines.entries()) pdf.text(line, 20, 100 + 20 * row, { lineBreak: false });
  });
  expect(text).toBe(lines.join('\n'));
});

test('numbers, measures and dotted lines with blanks between them stay apart', async () => {
  const lines = ['1 2 3 4 5 6 7 8', "5' - 8 1/4 x 2' - 3 x 4", 'Laundry . . . . . . . . 4 2'];
  const { text } = await textOf((pdf) => drawSpaced(pdf, lines, 0, true));
  expect(text).toBe(lines.join('\n'));
  const columns = await textOf((pdf) => {
    pdf.fontSize(10);
    for (let i = 0; i < 9; i++) pdf.text(String(i), 20 + 12 * i, 100, { lineBreak: false });
  });
  expect(columns.words).toHaveLength(9);
});

test('words before a dotted line are not joined across their blank, although its dots are further apart', async () => {
  const { text } = await textOf((pdf) => {
    pdf.font('Helvetica').fontSize(10).text('Laundry room', 20, 100, { lineBreak: false });
    const end = 20 + pdf.widthOfString('Laundry room') + 3.2;
    for (let i = 0; i < 14; i++) pdf.text('.', end + 6 * i, 100, { lineBreak: false });
  });
  expect(text).toMatch(/^Laundry room/);
});
