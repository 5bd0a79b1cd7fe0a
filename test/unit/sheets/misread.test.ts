import { describe, expect, it } from 'vitest';
import type { PageText } from '../../../shared/domain/page-text.ts';
import { readTitleBlock } from '../../../shared/domain/sheets/index.ts';
import { linesOf } from '../../../shared/domain/sheets/lines.ts';
import { misreadLabel, repairLetters, repairNumber } from '../../../shared/domain/sheets/misread.ts';
import { type Drawn, drawnPage, fieldsOf } from './page.ts';

/** A page whose words come from an image: their size is the height of their ink. */
const pictured = (texts: readonly Drawn[]): PageText => {
  const page = drawnPage(1, 2384, 1684, texts);
  return { ...page, words: page.words.map((word) => ({ ...word, size: word.height })) };
};

describe('recognised labels', () => {
  it.each([
    ['Mafistab', 'scale'],
    ['DRAWNBY:', 'other'],
    ['SHEET NUMBFR', 'sheet_number'],
    ['Planinhait:', 'title'],
    ['SCALE', 'scale'],
  ])('%s is recognised in spite of misread letters', (text, kind) => {
    expect(misreadLabel(text)).toBe(kind);
  });

  it.each(['OWEN', 'FLOOR PLANS', 'DRAWER 12', 'HARBOUR STREET'])('%s is no label', (text) => {
    expect(misreadLabel(text)).toBeNull();
  });
});

it.each([
  ['Al.1', 'A1.1'],
  ['AI.O2', 'AI.02'],
  ['AI.1', 'AI.1'],
  ['Al.l', 'A1.1'],
  ['S-2O1', 'S-201'],
  ['COL-B', 'COL-B'],
  ['A-101', 'A-101'],
  ['SOIL', 'SOIL'],
])('the sheet number %s is %s', (text, printed) => {
  expect(repairNumber(text)).toBe(printed);
});

it('a month begins with a letter', () => {
  expect(repairLetters('27.0CT.14')).toBe('27.OCT.14');
  expect(repairLetters('N0V 2014')).toBe('NOV 2014');
  expect(repairLetters('100CT')).toBe('100CT');
});

it('labels and number of a block read from an image are repaired', () => {
  const fields = fieldsOf(
    readTitleBlock(
      pictured([
        ['ARCHITFCT', 2060, 1300, 9],
        ['Studio North', 2060, 1320, 12],
        ['SHFET TITLE', 2060, 1380, 9],
        ['KITCHEN ELEVATIONS', 2060, 1400, 14],
        ['Mafistab', 2060, 1450, 9],
        ['1:50', 2160, 1450, 9],
        ['SHEET NUMBFR', 2060, 1540, 9],
        ['Al.1', 2060, 1580, 30],
      ]),
    ),
  );
  expect(fields).toMatchObject({ sheet_number: 'A1.1', title: 'KITCHEN ELEVATIONS', scale: '1:50' });
});

it('a number excludes the count of its sheets', () => {
  const page = drawnPage(1, 2384, 1684, [
    ['CONTENIDO:', 2200, 1230, 6],
    ['PLANTA PRIMER NIVEL', 2220, 1250, 7],
    ['LAMINA NUM:', 2200, 1510, 6],
    ['A5 DE 21', 2300, 1510, 7],
    ['ESCALA:', 2280, 1640, 6],
    ['1:50', 2330, 1640, 6],
  ]);
  expect(readTitleBlock(page).sheet_number).toBe('A5');
});

it('the latest entry of a list of issues dates the sheet', () => {
  const page = drawnPage(1, 2384, 1684, [
    ['ISSUANCE / REVISIONS', 2200, 1130, 8],
    ['03.OCT.14 CONCEPT', 2200, 1150, 8],
    ['27.OCT.14 REVISIONS', 2200, 1162, 8],
    ['SHEET TITLE', 2200, 1330, 8],
    ['KITCHEN ELEVATIONS', 2200, 1350, 9],
    ['SHEET NUMBER', 2200, 1510, 8],
    ['A1.1', 2200, 1550, 24],
  ]);
  expect(readTitleBlock(page).date).toBe('27.OCT.14');
});

it('words that read upwards have the width of their box as the height of their ink', () => {
  const page = pictured([
    ['FRAMING PLAN', 2060, 1400, 13],
    ['HARBOUR STREET', 2300, 1200, 30, 270],
  ]);
  const words = page.words.map((word) => (word.angle === 270 ? { ...word, size: word.width } : word));
  expect(linesOf({ ...page, words }).recognised).toBe(true);
});
