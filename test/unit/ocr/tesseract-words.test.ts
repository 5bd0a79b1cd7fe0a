import { expect, onTestFinished, test, vi } from 'vitest';
import { createTesseractOcr } from '../../../infra/local/textract/tesseract.ts';
import { TesseractThread } from '../../../infra/local/textract/tesseract-thread.ts';

const wordAt = (text: string, x0: number, confidence: number) => ({
  ...{ text, confidence, bbox: { x0, x1: x0 + 20 * text.length, y0: 10, y1: 30 } },
});

test('ideographs that are recognised one by one are words before uncertain short ones are dropped', async () => {
  const lines = [
    [wordAt('比例', 10, 50), wordAt('1:100', 90, 90)],
    [wordAt('图', 10, 50), wordAt('名称', 36, 70)],
  ];
  const thread = { recognise: async () => lines, stop: async () => {} };
  const start = vi.spyOn(TesseractThread, 'start').mockResolvedValue(thread as never);
  onTestFinished(() => start.mockRestore());
  const ocr = createTesseractOcr({ threads: 1 });
  const data = new Uint8Array(40_000).fill(255).fill(0, 5_000, 9_000);
  const { words } = await ocr.recognise({ data, width: 200, height: 200 }, { dpi: 300 });
  await ocr.close();
  expect(words.map(({ text }) => text)).toEqual(['比例', '图名称', '1:100']);
});
