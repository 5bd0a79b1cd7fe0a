import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Native, startPdfium } from '../../../shared/pdf/pdfium.ts';
import { pdfiumModule } from '../../../shared/pdf/pdfium-module.ts';
import type { Matrix, RenderOptions } from '../../../shared/pdf/protocol.ts';
import { renderInk, renderPage } from '../../../shared/pdf/render-page.ts';
import { splitColours } from '../../../shared/pdf/split-colours.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

const [width, height] = [2000, 1500];

/** Overlapping frames and texts; `clip` is called before each text, inside a graphics state of its own. */
const sheet = (clip: (pdf: PDFKit.PDFDocument) => void) =>
  drawPdf([
    {
      width,
      height,
      draw: (pdf) => {
        pdf.fontSize(14);
        for (let i = 0; i < 40; i++) {
          const [x, y] = [30 + (i % 9) * 215, 40 + Math.floor(i / 9) * 300];
          pdf
            .lineWidth(0.1)
            .rect(x + 0.4, y - 3.3, 160, 22)
            .stroke();
          pdf.save();
          clip(pdf);
          pdf.rotate(i % 7, { origin: [x, y] }).fillOpacity(i % 5 === 0 ? 0.4 : 1);
          pdf.text(`GRID LINE ${i} AT ${i * 37}`, x, y, { lineBreak: false });
          pdf.restore();
          pdf
            .rect(x + 70, y + 4, 40, 6)
            .fillOpacity(0.5)
            .fill('#c04020')
            .fillOpacity(1)
            .fillColor('black');
        }
        pdf.note(400, 300, 200, 90, 'CHECK');
      },
    },
  ]);

/** Each text is clipped to the page and to a frame, both slightly skewed, as macOS Quartz writes it. */
const quartzClips = (pdf: PDFKit.PDFDocument) => {
  for (const inset of [0, 12]) {
    const [left, top, right, bottom] = [inset, inset, width - inset, height - inset];
    pdf
      .moveTo(left, top)
      .lineTo(right, top + 0.004)
      .lineTo(right, bottom)
      .lineTo(left + 0.004, bottom)
      .closePath();
    pdf.clip();
  }
};
const squareClips = (pdf: PDFKit.PDFDocument) => void pdf.rect(0, 0, width, height).clip();

let pdfium: Native;
const opened: { document: number; page: number }[] = [];

const open = (bytes: Buffer): number => {
  const at = pdfium.malloc(bytes.length);
  new Uint8Array(pdfium.memory.buffer).set(bytes, at);
  const document = pdfium.FPDF_LoadMemDocument(at, bytes.length, 0);
  const page = pdfium.FPDF_LoadPage(document, 0);
  opened.push({ document, page });
  return page;
};

/** PDFium with its drawing calls counted. */
const counted = () => {
  const calls = { whole: 0, matrix: 0 };
  const count = (key: keyof typeof calls, call: (...args: number[]) => number) =>
    (...args: number[]) => {
      calls[key]++;
      return call(...args);
    }; // biome-ignore format: one function in another
  const pdf = {
    ...pdfium,
    FPDF_RenderPageBitmap: count('whole', pdfium.FPDF_RenderPageBitmap),
    FPDF_RenderPageBitmapWithMatrix: count('matrix', pdfium.FPDF_RenderPageBitmapWithMatrix),
  };
  return { pdf, calls };
};

/** One PDFium call for the whole page: every other way of rendering must equal it bit for bit. */
const inOnePiece = (page: number, at: { matrix: Matrix } | { left: number; top: number }, w: number, h: number) => {
  const bitmap = pdfium.FPDFBitmap_CreateEx(w, h, 1, 0, 0);
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, w, h, 0xffffffff);
  if ('matrix' in at) {
    const scratch = pdfium.malloc(40);
    new Float32Array(pdfium.memory.buffer, scratch, 10).set([...at.matrix, 0, 0, w, h]);
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, scratch, scratch + 24, 9);
    pdfium.free(scratch);
  } else pdfium.FPDF_RenderPageBitmap(bitmap, page, at.left, at.top, width, height, 0, 9);
  const stride = pdfium.FPDFBitmap_GetStride(bitmap);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const rows = Array.from({ length: h }, (_, y) => Buffer.from(pdfium.memory.buffer, start + y * stride, w));
  const data = Buffer.concat(rows);
  pdfium.FPDFBitmap_Destroy(bitmap);
  return data;
};

beforeAll(async () => {
  pdfium = await startPdfium(pdfiumModule());
});
afterAll(() => {
  for (const { document, page } of opened) {
    pdfium.FPDF_ClosePage(page);
    pdfium.FPDF_CloseDocument(document);
  }
});

describe('texts clipped to the whole page by a slightly skewed path', () => {
  const views: [string, RenderOptions, Parameters<typeof inOnePiece>[1], number, number][] = [
    ['whole', { dpi: 72 }, { left: 0, top: 0 }, width, height],
    ['in part', { dpi: 72, clip: { x: 40, y: 30, width: 1920, height: 1440 } }, { left: -40, top: -30 }, 1920, 1440],
    [
      'turned',
      { matrix: [0.99, 0.02, -0.02, 0.99, 31.5, 3], width, height },
      { matrix: [0.99, 0.02, -0.02, 0.99, 31.5, 3] },
      width,
      height,
    ],
  ];

  test.each(views)(
    'are rendered one by one to exactly the pixels of the whole page: %s',
    async (_, options, at, w, h) => {
      const bytes = await sheet(quartzClips);
      const { pdf, calls } = counted();
      const expected = inOnePiece(open(bytes), at, w, h);

      const drawn = renderPage(pdf, open(bytes), { ...options, grey: true });

      expect(Buffer.from(drawn.data).equals(expected)).toBe(true);
      expect(new Set(expected).size).toBeGreaterThan(20);
      expect(calls.whole).toBe(0);
      expect(calls.matrix).toBeGreaterThan(40);
    },
  );
});

test('a page whose clips are upright rectangles is rendered in one call', async () => {
  const { pdf, calls } = counted();
  const page = open(await sheet(squareClips));
  const drawn = renderPage(pdf, page, { dpi: 72, grey: true });
  expect(calls).toEqual({ whole: 1, matrix: 0 });
  expect(Buffer.from(drawn.data).equals(inOnePiece(page, { left: 0, top: 0 }, width, height))).toBe(true);
});

test('separate greys and colours are those of the image', async () => {
  const page = open(await sheet(squareClips));
  const { data } = renderPage(pdfium, page, { dpi: 72 });
  const ink = renderInk(pdfium, page, { dpi: 72 });
  expect(ink.colour!.tiles).toContain(1);
  expect(Buffer.from(ink.grey).equals(splitColours(new Int32Array(data.buffer), width, height).grey)).toBe(true);
  expect(Math.max(...ink.colour!.red.subarray(0, width * 60))).toBe(0xc0 / 2 - 0x20 / 2);
});
