import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  encryptedPdf,
  memoryBomb,
  notAPdf,
  timeBomb,
  truncatedPdf,
  zeroByteFile,
} from '../../../infra/demo/drawings/index.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';
import { rawPdf } from '../../support/raw-pdf.ts';

const failure = async (work: Promise<unknown>): Promise<FileError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FileError);
  return error as FileError;
};

describe('a readable PDF', () => {
  test('yields pages, sizes, words with their boxes, and text', async () => {
    const bytes = await drawPdf([
      { width: 400, height: 300, draw: (pdf) => pdf.fontSize(10).text('NOTE 7: SEAL ALL JOINTS', 50, 100) },
      { width: 200, height: 100 },
    ]);
    await using document = await openPdf(bytes);

    expect(document.pageCount).toBe(2);
    expect(await document.pageSize(2)).toEqual({ width: 200, height: 100 });
    const page = await document.pageText(1);
    expect(page.text).toBe('NOTE 7: SEAL ALL JOINTS');
    expect(page.words.map((word) => word.text)).toEqual(['NOTE', '7:', 'SEAL', 'ALL', 'JOINTS']);
    const [note] = page.words;
    expect(note).toMatchObject({ size: 10, angle: 0 });
    expect(note!.x).toBeCloseTo(50, 0);
    expect(note!.y).toBeGreaterThan(97);
    expect(note!.y + note!.height).toBeLessThan(114);
    expect((await document.pageTexts()).map(({ page: n }) => n)).toEqual([1, 2]);
  });

  test('yields words as displayed on a rotated page', async () => {
    const draw = (pdf: PDFKit.PDFDocument) => void pdf.fontSize(10).text('TURNED', 50, 100);
    const upright = await drawPdf([{ width: 400, height: 300, draw }]);
    const turned = Buffer.from(upright.toString('latin1').replace('/MediaBox', '/Rotate 90 /MediaBox'), 'latin1');
    await using document = await openPdf(turned);

    const { width, height, words } = await document.pageText(1);

    expect([width, height]).toEqual([300, 400]);
    expect(words[0]).toMatchObject({ text: 'TURNED', angle: 90 });
    // 50 from the left edge became 50 from the upper edge; 100 from the upper edge became 100 from the right one.
    expect(words[0]!.y).toBeCloseTo(50, 0);
    expect(words[0]!.x + words[0]!.width).toBeGreaterThan(196);
    expect(words[0]!.x + words[0]!.width).toBeLessThan(203);
  });

  test('is rendered in grey and colour, whole, clipped and through a matrix', async () => {
    const bytes = await drawPdf([
      { width: 100, height: 50, draw: (pdf) => void pdf.rect(20, 10, 30, 20).fill('#ff0000') },
    ]);
    await using document = await openPdf(bytes);

    const colour = await document.render(1, { dpi: 72 });
    expect([colour.width, colour.height, colour.channels]).toEqual([100, 50, 4]);
    const at = (x: number, y: number) => [...colour.data.subarray((y * 100 + x) * 4, (y * 100 + x) * 4 + 4)];
    expect(at(35, 20)).toEqual([255, 0, 0, 255]);
    expect(at(5, 5)).toEqual([255, 255, 255, 255]);

    const clipped = await document.render(1, { dpi: 144, grey: true, clip: { x: 20, y: 10, width: 30, height: 20 } });
    expect([clipped.width, clipped.height, clipped.channels]).toEqual([60, 40, 1]);
    expect(clipped.data.every((value) => value < 200)).toBe(true);

    const moved = await document.render(1, { grey: true, matrix: [1, 0, 0, 1, 40, 5], width: 100, height: 50 });
    expect(moved.data[25 * 100 + 75]).toBeLessThan(200);
    expect(moved.data[25 * 100 + 35]).toBe(255);
  });

  test('names a page that does not exist', async () => {
    await using document = await openPdf(await drawPdf([{ width: 100, height: 100 }]));
    await expect(document.pageText(2)).rejects.toThrow('no page 2 in a document of 1');
    await expect(document.render(1, { dpi: 100_000 })).rejects.toThrow(RangeError);
  });

  test('can be read from a path as well', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pdf-'));
    const path = join(folder, 'one.pdf');
    await writeFile(path, await drawPdf([{ width: 100, height: 100 }]));
    await using document = await openPdf(path);
    expect(document.pageCount).toBe(1);
    await rm(folder, { recursive: true });
    await expect(openPdf(join(folder, 'none.pdf'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a PDF that states more pages than it has', () => {
  const stating = (pageTree: string) => rawPdf({ width: 300, height: 200, content: '', pageTree });

  test.each([2, 5, 1_000_000])('%i instead of one, has one', async (count) => {
    const document = await openPdf(stating(`/Kids [3 0 R] /Count ${count}`));
    expect([document.pageCount, (await document.pageTexts()).length]).toEqual([1, 1]);
    await document.close();
  });

  test('is damaged if others follow the missing page', async () => {
    const document = await openPdf(stating('/Kids [3 0 R 9 0 R 3 0 R] /Count 4'));
    expect(document.pageCount).toBe(4);
    expect((await failure(document.pageTexts())).code).toBe('damaged');
    await document.close();
  });
});

describe('an unreadable PDF', () => {
  const plain = () => drawPdf([{ width: 300, height: 200, draw: (pdf) => void pdf.text('A', 10, 10) }]);

  test('has an error that names its kind', async () => {
    expect((await failure(openPdf(zeroByteFile()))).code).toBe('empty');
    expect((await failure(openPdf(notAPdf()))).code).toBe('damaged');
    expect((await failure(openPdf(await truncatedPdf()))).code).toBe('damaged');
    expect((await failure(openPdf(await encryptedPdf()))).code).toBe('encrypted');
    const whole = await plain();
    expect((await failure(openPdf(whole.subarray(0, whole.length - 20)))).code).toBe('damaged');
  });

  test('can be opened with its password', async () => {
    const bytes = await drawPdf([{ width: 100, height: 100 }], { userPassword: 'open sesame' });
    expect((await failure(openPdf(bytes, { password: 'wrong' }))).code).toBe('encrypted');
    await using document = await openPdf(bytes, { password: 'open sesame' });
    expect(document.pageCount).toBe(1);
  });

  test('ends at its deadline, and so does every later call', async () => {
    const document = await openPdf(await timeBomb(), { timeoutMs: 500 });
    expect((await failure(document.render(1, { dpi: 150 }))).code).toBe('timeout');
    expect((await failure(document.pageText(1))).code).toBe('timeout');
    await document.close();
  });

  test('ends at its memory limit without affecting the process', async () => {
    const before = process.memoryUsage().rss;
    const error = await failure(
      (async () => {
        await using document = await openPdf(await memoryBomb(), { memoryLimitBytes: 96 * 2 ** 20, timeoutMs: 20_000 });
        await document.render(1, { dpi: 150 });
      })(),
    );
    expect(['memory', 'timeout']).toContain(error.code);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20);
    await using next = await openPdf(await plain());
    expect((await next.pageText(1)).text).toBe('A');
  });
});
