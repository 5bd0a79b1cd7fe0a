import { expect, it } from 'vitest';
import type { OcrWord } from '../../../shared/ocr/ocr-types.ts';
import { readBlock } from '../../../shared/ocr/read-block.ts';

const WIDTH = 1200;
const HEIGHT = 800;
/** A sheet of paper with a line from top to bottom at 1100 pixels, right of it a speckled strip. */
const sheet = (strip = 1100) => {
  const data = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (let y = 20; y < 780; y++) data.fill(0, y * WIDTH + strip, y * WIDTH + strip + 2);
  for (let y = 500; y < 780; y++) if (y % 8 < 3) data.fill(0, y * WIDTH + 1120, y * WIDTH + 1160);
  return { data, width: WIDTH, height: HEIGHT };
};
const word = (text: string, x: number, y: number, width: number, height: number): OcrWord => ({
  ...{ text, x, y, width, height, confidence: 90 },
});
const said = (...answers: OcrWord[][]) => {
  const pictures: [number, number][] = [];
  const recognise = async (image: { width: number; height: number }) => {
    pictures.push([image.width, image.height]);
    return { words: answers[pictures.length - 1] ?? [], text: '', confidence: 90, complete: true };
  };
  return { pictures, ocr: { recognise: recognise as never } };
};
const read = (ocr: { recognise: never }, strip?: number) =>
  readBlock(sheet(strip), { dpi: 72, deadline: Date.now() + 10_000 }, ocr);
const LABELS = ['SCALE', 'DATE', 'CHECKED'].map((text, i) => word(text, 5, 200 + 20 * i, 30, 6));

it('text that reads upwards in a strip is read in a rotated view', async () => {
  const { ocr, pictures } = said(
    [...LABELS, word('ETIS', 30, 40, 9, 60), word('NALP', 30, 110, 9, 60)],
    [word('SITE', 300, 30, 60, 14), word('PLAN', 370, 30, 60, 14), word('||||', 10, 10, 4, 90)],
  );
  const { words } = await read(ocr);
  expect(words.map(({ text, angle }) => `${text} ${angle}`)).toEqual([
    'SCALE 0',
    'DATE 0',
    'CHECKED 0',
    'SITE 270',
    'PLAN 270',
  ]);
  const [strip, upwards] = pictures;
  expect(upwards?.[1]).toBe(strip?.[0]);
  // The view begins at the bottom of the strip, 22 pixels above that of the sheet.
  const site = words.find(({ text }) => text === 'SITE');
  expect(site).toMatchObject({ height: 60, width: 14, size: 14 });
  expect(site?.x).toBeGreaterThan(1100);
  expect(site?.y).toBeCloseTo(780 - 300 - 60, -1);
});

it('a wide block is not searched for text that reads upwards', async () => {
  const { ocr, pictures } = said([...LABELS, ...['a', 'b'].map((end, i) => word(`ETI${end}`, 30 + 20 * i, 40, 9, 60))]);
  await read(ocr, 900);
  // Each direction.
  expect(pictures).toHaveLength(4);
});

it('a sheet of known direction is read in that direction only', async () => {
  const { ocr, pictures } = said();
  await readBlock(sheet(), { dpi: 72, deadline: Date.now() + 10_000, direction: 90 }, ocr);
  expect(pictures).toHaveLength(1);
  await read(ocr);
  expect(pictures).toHaveLength(5);
});

it('a block of many legible words is read once, in one direction', async () => {
  const many = Array.from({ length: 12 }, (_, i) => word('PARAPET', 5, 100 + 10 * i, 40, 6));
  const { ocr, pictures } = said([...many, word('ETIS', 30, 40, 9, 60), word('NALP', 30, 110, 9, 60)]);
  const { words } = await read(ocr);
  expect(pictures).toHaveLength(1);
  expect(words).toHaveLength(12);
});

it('the block is rendered again at a density that suits its lettering, and its words are placed on the page', async () => {
  const clips: unknown[] = [];
  const render = async (clip: { x: number; y: number; width: number; height: number }, dpi: number) => {
    clips.push(clip);
    const [width, height] = [Math.round((clip.width * dpi) / 72), Math.round((clip.height * dpi) / 72)];
    return { data: new Uint8Array(width * height).fill(255), width, height };
  };
  const legible = ['SCALE', 'DATE', 'CHECKED', 'DRAWN', 'TITLE'].map((text, i) => word(text, 50, 20 * i, 120, 25));
  const { ocr, pictures } = said(legible);
  const { words } = await readBlock(sheet(900), { dpi: 72, deadline: Date.now() + 10_000, render }, ocr);
  expect(clips).toHaveLength(1);
  const { x } = clips[0] as { x: number };
  expect(pictures[0]?.[0]).toBeGreaterThan(1000);
  expect(words[0]?.x).toBeCloseTo(x + (50 * 72) / 300, 0);
  expect(words[0]?.width).toBeCloseTo((120 * 72) / 300, 0);
});

const GERMAN = ['Bauherr', 'Grundriss', 'Massstab', 'Datum', 'Erdgeschoss', 'Architekt'];
const german = () => {
  const asked: string[] = [];
  const recognise = async (_: unknown, { language }: { language: string }) => {
    asked.push(language);
    const texts = language === 'deu' ? GERMAN.map((text) => text.replace('Massstab', 'Maßstab')) : GERMAN;
    const words = texts.map((text, i) => word(text, 5, 100 + 20 * i, 60, 10));
    return { words, text: '', confidence: 90, complete: true };
  };
  return { asked, ocr: { languages: { available: ['eng', 'deu'], missing: [] }, recognise: recognise as never } };
};

it('a block in another language is read again in it, or at once if the sheet tells', async () => {
  const { asked, ocr } = german();
  const until = { dpi: 72, deadline: Date.now() + 10_000 };
  const found = await readBlock(sheet(900), until, ocr);
  expect(found.words.map(({ text }) => text)).toContain('Maßstab');
  expect(asked).toEqual(['eng', 'deu']);
  await readBlock(sheet(900), { ...until, language: 'deu' }, ocr);
  expect(asked).toEqual(['eng', 'deu', 'deu']);
});
