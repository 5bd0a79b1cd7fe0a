import { expect, test } from 'vitest';
import { decodeLine } from '../../../infra/local/textract/decode-line.ts';
import { inkBox } from '../../../infra/local/textract/ink-box.ts';
import { linesToRead } from '../../../infra/local/textract/lines-to-read.ts';
import { mergeReadings } from '../../../infra/local/textract/merge-readings.ts';
import { textBoxes } from '../../../infra/local/textract/text-boxes.ts';

/** Probabilities of 40 by 20 pixels: 0 but in the given rectangles. */
const map = (...rectangles: { left: number; top: number; right: number; bottom: number; of: number }[]) => {
  const probabilities = new Float32Array(40 * 20);
  for (const { left, top, right, bottom, of } of rectangles) {
    for (let y = top; y < bottom; y++) probabilities.fill(of, y * 40 + left, y * 40 + right);
  }
  return probabilities;
};
const SIZE = { width: 40, height: 20 };

test('the core of a line is grown to the line, within the image', () => {
  const [one, other, ...rest] = textBoxes(
    map({ left: 10, top: 8, right: 30, bottom: 12, of: 0.9 }, { left: 0, top: 0, right: 5, bottom: 4, of: 0.9 }),
    SIZE,
  ).sort((a, b) => b.left - a.left);
  expect(rest).toEqual([]);
  // 1.6 times the area (80) by the perimeter (48).
  expect(one!.left).toBeCloseTo(10 - 128 / 48);
  expect(one!.right).toBeCloseTo(30 + 128 / 48);
  expect(one!.top).toBeCloseTo(8 - 128 / 48);
  expect(one!.bottom).toBeCloseTo(12 + 128 / 48);
  expect([other!.left, other!.top]).toEqual([0, 0]);
});

test('improbable pixels, uncertain lines and specks are no lines', () => {
  expect(textBoxes(map({ left: 10, top: 8, right: 30, bottom: 12, of: 0.25 }), SIZE)).toEqual([]);
  expect(textBoxes(map({ left: 10, top: 8, right: 30, bottom: 12, of: 0.45 }), SIZE)).toEqual([]);
  expect(textBoxes(map({ left: 10, top: 8, right: 13, bottom: 11, of: 0.9 }), SIZE)).toEqual([]);
  expect(textBoxes(map({ left: 10, top: 8, right: 15, bottom: 10, of: 0.9 }), SIZE)).toHaveLength(1);
});

test('pixels that touch only across the end of a row are apart', () => {
  const boxes = textBoxes(
    map({ left: 30, top: 4, right: 40, bottom: 6, of: 0.9 }, { left: 0, top: 5, right: 10, bottom: 7, of: 0.9 }),
    SIZE,
  );
  expect(boxes).toHaveLength(2);
});

/** The output for steps that are each certain of one class: 0 for none, 1 to 3 for `A`, `B` and a space. */
const steps = (...classes: number[]) => {
  const probabilities = new Float32Array(classes.length * 4);
  for (const [i, each] of classes.entries()) probabilities[4 * i + each] = 0.8;
  return decodeLine(probabilities, classes.length, ['A', 'B', ' ']);
};

test('a character is read once unless the steps between are none', () => {
  expect(steps(0, 1, 1, 0, 1, 2, 0).map(({ text }) => text)).toEqual(['AAB']);
});

test('characters far apart are words without a space', () => {
  expect(steps(1, 0, 0, 0, 0, 0, 0, 2).map(({ text }) => text)).toEqual(['A', 'B']);
  expect(steps(1, 0, 0, 0, 0, 0, 2).map(({ text }) => text)).toEqual(['AB']);
});

const lineAt = (left: number, length: number) => ({ left, right: left + length, top: 0, bottom: 20 });
const readAt = (x0: number, x1: number) => ({ x0, x1, y0: 4, y1: 16 });

test('lines are read again unless words cover most of their letters', () => {
  const line = lineAt(0, 100);
  expect(linesToRead([line], [readAt(5, 60)])).toEqual([]);
  expect(linesToRead([line], [readAt(5, 55)])).toEqual([line]);
  expect(linesToRead([line], [readAt(105, 200)])).toEqual([line]);
  // A character by itself is a small part of its box.
  expect(linesToRead([lineAt(0, 20)], [readAt(6, 13)])).toEqual([]);
});

test('the shortest lines are read, as many as the limit allows', () => {
  // 600 and 2,400 pixels wide when they are recognised.
  const [short, long] = [lineAt(0, 250), lineAt(0, 1000)];
  const found = linesToRead([...Array(10).fill(long), ...Array(20).fill(short)], []);
  expect(found).toEqual([...Array(20).fill(short), ...Array(7).fill(long)]);
});

test('words end at spaces, and reach half a character beyond the outer ones', () => {
  const [first, second, ...rest] = steps(1, 0, 2, 0, 3, 0, 0, 2);
  expect(rest).toEqual([]);
  expect(first).toMatchObject({ text: 'AB', from: 0, to: 3.5 / 8 });
  expect(first!.probability).toBeCloseTo(0.8);
  // A character alone has the usual width.
  expect(second).toMatchObject({ text: 'B', from: 6 / 8, to: 1 });
  expect(steps(0, 0, 3, 0)).toEqual([]);
});

test('the box of ink leaves out paper around it, whatever its grey', () => {
  const data = new Uint8Array(100).fill(200);
  for (const at of [34, 35, 44]) data[at] = 60;
  const image = { data, width: 10, height: 10 };
  expect(inkBox(image, { left: 1, top: 1, right: 9, bottom: 9 })).toEqual({ left: 4, top: 3, right: 6, bottom: 5 });
  expect(inkBox(image, { left: 0, top: 6, right: 9, bottom: 9 })).toEqual({ left: 0, top: 6, right: 9, bottom: 9 });
});

const word = (text: string, x0: number) => ({ text, confidence: 90, bbox: { x0, x1: x0 + 40, y0: 0, y1: 20 } });
const textsOf = (lines: readonly { text: string }[][]) => lines.map((line) => line.map(({ text }) => text));

test('a second reading replaces the words in its place, but not their accents', () => {
  const first = [[word('Půdorys', 2), word('|', 60), word('1:50', 500)], [word('Grundriß', 101)]];
  const second = [[word('Pudorys', 0), word('patra', 55)], [word('GrundriB', 100)]];
  expect(textsOf(mergeReadings(first, second))).toEqual([['1:50'], [], ['Půdorys', 'patra'], ['Grundriß']]);
});

test('another word, or one elsewhere, has no accents for a word', () => {
  const second = [[word('Detail', 0), word('plan', 100)]];
  expect(textsOf(mergeReadings([[word('Décor', 0)], [word('plán', 400)]], second))).toEqual([
    [],
    ['plán'],
    ['Detail', 'plan'],
  ]);
});

test('certain words within the box of a slanting line stay, unless a word of it lies on them', () => {
  const sure = { ...word('note', 100), bbox: { x0: 100, x1: 140, y0: 60, y1: 80 } };
  const doubtful = { ...sure, text: 'nete', confidence: 60 };
  const slanting = [word('SECTION', 0), { ...word('LINE', 200), bbox: { x0: 200, x1: 240, y0: 100, y1: 120 } }];
  expect(textsOf(mergeReadings([[sure]], [slanting]))).toEqual([['note'], ['SECTION', 'LINE']]);
  expect(textsOf(mergeReadings([[doubtful]], [slanting]))).toEqual([[], ['SECTION', 'LINE']]);
});
