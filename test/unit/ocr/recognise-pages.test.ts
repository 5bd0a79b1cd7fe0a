import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type RecognisedUnit, recognisePages } from '../../../functions/workers/recognise-text/recognise-pages.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

test('words are converted from pixels of the image to points of the page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recognise-'));
  try {
    const path = join(folder, 'a.png');
    await sharp({ create: { width: 300, height: 150, channels: 3, background: 'white' } })
      .png()
      .toFile(path);
    const word = { text: 'word', x: 150, y: 75, width: 50, height: 25, confidence: 90 };
    const ocr = { recognise: async () => ({ words: [word], text: 'word', confidence: 90, complete: true }) };
    const found: RecognisedUnit[] = [];
    const until = { deadline: Number.MAX_SAFE_INTEGER, signal: new AbortController().signal };
    const keep = async (_: unknown, recognised: RecognisedUnit) => void found.push(recognised);
    await recognisePages({ path, isPdf: false }, [{ page: 1, part: 'page' }], { ocr } as never, until, keep);
    // 150 pixels are an inch, and so are 72 points.
    const inPoints = { x: 72, y: 36, width: 24, height: 12, size: 12, angle: 0, drawn: 0.9 };
    const text = { page: 1, width: 144, height: 72, text: 'word', words: [{ text: 'word', ...inPoints }] };
    expect(found).toEqual([{ page: 1, text, confidence: 90, complete: true }]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('text on a coloured fill of a whole page is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recognise-'));
  try {
    const path = join(folder, 'a.pdf');
    const draw = (pdf: PDFKit.PDFDocument) => pdf.rect(0, 0, 200, 100).fill('#ffff00');
    await writeFile(path, await drawPdf([{ width: 200, height: 100, draw }]));
    const greys: number[] = [];
    const recognise = async ({ data }: { data: Uint8Array }) => {
      greys.push(data[data.length >> 1]!);
      return { words: [], text: '', confidence: 0, complete: true };
    };
    const readers = { ocr: { recognise }, asked: new Set(), strokes: async () => null };
    const until = { deadline: Number.MAX_SAFE_INTEGER, signal: new AbortController().signal };
    await recognisePages({ path, isPdf: true }, [{ page: 1, part: 'page' }], readers as never, until, async () => {});
    expect(greys.length).toBeGreaterThan(0);
    expect(Math.min(...greys)).toBeGreaterThan(200);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a page of several metres is recognised at a lower density', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recognise-'));
  try {
    const path = join(folder, 'a.pdf');
    // A scan stored with one point per pixel.
    await writeFile(path, await drawPdf([{ width: 20_000, height: 14_000 }]));
    const asked: number[] = [];
    const recognise = async ({ width, height }: { width: number; height: number }) => {
      asked.push(width * height);
      return { words: [], text: '', confidence: 0, complete: true };
    };
    const readers = { ocr: { recognise }, asked: new Set(), strokes: async () => null };
    const found: RecognisedUnit[] = [];
    const until = { deadline: Number.MAX_SAFE_INTEGER, signal: new AbortController().signal };
    const keep = async (_: unknown, recognised: RecognisedUnit) => void found.push(recognised);
    await recognisePages({ path, isPdf: true }, [{ page: 1, part: 'page' }], readers as never, until, keep);
    expect(found).toMatchObject([{ page: 1, complete: true }]);
    expect(Math.max(...asked)).toBeLessThan(101_000_000);
  } finally {
    await rm(folder, { recursive: true });
  }
});
