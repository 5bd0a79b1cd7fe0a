import { expect, test } from 'vitest';
import { blockOf } from '../../../shared/domain/sheets/block.ts';
import type { Candidate } from '../../../shared/domain/sheets/candidate.ts';
import { withOtherFields } from '../../../shared/domain/sheets/other-fields.ts';
import { paragraphs } from '../../../shared/domain/sheets/paragraphs.ts';
import { fullSizeScale, isScale } from '../../../shared/domain/sheets/patterns.ts';
import { candidatesOf } from '../../../shared/domain/sheets/sheet-set.ts';
import { titleCandidates } from '../../../shared/domain/sheets/title-candidates.ts';
import { type Drawn, drawing, drawnPage } from './page.ts';

const [WIDTH, HEIGHT] = [2448, 1584];
const blockWith = (texts: readonly Drawn[]) =>
  blockOf(drawnPage(1, WIDTH, HEIGHT, [...drawing(WIDTH, HEIGHT), ...texts]));
const surroundingsOf = (texts: readonly Drawn[], wanted: string) => {
  const block = blockWith(texts);
  const line = [...block.values, ...block.labels].find(({ text }) => text === wanted);
  return line ? block.surroundings(line) : null;
};

test('a text with a small text above it, or one with a colon before it, is introduced in any language', () => {
  expect(
    surroundingsOf(
      [
        ['Sisu', 2160, 1300, 6],
        ['Vaade', 2160, 1320, 16],
      ],
      'Vaade',
    ),
  ).toMatchObject({
    head_above: 1,
    colon_before: 0,
  });
  expect(
    surroundingsOf(
      [
        ['Etapp:', 2100, 1320, 8],
        ['Vaade', 2160, 1320, 8],
      ],
      'Vaade',
    ),
  ).toMatchObject({
    head_above: 0,
    colon_before: 1,
  });
  expect(
    surroundingsOf(
      [
        ['Etapp', 1900, 1200, 8],
        ['Vaade', 2160, 1320, 8],
      ],
      'Vaade',
    ),
  ).toMatchObject({
    head_above: 0,
    colon_before: 0,
  });
});

test('the only text in its lettering is rare, one in that of the rooms is not', () => {
  const texts: Drawn[] = [['Vaade', 2160, 1320, 17]];
  expect(surroundingsOf(texts, 'Vaade')).toMatchObject({ rare_size: 1, size_of_sheet: 1 });
  expect(surroundingsOf(texts, 'OFFICE')?.rare_size).toBeLessThan(0.1);
});

test('addresses, dates and scales near a text are counted, those elsewhere are not', () => {
  const texts: Drawn[] = [
    ['12 Main Street', 2160, 1300, 8],
    ['05/05/2020', 2160, 1340, 8],
    ['Vaade', 2160, 1320, 17],
    ['14 Hill Road', 300, 900, 8],
  ];
  expect(surroundingsOf(texts, 'Vaade')).toMatchObject({ parties_near: 0.25, typed_near: 0.25 });
});

test('the lines of a text are candidates by themselves and together', () => {
  const lines: Drawn[] = [
    ['Housing Quarter', 2160, 1300, 16],
    ['Ground Floor Plan', 2160, 1320, 16],
    ['North Part', 2160, 1340, 16],
  ];
  const texts = paragraphs(blockWith(lines)).filter(({ text }) => /Quarter|Plan|Part/.test(text));
  const parts = texts.filter(({ text }) => !text.includes('FIRST'));
  expect(parts.map(({ text }) => text).sort()).toEqual([
    'Ground Floor Plan',
    'Ground Floor Plan North Part',
    'Housing Quarter',
    'Housing Quarter Ground Floor Plan',
    'Housing Quarter Ground Floor Plan North Part',
    'North Part',
  ]);
  const middle = parts.find(({ text }) => text === 'Ground Floor Plan');
  expect([middle?.above, middle?.below].map((some) => some?.map(({ text }) => text))).toEqual([
    ['Housing Quarter'],
    ['North Part'],
  ]);
  const { features } = titleCandidates(blockWith(lines), null).find(({ text }) => text === 'North Part') as Candidate;
  expect(features).toMatchObject({ above: 1, below: 0 });
  expect(features.words_above).toBeGreaterThan(0.9);
});

test('a candidate is nearer to the likely values of the other fields than one elsewhere', () => {
  const page = drawnPage(1, WIDTH, HEIGHT, [
    ...drawing(WIDTH, HEIGHT),
    ['Ground Floor Plan', 2160, 1320, 16],
    ['Scale:', 2160, 1420, 8],
    ['1:500', 2220, 1420, 8],
    ['Date:', 2160, 1440, 8],
    ['05/05/2020', 2220, 1440, 8],
  ]);
  const [read] = candidatesOf([page]);
  const again = withOtherFields(read!.candidates).title;
  const nearnessOf = (text: string) => again.find((each) => each.text === text)?.features.other_fields ?? 0;
  expect(nearnessOf('Ground Floor Plan')).toBeGreaterThan(nearnessOf('FIRST FLOOR PLAN') + 0.3);
});

test('the letter for scale and a paper size after a dot are no part of a scale', () => {
  expect(['1:100 · A3', '1:100 | A3', '1:500 @A3'].map(fullSizeScale)).toEqual(['1:100', '1:100', '1:500 @A3']);
  expect(['M 1:50', 'M. 1 : 500', 'М1:50', '1:50', '1:200 AT A1 SHEET | 1:400 AT A3 SHEET'].map(fullSizeScale)).toEqual(
    ['1:50', '1 : 500', '1:50', '1:50', '1:200'],
  );
});

test('a date is no scale', () => {
  expect(['1/22/2014', '1/50', '1/50, 1/100'].map(isScale)).toEqual([false, true, true]);
});
