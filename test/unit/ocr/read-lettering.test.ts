import { expect, test } from 'vitest';
import { createLocalOcr } from '../../../infra/local/textract/local-ocr.ts';
import type { DrawnWord, LetteringLine } from '../../../shared/domain/page-text.ts';
import { withLettering } from '../../../shared/drawing/text.ts';
import type { GreyImage } from '../../../shared/ocr/grey.ts';
import type { OcrWord } from '../../../shared/ocr/ocr-types.ts';
import { type LetteringReader, mergeLettering, readLettering } from '../../../shared/ocr/read-lettering.ts';
import { readLines } from '../../../shared/ocr/read-lines.ts';
import { openPdf, type PageDrawing } from '../../../shared/pdf/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';
import { outlinesOf } from '../../support/outlined-text.ts';

const page = { width: 800, height: 600 };

const lineAt = (left: number, top: number, angle: 0 | 90 | 180 | 270): LetteringLine => {
  const [along, across] = angle % 180 === 0 ? [60, 10] : [10, 60];
  return { box: { left, top, right: left + along, bottom: top + across }, angle, capitalHeight: 7, characters: 9 };
};

/** Renders a page that is white but for a black rectangle inside each line, at the start of its text. */
const renderStarts =
  (lines: readonly LetteringLine[]) =>
  async (clip: { x: number; y: number; width: number; height: number }, dpi: number) => {
    const scale = dpi / 72;
    const [width, height] = [Math.round(clip.width * scale), Math.round(clip.height * scale)];
    const data = new Uint8Array(width * height).fill(255);
    for (const { box, angle } of lines) {
      const start = {
        left: angle === 180 ? box.right - 20 : box.left,
        right: angle === 0 ? box.left + 20 : box.right,
        top: angle === 270 ? box.bottom - 20 : box.top,
        bottom: angle === 90 ? box.top + 20 : box.bottom,
      };
      for (let y = Math.round((start.top - clip.y) * scale); y < (start.bottom - clip.y) * scale; y++)
        for (let x = Math.round((start.left - clip.x) * scale); x < (start.right - clip.x) * scale; x++)
          data[y * width + x] = 0;
    }
    return { data, width, height };
  };

/** Recognises each black rectangle as a word. */
const rectangles = ({ data, width, height }: GreyImage): OcrWord[] => {
  const found: OcrWord[] = [];
  const isInk = (x: number, y: number) => data[y * width + x]! < 100;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (
        !isInk(x, y) ||
        found.some((word) => x >= word.x && x < word.x + word.width + 2 && y < word.y + word.height + 2 && y >= word.y)
      )
        continue;
      let [right, bottom] = [x, y];
      while (isInk(right + 1, y)) right++;
      while (isInk(x, bottom + 1)) bottom++;
      found.push({ text: 'word', x, y, width: right + 1 - x, height: bottom + 1 - y, confidence: 90 });
    }
  return found;
};

test('words of lines in all directions are placed where their ink is on the page', async () => {
  const lines = [lineAt(50, 40, 0), lineAt(700, 500, 90), lineAt(400, 300, 180), lineAt(40, 400, 270)];
  const ocr = {
    recognise: async (image: unknown) => ({
      words: rectangles(image as GreyImage),
      text: '',
      confidence: 90,
      complete: true,
    }),
  };
  const read = await readLines(lines, page, { render: renderStarts(lines), ocr, deadline: Infinity, language: null });
  expect(read.map((words) => words.length)).toEqual([1, 1, 1, 1]);
  for (const [i, [word]] of read.entries()) {
    const { box, angle } = lines[i]!;
    expect(word).toMatchObject({ text: 'word', drawn: 0.9, angle, size: 10 });
    const along = angle % 180 === 0 ? word!.width : word!.height;
    const start = [
      word!.x - box.left,
      word!.y - box.top,
      box.right - word!.x - word!.width,
      box.bottom - word!.y - word!.height,
    ][{ 0: 0, 90: 1, 180: 2, 270: 3 }[angle]]!;
    expect(Math.abs(along - 20)).toBeLessThan(1.5);
    expect(Math.abs(start)).toBeLessThan(1.5);
  }
});

test('nothing is recognised after the deadline, or without certainty', async () => {
  const lines = [lineAt(50, 40, 0)];
  const render = renderStarts(lines);
  const words = [{ text: 'word', x: 30, y: 30, width: 40, height: 20, confidence: 55 }];
  const ocr = { recognise: async () => ({ words, text: '', confidence: 55, complete: true }) };
  expect(await readLines(lines, page, { render, ocr, deadline: Infinity, language: null })).toEqual([[]]);
  words[0]!.confidence = 90;
  expect(await readLines(lines, page, { render, ocr, deadline: Infinity, language: null })).toMatchObject([
    [{ text: 'word' }],
  ]);
  expect(await readLines(lines, page, { render, ocr, deadline: 0, language: null })).toEqual([[]]);
});

test('lettering in another script is read in it, Hebrew from the right', async () => {
  // Letters that touch neither each other nor those of another line.
  const lines = Array.from({ length: 6 }, (_, i) => lineAt(50 + 70 * i, 40, 0));
  const render = async (clip: { x: number; y: number; width: number; height: number }, dpi: number) => {
    const image = await renderStarts(lines)(clip, dpi);
    for (let i = 0; i < image.data.length; i++) if (Math.floor((i % image.width) / 12) % 3 === 0) image.data[i] = 255;
    return image;
  };
  const asked: string[] = [];
  const recognise = async (image: GreyImage, { language, alone }: { language: string; alone?: boolean }) => {
    asked.push(language);
    const [first] = rectangles(image);
    const texts = language === 'heb' ? ['קרקע', 'תכנית'] : ['vp'];
    const words = texts.map((text, i) => ({ ...first!, text, x: first!.x + (alone ? 0 : 2 * i) }));
    return { words, text: '', confidence: 90, complete: true };
  };
  const ocr = { languages: { available: ['eng', 'heb'], missing: [] }, recognise: recognise as never };
  const [words] = await readLines(lines, page, { render, ocr, deadline: Infinity, language: null });
  expect(words?.map(({ text }) => text)).toEqual(['תכנית', 'קרקע']);
  expect(asked).toEqual(['eng', 'heb', 'eng', 'heb']);
});

const wordOn = ({ box }: LetteringLine, text: string, drawn: number): DrawnWord => ({
  ...{ text, drawn, x: box.left, y: box.top, width: 20, height: 10, size: 10, angle: 0 },
});
const textsOf = (words: readonly DrawnWord[] | null) => words?.map(({ text }) => text).sort();

test('of each line the more certain reading counts, and of equal letters the one with more points and spaces', () => {
  const lines = [1, 2, 3, 4, 5].map((i) => lineAt(50, 40 * i, 0));
  const [sure, unsure, pointed, loose, unread] = lines as [
    LetteringLine,
    LetteringLine,
    LetteringLine,
    LetteringLine,
    LetteringLine,
  ];
  const strokes = [
    wordOn(sure, 'Roof', 0.99),
    wordOn(unsure, 'Kithen', 0.7),
    wordOn(pointed, '12.90', 0.6),
    wordOn(loose, 'FIRSTFLOOR', 0.99),
    { ...wordOn(sure, 'apart', 0.6), x: 600 },
  ];
  const recognised = [
    [wordOn(sure, 'Rcof', 0.8)],
    [wordOn(unsure, 'Kitchen', 0.9)],
    [wordOn(pointed, '1290', 0.95)],
    [wordOn(loose, 'FIRST', 0.8), wordOn(loose, 'FLOOR', 0.8)],
    [wordOn(unread, 'Hall', 0.9)],
  ];
  const merged = mergeLettering(strokes, lines, recognised);
  expect(textsOf(merged)).toEqual(['12.90', 'FIRST', 'FLOOR', 'Hall', 'Kitchen', 'Roof', 'apart'].sort());
  expect(mergeLettering(strokes, lines, recognised.slice(0, 1).concat([[], [], [], []]))).toBeNull();
});

test('lettering is stored as it was recognised', async () => {
  const texts = ['MEROGS', 'PLANS', 'STAVA', 'ziemelu'];
  const lines = texts.map((_, i) => lineAt(50, 40 + 40 * i, 0));
  let at = 0;
  const recognise = async (image: unknown) => {
    const words = rectangles(image as GreyImage).map((word) => ({ ...word, text: texts[at++]! }));
    return { words, text: '', confidence: 90, complete: true };
  };
  const given: string[][] = [];
  const drawing = async (_: number, lettering: readonly DrawnWord[]) => {
    given.push(lettering.map(({ text }) => text));
    return {} as PageDrawing;
  };
  const render: LetteringReader['render'] = (_, dpi, clip) => renderStarts(lines)(clip!, dpi);
  const strokes = { lettering: [], unread: { images: [], lettering: [], lines } };
  const reader = { render, drawing, ocr: { recognise }, deadline: Infinity };
  await readLettering({ ...page, page: 1, text: '', words: [] }, strokes, reader);
  expect(given.map((words) => words.sort())).toEqual([texts]);
});

test('letters that are joined outlines, which cannot be read by their strokes, are recognised', async () => {
  const notes = ['ALL WORK IS CHECKED ON SITE', 'CONCRETE GRADE C30/37', 'GROUND FLOOR PLAN', 'STAIRCASE'];
  const draw = (pdf: PDFKit.PDFDocument) => {
    for (const [i, note] of notes.entries())
      pdf.path(outlinesOf(note, { x: 60, y: 100 + 30 * i, size: 10, spacing: -1.2 })).fill('black');
  };
  await using pdf = await openPdf(await drawPdf([{ ...page, draw }]));
  const ocr = createLocalOcr({ threads: 1 });
  try {
    const text = await pdf.pageText(1);
    const before = await pdf.drawing(1);
    expect(withLettering(text, before.model.lettering).text).not.toContain('CONCRETE');
    const render: LetteringReader['render'] = (at, dpi, clip) =>
      pdf.render(at, { dpi, grey: true, ...(clip && { clip }) });
    const strokes = { lettering: before.model.lettering, unread: before.unread };
    const after = await readLettering(text, strokes, {
      ocr,
      deadline: Date.now() + 600_000,
      render,
      drawing: (at, lettering) => pdf.drawing(at, lettering),
    });
    const { model, unread } = after!;
    const read = withLettering(text, model.lettering);
    for (const word of ['CHECKED', 'CONCRETE', 'C30/37', 'GROUND', 'STAIRCASE'])
      expect(read.words.map((each) => each.text)).toContain(word);
    expect(unread.lines).toBeUndefined();
    const drawing = async () => ({ ...before, omitted: 'timeout' as const });
    // Objects that take too long by the new words do not replace those that are stored.
    expect(await readLettering(text, strokes, { ocr, deadline: Date.now() + 600_000, render, drawing })).toBeNull();
  } finally {
    await ocr.close();
  }
});
