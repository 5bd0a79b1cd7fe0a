import { describe, expect, test } from 'vitest';
import { blockOf, claim } from '../../../shared/domain/sheets/block.ts';
import { readSheets } from '../../../shared/domain/sheets/index.ts';
import { numberCandidates } from '../../../shared/domain/sheets/number-candidates.ts';
import { trailingScale } from '../../../shared/domain/sheets/patterns.ts';
import { scaleCandidates } from '../../../shared/domain/sheets/scale-candidates.ts';
import { titleCandidates } from '../../../shared/domain/sheets/title-candidates.ts';
import { drawingWords } from '../../../shared/domain/sheets/vocabulary.ts';
import { type Drawn, drawing, drawnPage } from './page.ts';

const [WIDTH, HEIGHT] = [2448, 1584];
const blockWith = (texts: readonly Drawn[]) =>
  blockOf(drawnPage(1, WIDTH, HEIGHT, [...drawing(WIDTH, HEIGHT), ...texts]));

/** Labels and values of a block with its upper left corner at a position in points. */
const form = (x: number, y: number): Drawn[] => [
  ['Drawing No.', x, y, 6],
  ['A-100', x + 60, y, 10],
  ['Scale:', x, y + 20, 6],
  ['1:50', x + 60, y + 20, 10],
  ['Date:', x, y + 40, 6],
  ['05/05/2020', x + 60, y + 40, 10],
  ['Drawn by:', x, y + 60, 6],
  ['Project:', x, y + 80, 6],
  ['Title:', x, y + 100, 6],
  ['Revision:', x, y + 120, 6],
];

test('a label claims its value in a block at the lower left as in one at the lower right', () => {
  const claimOf = (x: number) => {
    const block = blockWith(form(x, 1300));
    return claim(block, block.fields.find(({ text }) => text === '1:50' || text === '1:100')!, 'scale');
  };
  expect(claimOf(120)).toBeGreaterThan(0.6);
  expect(claimOf(120)).toBeGreaterThan(0.85 * claimOf(2160));
});

test('words of titles are known in many languages', () => {
  const texts = [
    'Pórtico',
    'Encofrado sótano 03',
    'ASENDIPLAAN',
    'VÝZTUŽ KONSTRUKCE',
    'Ledningskart',
    'Разбивочный чертеж',
  ];
  expect(texts.map(drawingWords).every((words) => words >= 1)).toBe(true);
  expect(['Circuito 1', 'Planskizze', 'Schemi elettrici', 'Vue éclatée'].map(drawingWords)).toEqual([1, 1, 1.25, 1.25]);
  expect(['1 KORRUS', 'Base plate', 'TOP 1 - EG', 'OG2'].map(drawingWords).every((words) => words > 0.5)).toBe(true);
  expect(['Novák', 'Mosquera', 'Frederikskaj 2', 'Autorizador'].map(drawingWords)).toEqual([0, 0, 0, 0]);
});

test('a word that may be a label is the last line of the title below its own label', () => {
  const texts: Drawn[] = [
    ['Drawing title', 2160, 1300, 12],
    ['first floor plan electrical', 2160, 1325, 13],
    ['drawing', 2160, 1340, 13],
  ];
  const found = titleCandidates(blockWith(texts), null).map(({ text }) => text);
  expect(found).toContain('first floor plan electrical drawing');
  const without = blockWith(texts.slice(1));
  expect(without.labels.some(({ text }) => text === 'drawing')).toBe(true);
});

describe('a scale', () => {
  test('is read at the end of another text', () => {
    expect(['Разбивочный план (1:500)', 'SITE PLAN 1:200', 'Plan – M 1:50'].map(trailingScale)).toEqual([
      '1:500',
      '1:200',
      '1:50',
    ]);
    expect(['1:500', 'M 1:50', 'Lot 50:21:0140116', 'Sheet 1 of 3'].map(trailingScale)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    const block = blockWith([['Site plan (1:500)', 2160, 1500, 12]]);
    const [title = null] = titleCandidates(block, null).filter(({ text }) => text.startsWith('Site plan'));
    const stated = scaleCandidates(block, null, title).find(({ text }) => text === '1:500');
    expect(stated?.features).toMatchObject({ within_text: 1, within_title: 1 });
  });

  test('has candidates wherever its label is', () => {
    const block = blockWith([
      ['Measure', 300, 200, 8],
      ['Scale:', 560, 200, 8],
      ['1:1000', 600, 200, 8],
    ]);
    expect(scaleCandidates(block, null, null).map(({ text }) => text)).toContain('1:1000');
  });

  test('beside the title of a view, or alike to another one, is marked', () => {
    const block = blockWith([
      ['UPPER FLOOR', 1325, 1450, 16],
      ['Scale', 1440, 1450, 10],
      ['1:50', 1475, 1450, 10],
      ['Scale', 1440, 700, 10],
      ['1:20', 1475, 700, 10],
      ['Scale', 2160, 1500, 7],
      ['1:100', 2190, 1500, 7],
    ]);
    const features = new Map(scaleCandidates(block, null, null).map((each) => [each.text, each.features]));
    expect(features.get('1:50')).toMatchObject({ follows_title: 1, like_others: 1 });
    expect(features.get('1:100')).toMatchObject({ follows_title: 0, like_others: 0 });
  });
});

test('a number of another form is the value of a label that may name it, and a zero is marked', () => {
  const block = blockWith([
    ...form(2100, 1300),
    ['Blatt', 2100, 1460, 6],
    ['BA G0', 2160, 1460, 10],
    ['0', 2300, 1300, 10],
  ]);
  const found = new Map(numberCandidates(block).map((each) => [each.text, each.features]));
  expect(found.get('BA G0')).toMatchObject({ uncertain: 1, zero: 0 });
  expect(found.get('0')).toMatchObject({ zero: 1 });
});

describe('a title of unknown words', () => {
  const titleOf = (texts: readonly Drawn[]) => {
    const dimensions = Array.from({ length: 14 }, (_, i): Drawn => [`${12 + i}.5`, 80 + 30 * i, 150 + (i % 4) * 40, 8]);
    return readSheets([drawnPage(1, 842, 595, [...dimensions, ...texts])])[0]?.title;
  };
  const scale: Drawn[] = [
    ['Scale:', 620, 560, 6],
    ['1:2', 650, 560, 6],
  ];
  const date: Drawn[] = [
    ['Date:', 690, 560, 6],
    ['23.10.2021', 715, 560, 6],
  ];

  test('is read where no other text of the block rivals it', () => {
    const texts: Drawn[] = [
      ['Zyxwv Qoply', 620, 530, 12],
      ['Nobody Nowhere', 620, 545, 8],
    ];
    expect(titleOf([...texts, ...scale, ...date])).toBe('Zyxwv Qoply');
  });

  test('is not read where another text is as likely', () => {
    const texts: Drawn[] = [
      ['Zyxwv Qoply', 620, 530, 9],
      ['Nobody', 660, 575, 9],
    ];
    expect(titleOf([...texts, ...scale])).toBeNull();
  });
});
