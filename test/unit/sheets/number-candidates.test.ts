import { expect, it, test } from 'vitest';
import { blockOf } from '../../../shared/domain/sheets/block.ts';
import type { Candidate } from '../../../shared/domain/sheets/candidate.ts';
import { numberCandidates } from '../../../shared/domain/sheets/number-candidates.ts';
import { type Drawn, drawnPage } from './page.ts';

const [WIDTH, HEIGHT] = [2448, 1584];
const candidatesWith = (...texts: Drawn[]): Candidate[] =>
  numberCandidates(blockOf(drawnPage(1, WIDTH, HEIGHT, texts)));
const featuresWith = (text: string, ...texts: Drawn[]) =>
  candidatesWith(...texts).find((each) => each.text === text)?.features ?? {};

const AT = 2200;
const LABELLED: Drawn[] = [
  ['DATE', AT, 1300, 7],
  ['05/05/2020', AT, 1318, 10],
  ['SCALE', AT, 1340, 7],
  ['1:50', AT, 1358, 10],
];

it.each([
  [': 12', '12'],
  ['N° 03', '03'],
  ['No. 5', '5'],
  ['№ 7', '7'],
  ['Page 2 of 4', '2 of 4'],
])('%s is the number %s', (printed, number) => {
  const texts = candidatesWith(...LABELLED, ['Blatt Nr.', AT, 1400, 10], [printed, AT + 60, 1400, 10]);
  expect(texts.map(({ text }) => text)).toContain(number);
});

test('a colon in a column of its own is no text', () => {
  const texts: Drawn[] = [
    ['Blatt Nr.', AT, 1400, 10],
    [':', AT + 60, 1420, 10],
    [': 12', AT + 60, 1400, 10],
  ];
  expect(blockOf(drawnPage(1, WIDTH, HEIGHT, texts)).values.map(({ text }) => text)).toEqual(['12']);
});

test('a label of the drawing heads its number where the value has the form of one', () => {
  const features = featuresWith('12', ...LABELLED, ['PLANO', AT, 1400, 7], ['12', AT, 1418, 10]);
  expect(features.labelled).toBeGreaterThan(0.6);
  expect(features).toMatchObject({ claimed_title: 0, foreign: 0, foreign_labelled: 0 });
  expect(featuresWith('12', ...LABELLED, ['AUTOR', AT, 1400, 7], ['12', AT, 1418, 10]).labelled).toBe(0);
});

test('labels of numbers that no list has', () => {
  const headed = (label: string) => featuresWith('07', ...LABELLED, [label, AT, 1400, 7], ['07', AT, 1418, 10]);
  expect(headed('Set No.')).toMatchObject({ numero_label: 1, labelled: 0 });
  expect(headed('Project No.').numero_label).toBe(0);
  expect(candidatesWith(...LABELLED, ['Blatt Nr.', AT, 1400, 7], ['Reg. Nr.', AT, 1418, 7])).toEqual([]);
});

test('a label has one value', () => {
  const texts: Drawn[] = [
    ...LABELLED,
    ['Plan-Nr.:', AT, 1400, 8],
    ['6075-901', AT + 50, 1400, 8],
    ['ST30', AT, 1440, 16],
  ];
  expect(featuresWith('ST30', ...texts).label_taken).toBeGreaterThan(0.05);
  expect(featuresWith('6075-901', ...texts).label_taken).toBe(0);
});

test('the place of a sheet among others is its number if it prints no other one', () => {
  const place: Drawn[] = [
    ['SHEET', AT, 1400, 7],
    ['3 OF 12', AT, 1418, 10],
  ];
  const number: Drawn[] = [
    ['DRAWING NO.', AT, 1440, 7],
    ['A-101', AT, 1458, 10],
  ];
  expect(featuresWith('3 OF 12', ...LABELLED, ...place)).toMatchObject({
    place_alone: 1,
    count_alone: 1,
    counts_beside: 0,
  });
  expect(featuresWith('3 OF 12', ...LABELLED, ...place, ...number)).toMatchObject({ place_alone: 0, counts_beside: 1 });
  const bare: Drawn[] = [
    ['SHEET', AT, 1400, 7],
    ['3', AT, 1418, 10],
  ];
  expect(featuresWith('3', ...LABELLED, ...bare)).toMatchObject({ place_alone: 1, count_alone: 0, place_beside: 0 });
  expect(featuresWith('3', ...LABELLED, ...bare, ...number)).toMatchObject({ place_alone: 0, place_beside: 1 });
  expect(featuresWith('1/50', ['1/50', AT, 1500, 10]).place_alone).toBe(0);
  const elsewhere: Drawn = ['A-101', AT, 1500, 10];
  expect(featuresWith('3', ...LABELLED, ...bare, elsewhere).place_alone).toBe(0);
});
