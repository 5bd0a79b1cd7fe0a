import { describe, expect, test } from 'vitest';
import { blockPages, readTitleBlock } from '../../../shared/domain/sheets/index.ts';
import { isTextPage } from '../../../shared/domain/sheets/text-page.ts';
import { type Drawn, drawnPage } from './page.ts';

const A4 = { width: 842, height: 595 } as const;
const NOTE = 'all walls are to be built as shown and checked on site before work begins';
const notes = Array.from({ length: 20 }, (_, i): Drawn => [NOTE, 40, 60 + 20 * i, 7]);
const block: Drawn[] = [
  ['Plan-Nr.', 690, 500, 6],
  ['A-201', 690, 512, 12],
  ['Datum', 690, 535, 6],
  ['09.06.2015', 690, 545, 8],
  ['Maßstab', 770, 535, 6],
  ['1:100', 770, 545, 8],
  ['Planinhalt', 690, 470, 6],
  ['Grundriss Erdgeschoss', 690, 482, 9],
];

describe('a page of office paper', () => {
  test('with a title block is a drawing, however long its notes are', () => {
    const sheet = drawnPage(1, A4.width, A4.height, [...notes, ...block]);
    expect(isTextPage(sheet)).toBe(false);
    expect(readTitleBlock(sheet)).toMatchObject({
      sheet_number: 'A-201',
      title: 'Grundriss Erdgeschoss',
      date: '09.06.2015',
      scale: '1:100',
    });
    // The page that corrections learn from.
    expect(blockPages([sheet])).toHaveLength(1);
  });

  test('that is rotated is found to be a drawing as well', () => {
    const turned = [...notes, ...block].map(([text, x, y, size]): Drawn => [text, A4.height - y - size, x, size, 90]);
    const sheet = drawnPage(1, A4.height, A4.width, turned);
    expect(isTextPage(sheet)).toBe(false);
  });

  test('without one is text, also under a heading with a date', () => {
    const heading: Drawn[] = [
      ['Section', 600, 20, 8],
      ['Date', 700, 20, 8],
      ['01.02.2020', 740, 20, 8],
    ];
    const text = drawnPage(1, A4.width, A4.height, [...notes, ...heading]);
    expect(isTextPage(text)).toBe(true);
    expect(readTitleBlock(text)).toMatchObject({ sheet_number: null, title: null, date: null });
    expect(blockPages([text])).toEqual([]);
  });
});
