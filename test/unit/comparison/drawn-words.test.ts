import { expect, test } from 'vitest';
import { compareFiles } from '../../../shared/comparison/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';
import { outlinesOf } from '../../support/outlined-text.ts';

const PAGE = { width: 800, height: 600 };
const place = { x: 200, y: 300, size: 14 };

const drawingOf = (text: string) => {
  const draw = (pdf: PDFKit.PDFDocument) => {
    pdf.rect(100, 100, 600, 400).stroke().rect(180, 260, 300, 80).stroke();
    pdf.path(outlinesOf(text, place)).fill('black');
  };
  return drawPdf([{ ...PAGE, draw }]);
};

/** Returns the objects that are stored with a page whose lettering was recognised. */
const modelOf = (bytes: Uint8Array, text: string) => async (page: number) => {
  await using document = await openPdf(bytes);
  const word = { text, drawn: 0.95, x: 200, y: 288, width: 9 * text.length, height: 16, size: 14, angle: 0 as const };
  return { ...(await document.model(page)), lettering: [word] };
};

test('words drawn as outlines are compared by what was recognised of them, also in whole files', async () => {
  const [older, newer] = [await drawingOf('C30/37'), await drawingOf('C25/30')];
  const models = { older: modelOf(older, 'C30/37'), newer: modelOf(newer, 'C25/30') };
  const described = async (options: object) =>
    (await compareFiles(older, newer, options)).result.items.map(({ description }) => description).join('\n');
  expect(await described({ models })).toMatch(/C30\/37.*C25\/30/);
  expect(await described({})).not.toContain('C25/30');
});
