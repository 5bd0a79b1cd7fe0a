import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalOcr, type LocalOcr } from '../../../infra/local/textract/local-ocr.ts';
import { ocrAssets } from '../../../infra/local/textract/ocr-assets.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

const font = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

/** A sheet of 6 by 3 inches with a line of text at 24 points and one at 10. */
const CONTENT = 'BT /F 24 Tf 36 150 Td (FLOOR PLAN) Tj ET BT /F 10 Tf 36 100 Td (Scale 1/4 inch equals one foot) Tj ET';
const SHEET = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 432 216]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj
4 0 obj<</Length ${CONTENT.length}>>stream
${CONTENT}
endstream endobj
trailer<</Root 1 0 R>>
%%EOF`;

const DPI = 150;

describe('text recognition on this machine', () => {
  let ocr: LocalOcr;
  let sheet: { data: Uint8Array; width: number; height: number };
  beforeAll(async () => {
    ocr = createLocalOcr({ threads: 1 });
    const pdf = await openPdf(new TextEncoder().encode(SHEET));
    const { data, width, height } = await pdf.render(1, { dpi: DPI, grey: true });
    await pdf.close();
    sheet = { data, width, height };
  });
  afterAll(() => ocr.close());

  it('finds words with their boxes in pixels', async () => {
    const { words, text, confidence, complete } = await ocr.recognise(sheet, { dpi: DPI });
    expect(text).toBe('FLOOR PLAN\n\nScale 1/4 inch equals one foot');
    expect(complete).toBe(true);
    expect(confidence).toBeGreaterThan(80);
    const floor = words[0]!;
    expect(floor).toMatchObject({ text: 'FLOOR' });
    expect(Math.abs(floor.x - (36 / 72) * DPI)).toBeLessThan(8);
    expect(Math.abs(floor.y + floor.height - ((216 - 150) / 72) * DPI)).toBeLessThan(6);
  });

  it('reads an image file of higher density in the pixels of that file', async () => {
    const png = await sharp(sheet.data, { raw: { width: sheet.width, height: sheet.height, channels: 1 } })
      .resize({ width: sheet.width * 2 })
      .png()
      .toBuffer();
    const { words } = await ocr.recognise(png, { dpi: 2 * DPI });
    const plan = words.find((word) => word.text === 'PLAN')!;
    expect(plan.x + plan.width).toBeGreaterThan(sheet.width * 0.7);
  });

  // Data of other languages than English is optional.
  it.skipIf(!ocrAssets({}).languages.some(({ language }) => language === 'ces'))(
    'reads the language it is asked for, and the default one again (needs @tesseract.js-data/ces)',
    async () => {
      const draw = (pdf: PDFKit.PDFDocument) =>
        void pdf.font(font).fontSize(18).text('Půdorys, měřítko, číslo výkresu', 20, 40);
      const pdf = await openPdf(await drawPdf([{ width: 400, height: 100, draw }]));
      const image = await pdf.render(1, { dpi: DPI, grey: true });
      await pdf.close();
      const several = createLocalOcr({ threads: 1 });
      try {
        expect(several.languages?.available).toEqual(expect.arrayContaining(['eng', 'ces']));
        expect((await several.recognise(image, { dpi: DPI, language: 'ces' })).text).toBe(
          'Půdorys, měřítko, číslo výkresu',
        );
        expect((await several.recognise(image, { dpi: DPI })).text).not.toContain('ů');
      } finally {
        await several.close();
      }
    },
  );

  it('reads lettering that runs upwards, where it is', async () => {
    const draw = (pdf: PDFKit.PDFDocument) => {
      pdf.font('Helvetica').fontSize(14).text('GROUND FLOOR', 120, 60);
      pdf.rotate(-90, { origin: [60, 180] }).text('SECTION', 60, 180);
    };
    const pdf = await openPdf(await drawPdf([{ width: 300, height: 220, draw }]));
    const image = await pdf.render(1, { dpi: DPI, grey: true });
    await pdf.close();
    const { words, text } = await ocr.recognise(image, { dpi: DPI });
    expect(text).toBe('GROUND FLOOR\n\nSECTION');
    expect(words.map(({ angle }) => angle)).toEqual([undefined, undefined, 270]);
    const { x, y, width, height } = words[2]!;
    expect(height).toBeGreaterThan(4 * width);
    expect(Math.abs(y + height - (180 / 72) * DPI)).toBeLessThan(8);
    expect(Math.abs(x - (62 / 72) * DPI)).toBeLessThan(8);
    // A reading with the data of one language alone is not repeated by the networks.
    expect((await ocr.recognise(image, { dpi: DPI, alone: true })).text).not.toContain('SECTION');
  });

  it('finds nothing on an empty page', async () => {
    const paper = { data: new Uint8Array(10_000).fill(250), width: 100, height: 100 };
    expect(await ocr.recognise(paper)).toMatchObject({ words: [], text: '', complete: true });
  });

  it('fails at the deadline, and works again afterwards', async () => {
    await expect(ocr.recognise(sheet, { dpi: DPI, deadline_ms: 1 })).rejects.toMatchObject({ code: 'timeout' });
    expect((await ocr.recognise(sheet, { dpi: DPI })).text).toContain('FLOOR');
  });

  it('reports an invalid image as damaged', async () => {
    await expect(ocr.recognise(Buffer.from('no image'))).rejects.toMatchObject({ name: 'FileError', code: 'damaged' });
  });

  it('does not keep an otherwise idle process alive', () => {
    const script = `
      const { createLocalOcr } = await import(${JSON.stringify(new URL('../../../infra/local/textract/local-ocr.ts', import.meta.url))});
      const data = new Uint8Array(40_000).fill(255).fill(0, 5_000, 9_000);
      const { complete } = await createLocalOcr({ threads: 1, idle_ms: 600_000 }).recognise({ data, width: 200, height: 200 });
      console.log(complete);`;
    const options = { encoding: 'utf8', timeout: 120_000 } as const;
    expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], options).trim()).toBe('true');
  });
});
