import { expect, test } from 'vitest';
import type { CellBox, PageText } from '../../../shared/domain/page-text.ts';
import {
  mayBeElsewhere,
  readSheets,
  readTitleBlock,
  wantsPicture,
  withPictures,
} from '../../../shared/domain/sheets/index.ts';
import { numberedTitle } from '../../../shared/domain/sheets/patterns.ts';
import { type Drawn, drawing, drawnPage } from './page.ts';

const block = (number: string, title: string, ...more: Drawn[]): Drawn[] => [
  ['TITLE', 1900, 1400, 7],
  [title, 1900, 1420, 16],
  ['DRAWING NO', 2200, 1400, 7],
  [number, 2200, 1424, 22],
  ['DATE', 1900, 1460, 7],
  ['12.06.2024', 1900, 1476, 10],
  ['SCALE', 2100, 1460, 7],
  ['1:100', 2100, 1476, 10],
  ...more,
];
const sheet = (...texts: Drawn[]): PageText => drawnPage(1, 2448, 1584, [...drawing(2448, 1584), ...texts]);
/** The words as recognised or drawn, whose size is the height of their ink. */
const uncertain = (page: PageText, drawn: number): PageText => ({
  ...page,
  words: page.words.map((word) => ({ ...word, size: word.angle % 180 === 0 ? word.height : word.width, drawn })),
});

test('of drawn or recognised lettering and the image of the block, the more certain reading of a field counts', () => {
  const text = uncertain(sheet(...block('A-1O1', 'GROUND FLOOR PLAN')), 0.5);
  const picture = (drawn: number) => ({
    words: uncertain(sheet(...block('A-101', 'GROUND FLOOR PLAN')), drawn).words,
    confidence: drawn,
  });
  const [sure] = withPictures(readSheets([text]), [text], new Map([[1, picture(0.97)]]));
  expect(sure).toMatchObject({ sheet_number: 'A-101', source: { sheet_number: 'ocr' } });
  // A text layer is certain: its image only fills gaps.
  const printed = sheet(...block('A-102', 'GROUND FLOOR PLAN'));
  const [kept] = withPictures(readSheets([printed]), [printed], new Map([[1, picture(0.99)]]));
  expect(kept?.sheet_number).toBe('A-102');
});

test('a value that only the image shows is paired with a label that only the drawn lettering shows', () => {
  const labels: Drawn[] = [
    ['DRAWING NO', 2200, 1400, 7],
    ['SCALE', 2100, 1460, 7],
  ];
  const values: Drawn[] = [
    ['27', 2200, 1424, 22],
    ['1:100', 2100, 1476, 10],
  ];
  const drawn = uncertain(sheet(...labels), 0.96);
  const { words } = uncertain({ ...drawnPage(1, 2448, 1584, [...values]) }, 0.96);
  const [read] = withPictures(readSheets([drawn]), [drawn], new Map([[1, { words, confidence: 0.96 }]]));
  expect(read).toMatchObject({ sheet_number: '27', scale: '1:100' });
});

const box = (left: number, top: number, right: number, bottom: number): CellBox => ({ left, top, right, bottom });

test('the cells of the image pair labels and values', () => {
  const texts: Drawn[] = [
    ['TITLE', 1900, 1300, 7],
    ['GROUND FLOOR PLAN', 1900, 1340, 16],
    ['SCALE', 1900, 1400, 7],
    ['1:100', 2060, 1400, 10],
    ['DRAWING NO', 1900, 1440, 7],
    ['A-101', 2080, 1445, 10],
  ];
  const scan: PageText = { ...drawnPage(1, 2448, 1584, []), words: [] };
  const { words } = uncertain(sheet(...texts), 0.96);
  const cells = [box(1890, 1280, 2400, 1390), box(1890, 1390, 2400, 1425), box(1890, 1425, 2400, 1470)];
  const read = (more: object) =>
    withPictures(readSheets([scan]), [scan], new Map([[1, { words, confidence: 0.96, ...more }]]))[0];
  expect(read({ cells })?.confidence.sheet_number).toBeGreaterThan(read({})?.confidence.sheet_number ?? 1);
});

test('the image is wanted of pages without fields where it shows more than the words, and of drawn lettering', () => {
  const nothing = readTitleBlock(drawnPage(1, 842, 595, []));
  const a4 = (width: number, height: number, unread?: PageText['unread']): PageText => ({
    ...drawnPage(1, width, height, [['Front View', 200, 300, 10]]),
    ...(unread && { unread }),
  });
  const images = (...boxes: CellBox[]) => ({ images: boxes, lettering: [] });
  // A slide, a plan without a title block: the words are all that is printed.
  expect(wantsPicture(a4(842, 595), nothing, false)).toBe(false);
  expect(wantsPicture(a4(842, 595, images()), nothing, false)).toBe(false);
  // A logo, and a photograph in the middle.
  expect(wantsPicture(a4(842, 595, images(box(780, 560, 830, 585))), nothing, false)).toBe(false);
  expect(wantsPicture(a4(842, 595, images(box(100, 100, 500, 420))), nothing, false)).toBe(false);
  // The block, or the whole page, as an image; lettering as outlines.
  expect(wantsPicture(a4(842, 595, images(box(580, 500, 830, 585))), nothing, false)).toBe(true);
  expect(wantsPicture(a4(595, 842, images(box(0, 0, 595, 842))), nothing, false)).toBe(true);
  const lettering = [box(700, 550, 800, 560)];
  expect(wantsPicture(a4(842, 595, { images: [], lettering }), nothing, false)).toBe(true);
  expect(wantsPicture(a4(595, 842), nothing, true)).toBe(true);
  const drawn = uncertain(drawnPage(1, 595, 842, [['Scale 1:5', 520, 800, 10]]), 0.6);
  expect(wantsPicture(drawn, nothing, false)).toBe(true);
  const read = readTitleBlock(sheet(...block('A-101', 'GROUND FLOOR PLAN')));
  const whole = { ...sheet(...block('A-101', 'GROUND FLOOR PLAN')), unread: images(box(0, 0, 2448, 1584)) };
  expect(wantsPicture(whole, read, false)).toBe(false);
  // Recognised text that has the usual fields with certainty is not read again.
  expect(wantsPicture(whole, read, true)).toBe(false);
  expect(wantsPicture(whole, { ...read, scale: null }, true)).toBe(true);
  const unsure = { ...read, confidence: { ...read.confidence, title: 0.78 } };
  expect(wantsPicture(whole, unsure, true)).toBe(true);
});

test('the expiry of a seal is not the date of the sheet', () => {
  const undated = block('A-101', 'GROUND FLOOR PLAN').filter(([text]) => !/DATE|2024/.test(text));
  const seal: Drawn[] = [
    ['EXPIRES:', 2200, 1300, 9],
    ['06/30/2025', 2260, 1300, 9],
  ];
  expect(readTitleBlock(sheet(...undated, ...seal)).date).toBeNull();
  expect(readTitleBlock(sheet(...block('A-101', 'GROUND FLOOR PLAN', ...seal))).date).toBe('12.06.2024');
});

test.each(['ABRIL DE 2010', '2018- 12- 9', 'SEPTEMBER, 2022'])('%s is a date', (date) => {
  const texts = block('A-101', 'GROUND FLOOR PLAN').map(
    ([text, ...at]): Drawn => [text === '12.06.2024' ? date : text, ...at],
  );
  expect(readTitleBlock(sheet(...texts)).date).toBe(date);
});

test('a number before its title is told from it by a dash', () => {
  expect(numberedTitle('A001.01 – SITE PLAN')).toEqual({ title: 'SITE PLAN', number: 'A001.01' });
  expect(numberedTitle('Roof Framing - (A152)')).toEqual({ title: 'Roof Framing', number: 'A152' });
  expect(numberedTitle('A - SECTION')).toBeNull();
  expect(numberedTitle('12 - PLAN')).toBeNull();
});

test('words are lines by the height of their boxes where the file states font sizes in another unit', () => {
  const page = sheet(...block('A-101', 'GROUND FLOOR PLAN'));
  const scaled = { ...page, words: page.words.map((word) => ({ ...word, size: word.size / 15 })) };
  expect(readTitleBlock(scaled)).toMatchObject({ sheet_number: 'A-101', title: 'GROUND FLOOR PLAN' });
});

test('the block of a page-size image may be elsewhere unless its words are labels', () => {
  const page = { ...drawnPage(1, 595, 842, []), unread: { images: [box(0, 0, 595, 842)], lettering: [] } };
  const reading = (...texts: Drawn[]) => ({ words: drawnPage(1, 595, 842, texts).words, confidence: 0.9 });
  expect(mayBeElsewhere(page, reading())).toBe(true);
  expect(mayBeElsewhere(page, reading(['Terrain', 400, 700, 10], ['Scale', 400, 750, 10]))).toBe(true);
  const labels = reading(['Scale', 400, 750, 10], ['Date', 400, 780, 10]);
  expect(mayBeElsewhere(page, labels)).toBe(false);
  const small = { ...page, unread: { images: [box(0, 0, 300, 300)], lettering: [] } };
  expect(mayBeElsewhere(small, reading())).toBe(false);
  expect(mayBeElsewhere(drawnPage(1, 595, 842, []), reading())).toBe(false);
});
