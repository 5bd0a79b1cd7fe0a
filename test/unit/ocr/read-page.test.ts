import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createLocalOcr } from '../../../infra/local/textract/local-ocr.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import type { GreyImage } from '../../../shared/ocr/grey.ts';
import { readPage } from '../../../shared/ocr/read-page.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

const TEXT = 'Provide weather stripping and thresholds for all exterior doors before final inspection. ';
const options = { dpi: 150, deadline_ms: 60_000 };

const pageOf = async (text: string): Promise<GreyImage> => {
  const draw = (pdf: PDFKit.PDFDocument) => pdf.fontSize(12).text(text, 40, 60, { width: 320 });
  await using pdf = await openPdf(await drawPdf([{ width: 400, height: 300, draw }]));
  return await pdf.render(1, { dpi: options.dpi, grey: true });
};
const turnedBy = async ({ data, width, height }: GreyImage, degrees: number): Promise<GreyImage> => {
  const { data: turned, info } = await sharp(data, { raw: { width, height, channels: 1 } })
    .rotate(degrees)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: turned, width: info.width, height: info.height };
};

test('a page is read in its direction, with its words where they are on the image', async () => {
  const ocr = createLocalOcr({ threads: 1 });
  try {
    const upright = await pageOf(TEXT.repeat(3));
    const expected = await readPage(upright, options, ocr);
    expect(expected.text.replace(/\s+/g, ' ')).toContain(TEXT.trim());
    const [first] = expected.words;
    expect(first).toMatchObject({ text: 'Provide', angle: 0 });
    for (const degrees of [90, 180]) {
      const turned = await turnedBy(upright, degrees);
      const { text, words } = await readPage(turned, options, ocr);
      expect(text.replace(/\s+/g, ' ')).toBe(expected.text.replace(/\s+/g, ' '));
      const [word] = words;
      expect(word).toMatchObject({ text: 'Provide', angle: degrees });
      // The upper left of the word, turned with the image.
      const { x, y, width, height } = first!;
      const middle = { x: x + width / 2, y: y + height / 2 };
      const place = {
        90: { x: turned.width - middle.y, y: middle.x },
        180: { x: turned.width - middle.x, y: turned.height - middle.y },
      }[degrees]!;
      expect(word!.x + word!.width / 2).toBeCloseTo(place.x, -1);
      expect(word!.y + word!.height / 2).toBeCloseTo(place.y, -1);
    }
  } finally {
    await ocr.close();
  }
});

const picture: GreyImage = { data: new Uint8Array(400 * 300).fill(255), width: 400, height: 300 };
const ocrOf = (words: readonly (readonly [text: string, confidence: number])[]) => {
  const calls: number[] = [];
  const found = words.map(([text, confidence], i) => ({ text, confidence, x: 0, y: 12 * i, width: 30, height: 10 }));
  const recognise = async ({ width }: { width: number }) => {
    calls.push(width);
    return { words: found, text: '', confidence: 60, complete: true };
  };
  return { calls, recognise };
};

test('a legible page is read once', async () => {
  const ocr = ocrOf(['door', 'frame', 'glass', 'wall', 'roof', 'slab'].map((word) => [word, 92]));
  expect((await readPage(picture, options, ocr as never)).words).toHaveLength(6);
  expect(ocr.calls).toHaveLength(1);
});

test.each([
  ['uncertain words', ['vsnop', 'uoisiaoud', 'ajqe', 'siyl', 'oipu', 'ypnm'].map((word) => [word, 55] as const)],
  [
    'signs and single letters',
    ['SE', '3', '£3', '22', 'Sg', '8', 'oF', 'Z', '0', '58', '€4'].map((word) => [word, 65] as const),
  ],
])('%s, in whatever direction, are not text', async (_, words) => {
  await expect(readPage(picture, options, ocrOf(words) as never)).rejects.toMatchObject({ code: 'damaged' });
});

test('numbers read with certainty are text', async () => {
  const sizes = Array.from({ length: 20 }, (_, i) => [String(3600 + i), 88] as const);
  expect((await readPage(picture, options, ocrOf(sizes) as never)).words).toHaveLength(20);
});

test('a page without words has none, and a few uncertain words are kept', async () => {
  const none = ocrOf([]);
  expect(await readPage(picture, options, none as never)).toMatchObject({ words: [], text: '' });
  expect((await readPage(picture, options, ocrOf([['North', 60]]) as never)).text).toBe('North');
});

const wordsOf = (text: string) =>
  text.split(' ').map((word, i) => ({ text: word, confidence: 90, x: 0, y: 12 * i, width: 30, height: 10 }));
/** Reads text without the accents of its language unless in that language. */
const inLanguages = (available: readonly string[], read: (language: string) => string) => {
  const asked: string[] = [];
  const recognise = async (_: unknown, { language }: { language: string }) => {
    asked.push(language);
    return { words: wordsOf(read(language)), text: '', confidence: 90, complete: true };
  };
  return { asked, ocr: { languages: { available, missing: [] }, recognise } as never };
};
const TITLE = 'stavebník: výkres: půdorys měřítko číslo zakázky';
const withoutAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
const czech = (available: readonly string[]) =>
  inLanguages(available, (language) => (language === 'ces' ? TITLE : withoutAccents(TITLE)));

test('a page in another language is read again in it, the next one at once', async () => {
  const { asked, ocr } = czech(['eng', 'ces', 'deu']);
  const first = await readPage(picture, options, ocr);
  expect(first).toMatchObject({ language: 'ces' });
  expect(first.words.map(({ text }) => text).join(' ')).toBe(TITLE);
  expect(asked).toEqual(['eng', 'ces']);
  await readPage(picture, { ...options, language: first.language }, ocr);
  expect(asked).toEqual(['eng', 'ces', 'ces']);
});

test('a page is read once where there is no data of its language, or the default is its language', async () => {
  const unknown = czech(['eng']);
  expect(await readPage(picture, options, unknown.ocr)).toMatchObject({ language: 'ces' });
  expect(unknown.asked).toEqual(['eng']);
  const known = czech(['ces', 'eng']);
  await readPage(picture, options, known.ocr);
  expect(known.asked).toEqual(['ces']);
});

test('a reading in the language of the words is dropped if it is less legible', async () => {
  const { asked, ocr } = inLanguages(['eng', 'ces'], (language) =>
    language === 'ces' ? 'vkres rys' : withoutAccents(TITLE),
  );
  expect((await readPage(picture, options, ocr)).words).toHaveLength(6);
  expect(asked).toEqual(['eng', 'ces']);
});

test.each([
  ['in the language of its words', withoutAccents(TITLE).split(' '), 90, ['eng', 'ces']],
  ['in another direction', ['Nort', 'Rom', 'Wal'], 60, ['eng', 'eng', 'eng', 'eng']],
])('what was read of a page stays if there is no time to read it again %s', async (_, said, confidence, asked) => {
  const languages: string[] = [];
  const recognise = async (_image: unknown, { language }: { language: string }) => {
    languages.push(language);
    if (languages.length > 1) throw new FileError('timeout', 'Recognising the text of the page took too long.');
    return { words: wordsOf(said.join(' ')).map((word) => ({ ...word, confidence })), text: '', complete: false };
  };
  const ocr = { languages: { available: ['eng', 'ces'], missing: [] }, recognise };
  const { words, complete } = await readPage(picture, options, ocr as never);
  expect(words.map(({ text }) => text)).toEqual(said);
  expect(complete).toBe(false);
  expect(languages).toEqual(asked);
});

test('a page of which nothing was read in time, and a failure of recognition, are errors', async () => {
  const failing = (error: Error, after: number) => {
    let calls = 0;
    const recognise = async () => {
      if (calls++ >= after) throw error;
      return { words: wordsOf('Nort Rom'), text: '', confidence: 60, complete: true };
    };
    return { recognise } as never;
  };
  const late = new FileError('timeout', 'Recognising the text of the page took too long.');
  await expect(readPage(picture, options, failing(late, 0))).rejects.toBe(late);
  const failure = new Error('Text recognition failed.');
  await expect(readPage(picture, options, failing(failure, 1))).rejects.toBe(failure);
});
