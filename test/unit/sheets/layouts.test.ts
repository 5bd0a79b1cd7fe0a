import { describe, expect, it } from 'vitest';
import type { Sheet } from '../../../shared/domain/documents/document.ts';
import { readTitleBlock } from '../../../shared/domain/sheets/index.ts';
import { type Drawn, drawing, drawnPage, widthOf } from './page.ts';

type Fields = Pick<Sheet, 'sheet_number' | 'title' | 'revision' | 'date' | 'scale'>;

const fieldsOf = ({ sheet_number, title, revision, date, scale }: Sheet): Fields => ({
  sheet_number,
  title,
  revision,
  date,
  scale,
});

const read = (width: number, height: number, block: readonly Drawn[]): Fields =>
  fieldsOf(readTitleBlock(drawnPage(1, width, height, [...drawing(width, height), ...block])));

const centred = (text: string, x: number, y: number, size: number): Drawn => [
  text,
  x - widthOf(text, size) / 2,
  y,
  size,
];

describe('title blocks of other offices', () => {
  it('reads a right strip whose labels stand over their values', () => {
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

  it('reads a British corner block with an agreed number and a suitability', () => {
    const [width, height] = [2384, 1684];
    const x = 1880;
    expect(
      read(width, height, [
        ['Rev', x, 1180, 8],
        ['Date', x + 40, 1180, 8],
        ['Description', x + 120, 1180, 8],
        ['By', x + 380, 1180, 8],
        ['P01', x, 1166, 8],
        ['12.01.22', x + 40, 1166, 8],
        ['First issue', x + 120, 1166, 8],
        ['JB', x + 380, 1166, 8],
        ['P02', x, 1152, 8],
        ['03.02.22', x + 40, 1152, 8],
        ['Stair 2 revised', x + 120, 1152, 8],
        ['JB', x + 380, 1152, 8],
        ['Client', x, 1230, 7],
        ['Harrow Borough Council', x, 1248, 13],
        ['Project', x, 1270, 7],
        ['Weald Lane Library', x, 1288, 13],
        ['Drawing Title', x, 1310, 7],
        ['Proposed Ground Floor', x, 1330, 13],
        ['General Arrangement', x, 1346, 13],
        ['Scale @ A1', x, 1390, 7],
        ['1:100', x, 1404, 11],
        ['Date', x + 120, 1390, 7],
        ['Jan 2022', x + 120, 1404, 11],
        ['Drawn', x + 240, 1390, 7],
        ['JB', x + 240, 1404, 11],
        ['Checked', x + 330, 1390, 7],
        ['AW', x + 330, 1404, 11],
        ['Drawing No', x, 1430, 7],
        ['WLL-HPA-ZZ-00-DR-A-1001', x, 1450, 15],
        ['Suitability', x + 280, 1430, 7],
        ['S2', x + 280, 1450, 15],
        ['Rev', x + 360, 1430, 7],
        ['P02', x + 360, 1450, 15],
      ]),
    ).toEqual({
      sheet_number: 'WLL-HPA-ZZ-00-DR-A-1001',
      title: 'Proposed Ground Floor General Arrangement',
      revision: 'P02',
      date: 'Jan 2022',
      scale: '1:100',
    });
  });

  it('reads a German block', () => {
    const x = 1850;
    expect(
      read(2384, 1684, [
        ['Bauvorhaben', x, 1250, 8],
        ['Neubau Kindertagesstätte Lindenweg', x + 110, 1250, 12],
        ['Bauherr', x, 1280, 8],
        ['Stadt Erlangen', x + 110, 1280, 12],
        ['Planinhalt', x, 1320, 8],
        ['Grundriss Erdgeschoss', x + 110, 1320, 16],
        ['Maßstab', x, 1370, 8],
        ['1:50', x, 1386, 11],
        ['Datum', x + 110, 1370, 8],
        ['14.03.2022', x + 110, 1386, 11],
        ['gezeichnet', x + 220, 1370, 8],
        ['Mü', x + 220, 1386, 11],
        ['Projekt-Nr.', x + 320, 1370, 8],
        ['22017', x + 320, 1386, 11],
        ['Plan-Nr.', x, 1410, 8],
        ['A-GR-01', x, 1436, 20],
        ['Index', x + 320, 1410, 8],
        ['b', x + 320, 1436, 20],
      ]),
    ).toEqual({
      sheet_number: 'A-GR-01',
      title: 'Grundriss Erdgeschoss',
      revision: 'b',
      date: '14.03.2022',
      scale: '1:50',
    });
  });

  it('reads a French block', () => {
    const x = 1200;
    expect(
      read(1684, 1191, [
        ["Maître d'ouvrage", x, 860, 7],
        ['Commune de Vézelay', x, 876, 12],
        ['Projet', x, 896, 7],
        ['Extension de la mairie', x, 912, 12],
        ['Titre du plan', x, 932, 7],
        ['Coupe longitudinale', x, 950, 15],
        ['Échelle', x, 980, 7],
        ['1/50', x, 994, 11],
        ['Date', x + 120, 980, 7],
        ['12 mars 2021', x + 120, 994, 11],
        ['N° de plan', x, 1020, 7],
        ['PRO-12', x, 1046, 22],
        ['Indice', x + 200, 1020, 7],
        ['C', x + 200, 1046, 22],
      ]),
    ).toEqual({
      sheet_number: 'PRO-12',
      title: 'Coupe longitudinale',
      revision: 'C',
      date: '12 mars 2021',
      scale: '1/50',
    });
  });

  it('reads a Spanish strip along the bottom', () => {
    const y = 1100;
    expect(
      read(1684, 1191, [
        ['PROYECTO', 80, y, 7],
        ['Edificio de 12 viviendas', 80, y + 18, 13],
        ['PROPIETARIO', 480, y, 7],
        ['Inmobiliaria Sol', 480, y + 18, 13],
        ['PLANO', 820, y, 7],
        ['Planta baja y cubierta', 820, y + 18, 13],
        ['FECHA', 1150, y, 7],
        ['Mayo 2020', 1150, y + 18, 11],
        ['ESCALA', 1300, y, 7],
        ['1:100', 1300, y + 18, 11],
        ['Nº PLANO', 1480, y, 7],
        ['03', 1480, y + 34, 30],
      ]),
    ).toEqual({
      sheet_number: '03',
      title: 'Planta baja y cubierta',
      revision: null,
      date: 'Mayo 2020',
      scale: '1:100',
    });
  });

  it('reads a Dutch block with labels at the left', () => {
    const x = 1180;
    expect(
      read(1684, 1191, [
        ['Opdrachtgever', x, 900, 8],
        [': Woonstichting De Vecht', x + 110, 900, 10],
        ['Project', x, 918, 8],
        [': Renovatie 24 woningen', x + 110, 918, 10],
        ['Onderdeel', x, 936, 8],
        ['Gevels en doorsneden', x + 114, 936, 10],
        ['Schaal', x, 954, 8],
        ['1:100', x + 114, 954, 10],
        ['Datum', x, 972, 8],
        ['21-09-2020', x + 114, 972, 10],
        ['Wijziging', x, 990, 8],
        ['A', x + 114, 990, 10],
        ['Tekeningnummer', x, 1020, 8],
        ['B-204', x + 114, 1024, 24],
      ]),
    ).toEqual({
      sheet_number: 'B-204',
      title: 'Gevels en doorsneden',
      revision: 'A',
      date: '21-09-2020',
      scale: '1:100',
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

  it('reads labels that stand under their values', () => {
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
    // The same strip as on the upright sheet, turned a quarter clockwise.
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
