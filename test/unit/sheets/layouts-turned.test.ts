import { describe, expect, it } from 'vitest';
import { readTitleBlock } from '../../../shared/domain/sheets/index.ts';
import { drawing, drawnPage, fieldsOf, read } from './page.ts';

describe('rotated, small or numbered title blocks', () => {
  it('reads a strip whose texts run upwards', () => {
    const x = 2300;
    expect(
      read(2448, 1584, [
        ['GALE ENGINEERS PC', x, 500, 16, 270],
        ['PROJECT NAME:', x, 1000, 7, 270],
        ['Fulton Street Garage', x + 20, 1000, 16, 270],
        ['SHEET TITLE:', x + 40, 1000, 7, 270],
        ['SECOND FLOOR FRAMING PLAN', x + 62, 1000, 18, 270],
        ['DATE:', x, 1400, 7, 270],
        ['10 MAY 2017', x, 1360, 10, 270],
        ['SCALE:', x + 20, 1400, 7, 270],
        ['1/8" = 1\'-0"', x + 20, 1360, 10, 270],
        ['SHEET', x - 10, 1460, 8],
        ['S2.02', x - 10, 1510, 36],
      ]),
    ).toEqual({
      sheet_number: 'S2.02',
      title: 'SECOND FLOOR FRAMING PLAN',
      revision: null,
      date: '10 MAY 2017',
      scale: '1/8" = 1\'-0"',
    });
  });

  it('reads a sheet whose only number counts the sheets', () => {
    expect(
      read(2448, 1584, [
        ['TITLE', 1900, 1400, 7],
        ['RETAINING WALL SECTIONS', 1900, 1420, 16],
        ['SHEET', 2250, 1400, 7],
        ['3 OF 12', 2250, 1424, 18],
        ['DATE', 1900, 1440, 7],
        ['2016-11-02', 1900, 1454, 10],
      ]),
    ).toEqual({
      sheet_number: '3 OF 12',
      title: 'RETAINING WALL SECTIONS',
      revision: null,
      date: '2016-11-02',
      scale: null,
    });
  });

  it('reads a sketch on letter paper', () => {
    const sheet = readTitleBlock(
      drawnPage(1, 792, 612, [
        ['4\'-0"', 200, 200, 8],
        ['LINTEL', 300, 220, 8],
        ['PROJECT:', 480, 520, 7],
        ['Ash Street Duplex', 530, 520, 10],
        ['TITLE:', 480, 536, 7],
        ['Window Head Detail', 530, 536, 10],
        ['SCALE:', 480, 552, 7],
        ['3" = 1\'-0"', 530, 552, 10],
        ['DATE:', 480, 568, 7],
        ['08/22/19', 530, 568, 10],
        ['SKETCH NO.:', 640, 552, 7],
        ['SK-14', 700, 568, 20],
      ]),
    );
    expect(fieldsOf(sheet)).toEqual({
      sheet_number: 'SK-14',
      title: 'Window Head Detail',
      revision: null,
      date: '08/22/19',
      scale: '3" = 1\'-0"',
    });
  });

  it('reads a page scanned sideways', () => {
    // The strip of the upright sheet, rotated a quarter turn clockwise.
    const upright = drawnPage(1, 2448, 1584, [
      ...drawing(2448, 1584),
      ['SHEET TITLE', 2180, 1260, 7],
      ['SITE UTILITY PLAN', 2180, 1280, 16],
      ['DATE', 2180, 1320, 7],
      ['01/05/2022', 2180, 1334, 11],
      ['SHEET NUMBER', 2180, 1400, 7],
      ['C200', 2180, 1440, 40],
    ]);
    const turned = {
      ...upright,
      width: upright.height,
      height: upright.width,
      words: upright.words.map((word) => ({
        ...word,
        x: upright.height - word.y - word.height,
        y: word.x,
        width: word.height,
        height: word.width,
        angle: 90,
      })),
    };
    expect(fieldsOf(readTitleBlock(turned))).toEqual({
      sheet_number: 'C200',
      title: 'SITE UTILITY PLAN',
      revision: null,
      date: '01/05/2022',
      scale: null,
    });
  });
});
