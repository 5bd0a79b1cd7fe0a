import { expect, it } from 'vitest';
import type { GreyImage } from '../../../shared/ocr/grey.ts';
import { linesInImage } from '../../../shared/ocr/image-lines.ts';
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

it('a block of small lettering is rendered as finely as that needs, and recognised as a larger sheet', async () => {
  const small = sheet(900);
  for (let row = 0; row < 4; row++) {
    for (let i = 0; i < 12; i++) {
      for (let y = 600 + 20 * row; y < 606 + 20 * row; y++) {
        small.data.fill(0, y * WIDTH + 920 + 7 * i, y * WIDTH + 924 + 7 * i);
      }
    }
  }
  const rendered: number[] = [];
  const stated: number[] = [];
  const render = async (clip: { width: number; height: number }, dpi: number) => {
    rendered.push(dpi);
    const [width, height] = [Math.round((clip.width * dpi) / 72), Math.round((clip.height * dpi) / 72)];
    return { data: new Uint8Array(width * height).fill(255), width, height };
  };
  const words = ['SCALE', 'DATE', 'CHECKED', 'DRAWN', 'TITLE'].map((text, i) => word(text, 50, 20 * i, 120, 25));
  const recognise = async (_: unknown, { dpi }: { dpi: number }) => {
    stated.push(dpi);
    return { words, text: '', confidence: 90, complete: true };
  };
  await readBlock(small, { dpi: 200, deadline: Date.now() + 60_000, render }, { recognise: recognise as never });
  // The capitals are 6 pixels of 200 high in an inch, and 20 of them are wanted.
  expect(rendered[0]).toBeCloseTo((20 / 6) * 200, 0);
  expect(stated[0]).toBeCloseTo(300, 0);
});

it('words of a block are spelt as drawings spell them', async () => {
  const { ocr } = said(
    ['STAVA', 'PLANS', 'MEROGS', 'ziemelu', 'A-101]'].map((text, i) => word(text, 5, 100 + 20 * i, 40, 6)),
  );
  const { words } = await read(ocr);
  expect(words.map(({ text }) => text)).toEqual(['STĀVA', 'PLĀNS', 'MĒROGS', 'ziemeļu', 'A-101']);
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

it('a block in another script is read in it, in the first direction, whatever linework seems to say in another one', async () => {
  const asked: string[] = [];
  const recognise = async (_: unknown, { language, alone }: { language: string; alone?: boolean }) => {
    asked.push(language);
    const texts =
      language === 'chi_sim' ? ['图纸编号', '污水处理厂', '平面布置图'] : asked.length === 2 ? ['Hon', 'NEV'] : [];
    const words = texts.map((text, i) => word(text, 5, 100 + 20 * i, alone ? 20 : 60, 10));
    return { words, text: '', confidence: 90, complete: true };
  };
  const ocr = { languages: { available: ['eng', 'chi_sim'], missing: [] }, recognise: recognise as never };
  const block = sheet(900);
  for (let i = 0; i < 20; i++) {
    for (let y = 600; y < 612; y++) block.data.fill(0, y * WIDTH + 920 + 9 * i, y * WIDTH + 926 + 9 * i);
    // Linework in the corner that is the lower right one if the sheet is turned upside down.
    if (i < 5) for (let y = 100; y < 112; y++) block.data.fill(0, y * WIDTH + 100 + 9 * i, y * WIDTH + 106 + 9 * i);
  }
  const found = await readBlock(block, { dpi: 72, deadline: Date.now() + 600_000 }, ocr);
  expect(found.words.map(({ text, angle }) => `${text} ${angle}`)).toEqual([
    '图纸编号 0',
    '污水处理厂 0',
    '平面布置图 0',
  ]);
  expect(asked).toEqual(['eng', 'eng', 'chi_sim', 'eng', 'chi_sim']);
});

it('a script is looked for in the likely direction also if another one has more lettering', async () => {
  const read: [string, number][] = [];
  const recognise = async (image: GreyImage, { language, alone }: { language: string; alone?: boolean }) => {
    if (!alone) read.push([language, image.width]);
    const texts = language === 'chi_sim' ? ['图纸编号', '污水处理厂', '平面布置图'] : [];
    const words = texts.map((text, i) => word(text, 5, 100 + 20 * i, alone ? 20 : 60, 10));
    return { words, text: '', confidence: 90, complete: true };
  };
  const ocr = { languages: { available: ['eng', 'chi_sim'], missing: [] }, recognise: recognise as never };
  const block = sheet(900);
  const row = (count: number, left: number, top: number) => {
    for (let i = 0; i < count; i++) {
      for (let y = top; y < top + 12; y++) block.data.fill(0, y * WIDTH + left + 9 * i, y * WIDTH + left + 6 + 9 * i);
    }
  };
  // A few letters in the block, and many in the corner that is the lower right one if the sheet is turned upside down.
  row(14, 940, 540);
  for (let i = 0; i < 4; i++) row(20, 100, 100 + 30 * i);
  const found = await readBlock(block, { dpi: 72, deadline: Date.now() + 600_000 }, ocr);
  expect(found.words.map(({ angle }) => angle)).toEqual([0, 0, 0]);
  expect(read.map(([language]) => language).at(-1)).toBe('chi_sim');
  expect(read[0]?.[1]).not.toBe(read.at(-1)?.[1]);
});

/** Rows of letters in two ruled cells, in points of a sheet that is read at the corner. */
const ROWS = [560, 590, 620, 650];
const LETTER = { width: 6, height: 10, gap: 4 };
/** Renders the rows and the cells around them at any density. */
const lettered = async (clip: { x: number; y: number; width: number; height: number }, dpi: number) => {
  const scale = dpi / 72;
  const [width, height] = [Math.round(clip.width * scale), Math.round(clip.height * scale)];
  const data = new Uint8Array(width * height).fill(255);
  const fill = (x: number, y: number, wide: number, high: number) => {
    for (let row = Math.round((y - clip.y) * scale); row < Math.round((y + high - clip.y) * scale); row++) {
      const [from, to] = [Math.round((x - clip.x) * scale), Math.round((x + wide - clip.x) * scale)];
      if (row >= 0 && row < height) data.fill(0, row * width + Math.max(0, from), row * width + Math.min(width, to));
    }
  };
  for (const y of ROWS) {
    for (let i = 0; i < 5; i++) fill(940 + i * (LETTER.width + LETTER.gap), y, LETTER.width, LETTER.height);
  }
  for (const y of [540, 608, 680]) fill(920, y, 160, 1);
  for (const x of [920, 1080]) fill(x, 540, 1, 141);
  return { data, width, height };
};
/** The words of the rows as recognised at 300 dpi in the region right of the line, each as long as its row. */
const rowWords = (confidence: number): OcrWord[] =>
  ROWS.map((y, i) => ({
    ...word(`WORD${i}`, ((940 - 900) * 300) / 72, ((y - 440) * 300) / 72, (46 * 300) / 72, (10 * 300) / 72),
    confidence,
  }));
/** Recognises the words of the block at first, and then lines of ink. */
const readTwice = async (first: OcrWord[]) => {
  const sizes: [number, number][] = [];
  const recognise = async (image: GreyImage) => {
    sizes.push([image.width, image.height]);
    const lines = sizes.length === 1 ? [] : linesInImage(image, 300);
    const again = lines.map(({ left, top, right, bottom }, i) => ({
      ...word(`LINE${i}`, left, top, right - left, bottom - top),
      confidence: 95,
    }));
    return { words: sizes.length === 1 ? first : again, text: '', confidence: 90, complete: true };
  };
  const whole = await lettered({ x: 0, y: 0, width: WIDTH, height: HEIGHT }, 72);
  for (let y = 20; y < 780; y++) whole.data.fill(0, y * WIDTH + 900, y * WIDTH + 902);
  const options = { dpi: 72, deadline: Date.now() + 60_000, direction: 0, render: lettered };
  const found = await readBlock(whole, options, { recognise: recognise as never });
  return { ...found, sizes };
};

it('lines that are read with doubt or not at all are recognised again, each at the same height', async () => {
  for (const first of [[], rowWords(50)]) {
    const { words, sizes } = await readTwice(first);
    expect(sizes).toHaveLength(2);
    expect(words.map(({ text }) => text).sort()).toEqual(['LINE0', 'LINE1', 'LINE2', 'LINE3']);
    const ys = words.map(({ y }) => Math.round(y)).sort((a, b) => a - b);
    expect(ys).toEqual(ROWS);
    for (const { x, width, height, size } of words) {
      expect(x).toBeCloseTo(940, -1);
      expect(width).toBeCloseTo(46, -1);
      expect([Math.round(height), Math.round(size)]).toEqual([10, 10]);
    }
  }
});

it('lines that are read with certainty are not recognised again', async () => {
  const { words, sizes } = await readTwice(rowWords(95));
  expect(sizes).toHaveLength(1);
  expect(words).toHaveLength(4);
});

it('the ruled cells around the words are found', async () => {
  const { cells } = await readTwice(rowWords(95));
  const inTens = (side: number): number => 10 * Math.round(side / 10);
  expect(cells?.map(({ left, top, right, bottom }) => [left, top, right, bottom].map(inTens))).toEqual([
    [920, 540, 1080, 610],
    [920, 610, 1080, 680],
  ]);
});
