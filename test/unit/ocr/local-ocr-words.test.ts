import { expect, onTestFinished, test, vi } from 'vitest';
import { createLocalOcr } from '../../../infra/local/textract/local-ocr.ts';
import { NetworkThread } from '../../../infra/local/textract/network-thread.ts';
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
  const again = vi.spyOn(NetworkThread.prototype, 'recognise');
  onTestFinished(() => void vi.restoreAllMocks());
  const ocr = createLocalOcr({ threads: 1 });
  const data = new Uint8Array(40_000).fill(255).fill(0, 5_000, 9_000);
  const { words } = await ocr.recognise({ data, width: 200, height: 200 }, { dpi: 300, language: 'chi_sim' });
  await ocr.close();
  expect(start).toHaveBeenCalledOnce();
  // The networks know Latin letters only.
  expect(again).not.toHaveBeenCalled();
  expect(words.map(({ text }) => text)).toEqual(['比例', '图名称', '1:100']);
});

test('what was read once stays if the time does not suffice to read it again, and the thread ends', async () => {
  const thread = { recognise: async () => [[wordAt('SECTION', 10, 90)]], stop: async () => {} };
  const start = vi.spyOn(TesseractThread, 'start').mockResolvedValue(thread as never);
  const again = vi.spyOn(NetworkThread.prototype, 'recognise').mockReturnValue(new Promise(() => {}));
  const stop = vi.spyOn(NetworkThread.prototype, 'stop');
  onTestFinished(() => void vi.restoreAllMocks());
  const ocr = createLocalOcr({ threads: 1 });
  const data = new Uint8Array(40_000).fill(255).fill(0, 5_000, 9_000);
  const { text, complete } = await ocr.recognise({ data, width: 200, height: 200 }, { dpi: 300, deadline_ms: 2000 });
  expect({ text, complete }).toEqual({ text: 'SECTION', complete: true });
  expect(start).toHaveBeenCalledOnce();
  expect(again).toHaveBeenCalledOnce();
  expect(stop).toHaveBeenCalledOnce();
});

test('an image of which the time suffices for a part only is incomplete, and is not read again', async () => {
  const recognise = vi.fn().mockResolvedValueOnce([[wordAt('SECTION', 10, 90)]]);
  recognise.mockReturnValue(new Promise(() => {}));
  vi.spyOn(TesseractThread, 'start').mockResolvedValue({ recognise, stop: async () => {} } as never);
  const again = vi.spyOn(NetworkThread.prototype, 'recognise');
  onTestFinished(() => void vi.restoreAllMocks());
  const ocr = createLocalOcr({ threads: 1 });
  const [width, height] = [4000, 100];
  const data = new Uint8Array(width * height).fill(255).fill(0, 20 * width, 40 * width);
  const { text, complete } = await ocr.recognise({ data, width, height }, { dpi: 300, deadline_ms: 2000 });
  expect({ text, complete }).toEqual({ text: 'SECTION', complete: false });
  expect(again).not.toHaveBeenCalled();
});

test('what was read once stays if the networks fail', async () => {
  const thread = { recognise: async () => [[wordAt('SECTION', 10, 90)]], stop: async () => {} };
  vi.spyOn(TesseractThread, 'start').mockResolvedValue(thread as never);
  vi.spyOn(NetworkThread.prototype, 'recognise').mockRejectedValue(new Error('no model'));
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  const ocr = createLocalOcr({ threads: 1 });
  const data = new Uint8Array(40_000).fill(255).fill(0, 5_000, 9_000);
  const { text } = await ocr.recognise({ data, width: 200, height: 200 }, { dpi: 300 });
  await ocr.close();
  expect(text).toBe('SECTION');
  expect(warn).toHaveBeenCalledOnce();
});
