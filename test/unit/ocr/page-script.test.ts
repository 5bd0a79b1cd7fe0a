import { createRequire } from 'node:module';
import { afterAll, describe, expect, test } from 'vitest';
import { createLocalOcr } from '../../../infra/local/textract/local-ocr.ts';
import { ocrAssets } from '../../../infra/local/textract/ocr-assets.ts';
import { FileError } from '../../../shared/domain/files/file-error.ts';
import type { GreyImage } from '../../../shared/ocr/grey.ts';
import { leadingScript } from '../../../shared/ocr/page-language.ts';
import { scriptLanguage } from '../../../shared/ocr/page-script.ts';
import { readPage } from '../../../shared/ocr/read-page.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

const WIDTH = 900;
const HEIGHT = 1200;

/** An image with rows of outlined boxes in the place of letters. */
const lettered = (rows: readonly number[]): GreyImage => {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (const [row, letters] of rows.entries()) {
    for (let i = 0; i < letters; i++) {
      const [left, top] = [60 + 26 * i, 60 + 80 * row];
      for (let y = 0; y < 30; y++) {
        for (let x = 0; x < 20; x++) {
          if (x < 3 || x >= 17 || y < 3 || y >= 27) data[(top + y) * WIDTH + left + x] = 0;
        }
      }
    }
  }
  return { data, width: WIDTH, height: HEIGHT };
};
const wordOf = (text: string, i: number, confidence = 90) => ({
  ...{ text, confidence, x: 60, y: 60 + 30 * i, width: 90, height: 20 },
});
const reading = (texts: string, confidence = 90) => texts.split(' ').map((text, i) => wordOf(text, i, confidence));

interface Asked {
  language: string;
  alone?: boolean;
  width: number;
  height: number;
}
/** Recognition that reads the given words with the data of each language, and of others none. */
const ocrOf = (
  said: Readonly<Record<string, ReturnType<typeof reading>>>,
  available = ['eng', 'jpn', 'chi_sim', 'kir', 'ell'],
) => {
  const asked: Asked[] = [];
  const recognise = async (
    { width, height }: GreyImage,
    { language, alone }: { language: string; alone?: boolean },
  ) => {
    asked.push({ language, width, height, ...(alone !== undefined && { alone }) });
    return { words: said[language] ?? [], text: '', confidence: 90, complete: true };
  };
  return { asked, ocr: { languages: { available, missing: [] }, recognise } as never };
};
const reader = { dpi: 300, deadline: Number.MAX_SAFE_INTEGER };

describe('the script of an image in which little was read', () => {
  const picture = lettered([20, 20, 20]);

  test('is that of the data which reads a sample of its lines best', async () => {
    const { asked, ocr } = ocrOf({ jpn: reading('一階平面図 仕上表'), ell: reading('ΑΒ'), eng: reading('Tam') });
    expect(await scriptLanguage(picture, [], { ocr, ...reader })).toBe('jpn');
    expect(asked.map(({ language }) => language)).toEqual(['jpn', 'chi_sim', 'kir', 'ell', 'eng']);
    expect(asked.every(({ alone }) => alone)).toBe(true);
    expect(asked[0]!.height).toBeLessThan(HEIGHT / 3);
  });

  test('is sampled in a few lines, the longest ones, and of those a part', async () => {
    const { asked, ocr } = ocrOf({});
    await scriptLanguage(lettered(Array.from({ length: 13 }, () => 31)), [], { ocr, ...reader });
    expect(asked[0]!.height).toBeLessThan(8 * 70);
    expect(asked[0]!.width).toBeLessThan(700);
  });

  test.each([
    ['what was read is legible', picture, reading('door frame glass wall roof'), undefined],
    ['there is no data of another script', picture, [], ['eng', 'deu']],
    ['there is hardly any lettering', lettered([4, 3]), [], undefined],
  ])('is not looked for if %s', async (_, image, words, available) => {
    const { asked, ocr } = ocrOf({ jpn: reading('一階平面図 仕上表') }, available);
    expect(await scriptLanguage(image, words, { ocr, ...reader })).toBeNull();
    expect(asked).toEqual([]);
  });

  test('is not told by uncertain words', async () => {
    const { ocr } = ocrOf({ jpn: reading('一階平面図 仕上表', 60) });
    expect(await scriptLanguage(picture, [], { ocr, ...reader })).toBeNull();
  });

  test('stays unknown if there is no time; a failure of recognition is an error', async () => {
    const failing = (error: Error) =>
      ({ languages: { available: ['eng', 'jpn'], missing: [] }, recognise: () => Promise.reject(error) }) as never;
    const late = new FileError('timeout', 'Recognising the text of the page took too long.');
    expect(await scriptLanguage(picture, [], { ocr: failing(late), ...reader })).toBeNull();
    const failure = new Error('Text recognition failed.');
    await expect(scriptLanguage(picture, [], { ocr: failing(failure), ...reader })).rejects.toBe(failure);
  });

  test('decides what a page is read in again, with certain words of ideographs for legible', async () => {
    const title = '一階平面図 仕上表 配置図 断面図 建具表';
    const { asked, ocr } = ocrOf({ jpn: reading(title), eng: reading('BEF TAS ale Ey', 40) });
    const found = await readPage(picture, { dpi: 300, deadline_ms: 60_000 }, ocr);
    expect(found.language).toBe('jpn');
    expect(found.text.replace(/\s+/g, ' ')).toBe(title);
    expect(asked.at(-1)).toEqual({ language: 'jpn', width: WIDTH, height: HEIGHT });
  });
});

describe('of readings with the data of several scripts', () => {
  const lead = (readings: Readonly<Record<string, string>>) =>
    leadingScript(new Map(Object.entries(readings).map(([language, text]) => [language, text.split(' ')])));

  test.each([
    ['rus', { rus: 'План первого этажа', eng: 'Tla 3maxa', ell: 'Πλα' }],
    // Data of each reads the ideographs of the others.
    ['jpn', { jpn: '一階平面図 配置図', chi_sim: '阶平面図 配置', kor: '平面圖', eng: 'A' }],
  ])('the one with most letters leads: %s', (language, readings) => expect(lead(readings)).toBe(language));

  test.each([
    ['English reads as many', { rus: 'ТНЕ РООМ', eng: 'THE ROOM' }],
    ['there are few letters', { ell: 'ΑΒΓ Δ', eng: '' }],
    ['strokes of linework are repeated', { chi_sim: '一 一 一 一 二 一 一 三 一 一', eng: '' }],
  ])('none leads if %s', (_, readings) => expect(lead(readings)).toBeNull());
});

const font = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const installed = ocrAssets({}).languages.map(({ language }) => language);
const needed = ['eng', 'ell', 'heb', 'kir'];

// Data of other languages than English is optional.
describe.skipIf(needed.some((language) => !installed.includes(language)))('a page in another script', () => {
  const engine = createLocalOcr({ threads: 1 });
  const ocr = { languages: { available: needed, missing: [] }, recognise: engine.recognise };
  afterAll(() => engine.close());

  test.each([
    ['ell', ['Κάτοψη ισογείου', 'Ιδιοκτήτης', 'Μελετητής']],
    ['heb', ['תכנית קומת קרקע', 'אדריכל שם הפרויקט', 'מגיש הבקשה']],
    ['rus', ['План первого этажа', 'Разработал', 'Экспликация']],
  ])(
    'is read in it, in its direction: %s (needs @tesseract.js-data)',
    async (language, lines) => {
      const draw = (pdf: PDFKit.PDFDocument) => {
        pdf.font(font).fontSize(14);
        // With `features`, a line is laid out as a whole, from the right if its script is.
        for (const [i, line] of lines.entries()) pdf.text(line, 20, 20 + 30 * i, { lineBreak: false, features: [] });
      };
      await using pdf = await openPdf(await drawPdf([{ width: 240, height: 120, draw }]));
      const image = await pdf.render(1, { dpi: 150, grey: true });
      const found = await readPage(image, { dpi: 150, deadline_ms: 600_000 }, ocr);
      expect(found.language).toBe(language);
      for (const line of lines) expect(found.text).toContain(line);
    },
    120_000,
  );
});
