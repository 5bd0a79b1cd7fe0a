import { describe, expect, test } from 'vitest';
import { identity, type Matrix } from '../../../shared/comparison/engine/geometry.ts';
import { tradeOfLayer } from '../../../shared/comparison/engine/rate/layer-trades.ts';
import { changedLayers } from '../../../shared/comparison/engine/read/changed-layers.ts';
import {
  describeGraphic,
  describeRepeatedGraphics,
  quantityOf,
} from '../../../shared/comparison/engine/say/describe.ts';
import { objectOn } from '../../../shared/comparison/engine/say/layer-objects.ts';
import { lengthsOf } from '../../../shared/comparison/engine/say/lengths.ts';
import { compareFiles } from '../../../shared/comparison/index.ts';
import { drawLayers } from '../../support/draw-layers.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

test.each([
  ['A-DOOR', '08'],
  ['A-GLAZ-FULL', '08'],
  ['A-FLOR-CASE', '12'],
  ['A-WALL-DEMO', '02'],
  ['site|A-ROOF', '07'],
  ['plan$0$S-FNDN', '03'],
  ['E-ANNO-TEXT', '26'],
  ['M-EXHS-DUCT', '23'],
  ['TR_IL_ConduitNew', '26'],
  ['Wand Beton tragend', '03'],
  ['Klima', '23'],
  ['Supply Diffuser', '23'],
])('layer %s is work of division %s', (name, division) => {
  expect(tradeOfLayer(name)?.division).toBe(division);
});

test.each(['A-WALL-FULL', 'A-ANNO-DIMS', '0', 'QUOTE', 'S-GRID', 'E-1', 'Layer 3', 'CASEMENT', ''])(
  'layer %j belongs to no division',
  (name) => {
    expect(tradeOfLayer(name)).toBeNull();
  },
);

describe('layers of a change', () => {
  const object = (layer: string, x: number, y: number, width = 20, height = 10) => ({ layer, x, y, width, height });
  const box = { x: 100, y: 100, width: 50, height: 50 };
  const wall = object('A-WALL', 20, 120, 140);

  test('are those of objects that only one sheet has there, the larger first', () => {
    const layers = changedLayers(
      [wall, object('A-FURN', 130, 130, 5, 5)],
      [wall, object('A-DOOR', 105, 105)],
      identity,
    );
    expect(layers.at(box).map(({ layer }) => layer)).toEqual(['A-DOOR', 'A-FURN']);
    expect(layers.at(box).reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect(layers.at({ ...box, x: 300 })).toEqual([]);
  });

  test('are both of an object that the other sheet draws on another layer', () => {
    const layers = changedLayers([object('A-FURN', 105, 105)], [object('A-DOOR', 105, 105)], identity);
    expect(layers.at(box)).toEqual([
      { layer: 'A-DOOR', share: 0.5 },
      { layer: 'A-FURN', share: 0.5 },
    ]);
  });

  test('of an addition or removal are those of the sheet that contains it', () => {
    const layers = changedLayers([object('A-FURN', 105, 105, 40, 40)], [object('A-TEXT', 105, 110)], identity);
    expect(layers.at(box).map(({ layer }) => layer)).toEqual(['A-FURN', 'A-TEXT']);
    expect(layers.at(box, 'newer')).toEqual([{ layer: 'A-TEXT', share: 1 }]);
    expect(layers.at(box, 'older')).toEqual([{ layer: 'A-FURN', share: 1 }]);
  });

  test('are searched at the aligned position of the older sheet', () => {
    const aside: Matrix = [1, 0, 0, 1, 40, 0];
    const moved = { ...wall, x: wall.x - 40 };
    expect(changedLayers([moved], [wall, object('A-DOOR', 105, 105)], aside).at(box)).toEqual([
      { layer: 'A-DOOR', share: 1 },
    ]);
  });

  test('give little weight to objects that extend beyond it', () => {
    const layers = changedLayers([], [object('A-GRID', 0, 110, 2000, 1), object('A-DOOR', 110, 110)], identity);
    expect(layers.at(box)[0]?.layer).toBe('A-DOOR');
    expect(layers.at(box)[0]?.share).toBeGreaterThan(0.7);
  });

  test('are those of the objects within it if both sheets have the same', () => {
    const door = object('A-DOOR', 110, 110);
    expect(changedLayers([wall, door], [wall, door], identity).at(box)[0]?.layer).toBe('A-DOOR');
  });
});

test.each([
  ['A-GLAZ-FULL', 'Window', true],
  ['site|A-WALL', 'Wall', false],
  ['Türen', 'Door', true],
  ['S-COLS', 'Column', true],
])('objects on layer %s are called %s', (layer, name, counted) => {
  expect(objectOn(layer)).toMatchObject({ name, counted });
});

test.each(['A-FLOR-LEVL', '0', 'WALLPAPER', 'A-ANNO-TEXT', 'A-DOOR-DIMS', 'QUOTE', 'Scale'])(
  'the name of layer %s does not describe its objects',
  (layer) => {
    expect(objectOn(layer)).toBeNull();
  },
);

const metric = lengthsOf(false);

test('a door is counted up to four metres, other linework is measured', () => {
  const [door, gate] = [
    { widthMm: 18, heightMm: 20 },
    { widthMm: 90, heightMm: 20 },
  ];
  expect(quantityOf(door, 50, 'Linework', metric, true)).toEqual({ value: 1, unit: 'each' });
  expect(quantityOf(door, 50, 'Linework', metric)).toEqual({ value: 0.9, unit: 'm²' });
  expect(quantityOf(gate, 50, 'Linework', metric, true)).toEqual({ value: 4.5, unit: 'm²' });
  expect(quantityOf(door, null, 'Linework', metric, true)).toBeNull();
});

test('linework is described by the objects of its layer', () => {
  const paper = { widthMm: 18, heightMm: 20 };
  expect(
    describeGraphic({
      kind: 'graphic_added',
      ...{ form: 'Linework', paper, where: 'in zone D-8', factor: null, lengths: metric, object: 'Door' },
    }),
  ).toBe('Door linework added in zone D-8 (18 × 20 mm on paper)');
  expect(
    describeRepeatedGraphics(
      [0, 50].map((x) => ({ kind: 'graphic_removed', box: { x, y: 0, width: 51, height: 57 } })),
      paper,
      null,
      metric,
      'Door',
    ),
  ).toBe('2 door symbols of one kind removed (each 18 × 20 mm on paper)');
});

test('a change without words is assigned to a trade by its layer', async () => {
  const draw = (fixtures: boolean) =>
    drawPdf([
      {
        width: 800,
        height: 600,
        draw: (pdf) =>
          drawLayers(pdf, [
            {
              name: 'A-WALL',
              draw: () => {
                for (const x of [60, 300, 500, 700]) pdf.rect(x, 60, 8, 480).fill();
                pdf.fontSize(12).text('PLAN OF THE GROUND FLOOR', 330, 560);
              },
            },
            {
              name: 'P-SANR-FIXT',
              draw: () => fixtures && pdf.rect(120, 200, 60, 40).stroke().circle(150, 220, 12).stroke(),
            },
          ]),
      },
    ]);
  const { result } = await compareFiles(await draw(false), await draw(true));
  expect(result.items).toHaveLength(1);
  expect(result.items[0]).toMatchObject({
    ...{ kind: 'graphic_added', layer: 'P-SANR-FIXT', division: '22', trade: 'Plumbing' },
    description: expect.stringMatching(/^Plumbing fixture linework added/),
  });
});
