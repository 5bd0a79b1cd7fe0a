import { describe, expect, it } from 'vitest';
import { read } from './page.ts';

describe('title blocks of other countries', () => {
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
});
