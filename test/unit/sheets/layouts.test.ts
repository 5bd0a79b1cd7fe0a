import { describe, expect, it } from 'vitest';
import { centred, type Drawn, read } from './page.ts';

describe('title blocks of other offices', () => {
  it('reads a right strip with labels above their values', () => {
    const block: Drawn[] = [
      ['HALVORSEN & PRICE ARCHITECTS', 2215, 120, 15],
      ['1200 Third Street, Suite 400', 2215, 140, 9],
      ['PROJECT', 2215, 420, 7],
      ['Riverbend Elementary School', 2215, 440, 15],
      ['445 Mill Road', 2215, 456, 9],
      ['NO.', 2215, 800, 7],
      ['DATE', 2250, 800, 7],
      ['DESCRIPTION', 2300, 800, 7],
      ['1', 2215, 812, 7],
      ['02/11/2021', 2250, 812, 7],
      ['ADDENDUM 1', 2300, 812, 7],
      ['2', 2215, 824, 7],
      ['03/02/2021', 2250, 824, 7],
      ['ADDENDUM 2', 2300, 824, 7],
      ['PROJECT NUMBER', 2215, 1180, 7],
      ['20-118', 2215, 1194, 11],
      ['ISSUE DATE', 2215, 1210, 7],
      ['January 15, 2021', 2215, 1224, 11],
      ['DRAWN BY', 2215, 1240, 7],
      ['KLM', 2215, 1254, 11],
      ['SCALE', 2330, 1240, 7],
      ['AS NOTED', 2330, 1254, 11],
      ['SHEET TITLE', 2215, 1280, 7],
      ['ENLARGED TOILET ROOM', 2215, 1300, 16],
      ['PLANS AND ELEVATIONS', 2215, 1319, 16],
      ['SHEET NUMBER', 2215, 1400, 7],
      ['A4.02', 2215, 1450, 44],
    ];
    expect(
      read(
        2592,
        1728,
        block.map(([t, x, y, s]) => [t, x + 60, y + 200, s]),
      ),
    ).toEqual({
      sheet_number: 'A4.02',
      title: 'ENLARGED TOILET ROOM PLANS AND ELEVATIONS',
      revision: '2',
      date: 'January 15, 2021',
      scale: 'AS NOTED',
    });
  });

  it('reads a strip of a civil engineer with labels at the left and an unlabelled title', () => {
    const [width, height] = [2448, 1584];
    expect(
      read(width, height, [
        ['MERIDIAN CIVIL ENGINEERING, INC.', 2190, 100, 14],
        ['GRADING AND EROSION', 2190, 900, 20],
        ['CONTROL PLAN', 2190, 922, 20],
        ['HAWTHORN COMMONS', 2190, 960, 14],
        ['CITY OF BARABOO, WI 53913', 2190, 976, 9],
        ['DATE:', 2190, 1200, 9],
        ['03/14/2021', 2260, 1200, 9],
        ['SCALE:', 2190, 1216, 9],
        ['1" = 20\'', 2260, 1216, 9],
        ['DRAWN:', 2190, 1232, 9],
        ['TJW', 2260, 1232, 9],
        ['CHECKED:', 2190, 1248, 9],
        ['RBN', 2260, 1248, 9],
        ['JOB NO.:', 2190, 1264, 9],
        ['21-1234', 2260, 1264, 9],
        ['REV:', 2190, 1280, 9],
        ['SHEET', 2190, 1420, 9],
        ['C-3.1', 2240, 1480, 40],
      ]),
    ).toEqual({
      sheet_number: 'C-3.1',
      title: 'GRADING AND EROSION CONTROL PLAN',
      revision: null,
      date: '03/14/2021',
      scale: '1" = 20\'',
    });
  });

  it('reads a strip without any label', () => {
    const middle = 2310;
    expect(
      read(2448, 1584, [
        centred('TILLER STUDIO LLC', middle, 90, 18),
        centred('608.555.0142', middle, 110, 9),
        centred('COLE RESIDENCE', middle, 1050, 20),
        centred('18 Harbor Lane', middle, 1074, 11),
        centred('Interior Elevations', middle, 1300, 20),
        centred('06.18.2019', middle, 1380, 11),
        centred('A-401', middle, 1480, 48),
      ]),
    ).toEqual({ sheet_number: 'A-401', title: 'Interior Elevations', revision: null, date: '06.18.2019', scale: null });
  });

  it('reads labels below their values', () => {
    const x = 2180;
    expect(
      read(2448, 1584, [
        ['Marsh Pump Station', x, 1200, 16],
        ['PROJECT', x, 1212, 7],
        ['ROOF DRAINAGE DETAILS', x, 1260, 16],
        ['SHEET TITLE', x, 1272, 7],
        ['04/01/2018', x, 1320, 11],
        ['DATE', x, 1332, 7],
        ['NTS', x + 120, 1320, 11],
        ['SCALE', x + 120, 1332, 7],
        ['P-501', x, 1420, 36],
        ['SHEET NUMBER', x, 1434, 7],
        ['C', x + 160, 1420, 24],
        ['REVISION', x + 160, 1434, 7],
      ]),
    ).toEqual({
      sheet_number: 'P-501',
      title: 'ROOF DRAINAGE DETAILS',
      revision: 'C',
      date: '04/01/2018',
      scale: 'NTS',
    });
  });

  it('leaves empty cells empty', () => {
    expect(
      read(2448, 1584, [
        ['PROJECT', 2180, 1200, 7],
        ['Orchard Street Lofts', 2180, 1220, 16],
        ['DRAWING TITLE', 2180, 1250, 7],
        ['DATE', 2180, 1300, 7],
        ['SCALE', 2300, 1300, 7],
        ['DRAWN', 2180, 1340, 7],
        ['PDQ', 2180, 1354, 10],
        ['SHEET NO.', 2180, 1400, 7],
        ['REV', 2320, 1400, 7],
      ]),
    ).toEqual({ sheet_number: null, title: null, revision: null, date: null, scale: null });
  });
});
