import { expect, test } from 'vitest';
import { inkGreys } from '../../../shared/pdf/ink-greys.ts';
import { startPdfium } from '../../../shared/pdf/pdfium.ts';
import { pdfiumModule } from '../../../shared/pdf/pdfium-module.ts';
import { renderPage } from '../../../shared/pdf/render-page.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

const pixel = (red: number, green: number, blue: number): number => (255 << 24) | (blue << 16) | (green << 8) | red;

test('paper is white, grey ink itself, and pale coloured ink dark', () => {
  const colours = [pixel(255, 255, 255), pixel(90, 90, 90), pixel(255, 255, 0), pixel(0, 255, 255), pixel(0, 0, 0)];
  const [white, grey, yellow, cyan, black] = inkGreys(new Int32Array(colours));
  expect([white, grey, black]).toEqual([255, 90, 0]);
  expect(yellow).toBeLessThan(128);
  expect(cyan).toBeLessThan(128);
});

test('a page is rendered with its coloured ink dark', async () => {
  const draw = (pdf: PDFKit.PDFDocument) => pdf.rect(10, 10, 20, 20).fill('#ffff00');
  const bytes = await drawPdf([{ width: 40, height: 40, draw }]);
  const pdfium = await startPdfium(pdfiumModule());
  const at = pdfium.malloc(bytes.length);
  new Uint8Array(pdfium.memory.buffer).set(bytes, at);
  const page = pdfium.FPDF_LoadPage(pdfium.FPDF_LoadMemDocument(at, bytes.length, 0), 0);
  const greyAt = (grey: true | 'ink') => {
    const { data, width, channels } = renderPage(pdfium, page, { dpi: 72, grey });
    expect(channels).toBe(1);
    return data[20 * width + 20]!;
  };
  expect(greyAt(true)).toBeGreaterThan(200);
  expect(greyAt('ink')).toBeLessThan(128);
});
