import { beforeAll, describe, expect, test } from 'vitest';
import { type Linework, pathAt, pathCount, ringsOf } from '../../../shared/drawing/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import { type Native, startPdfium } from '../../../shared/pdf/pdfium.ts';
import { pdfiumModule } from '../../../shared/pdf/pdfium-module.ts';
import { checkRendering } from '../../bench/drawing/render-check.ts';
import { type RawPage, rawPdf, rawStream } from '../../support/raw-pdf.ts';

let pdf: Native;
beforeAll(async () => {
  pdf = await startPdfium(pdfiumModule());
});

const read = async (page: RawPage): Promise<Linework> => {
  const document = await openPdf(rawPdf(page));
  try {
    return await document.linework(1);
  } finally {
    await document.close();
  }
};

/** Corners of all paths, rounded to tenths of a point. */
const corners = (linework: Linework): number[][][] =>
  Array.from({ length: pathCount(linework) }, (_, i) =>
    ringsOf(linework, pathAt(linework, i)).map(({ points }) => points.map((value) => Math.round(value * 10) / 10)),
  );

const plain = { width: 200, height: 100 };

describe('coordinates', () => {
  test('are those of the displayed page, y down', async () => {
    const linework = await read({ ...plain, content: '10 20 m 60 20 l S' });
    expect([linework.width, linework.height]).toEqual([200, 100]);
    expect(corners(linework)).toEqual([[[10, 80, 60, 80]]]);
  });

  test('follow rotation and crop box', async () => {
    const linework = await read({
      ...plain,
      content: '30 20 m 60 20 l S',
      entries: '/Rotate 90 /CropBox [20 10 180 90]',
    });
    expect([linework.width, linework.height]).toEqual([80, 160]);
    expect(corners(linework)).toEqual([[[10, 10, 10, 40]]]);
  });

  test('follow the matrices of forms, which become instances of one form', async () => {
    const form = rawStream('/Type /XObject /Subtype /Form /BBox [0 0 20 20] /Matrix [1 0 0 1 5 0]', '0 1 m 10 1 l S');
    const linework = await read({
      ...plain,
      content: 'q 1 0 0 1 20 10 cm /F Do Q q 0 2 -2 0 100 10 cm /F Do Q',
      resources: '/XObject << /F 5 0 R >>',
      objects: [form],
    });
    expect(corners(linework)).toEqual([[[25, 89, 35, 89]], [[98, 80, 98, 60]]]);
    expect(linework.instances).toHaveLength(2);
    expect(linework.instances[0]!.form).toBe(linework.instances[1]!.form);
    expect([0, 1].map((i) => pathAt(linework, i).instance)).toEqual([0, 1]);
    expect([0, 1].map((i) => linework.styles[pathAt(linework, i).style]!.width)).toEqual([1, 2]);
  });

  test('keep curves as curves; closing a path draws its last side', async () => {
    const { verbs, points } = await read({ ...plain, content: '10 10 m 10 20 20 30 30 30 c h S' });
    expect([...verbs]).toEqual([0, 2, 1, 3]);
    expect([...points].map(Math.round)).toEqual([10, 90, 10, 80, 20, 70, 30, 70, 10, 90]);
  });
});

describe('clipping', () => {
  test('cuts lines to an upright rectangle', async () => {
    const linework = await read({ ...plain, content: 'q 50 0 50 100 re W n 0 20 m 200 20 l S Q 0 30 m 200 30 l S' });
    const [cut, whole] = corners(linework);
    expect(cut![0]![0]).toBeCloseTo(50, 0);
    expect(cut![0]![2]).toBeCloseTo(100, 0);
    expect(whole).toEqual([[0, 70, 200, 70]]);
  });

  test('cuts lines to a shape, in pieces', async () => {
    const clip = '10 10 m 40 10 l 40 60 l 60 60 l 60 10 l 90 10 l 90 80 l 10 80 l h W n';
    const linework = await read({ ...plain, content: `${clip} 0 30 m 100 30 l S` });
    expect(corners(linework)).toEqual([
      [
        [10, 70, 40, 70],
        [60, 70, 90, 70],
      ],
    ]);
  });

  test('cuts a fill to the shape that clips it', async () => {
    const linework = await read({ ...plain, content: '10 10 m 50 10 l 30 50 l h W n 0 0 200 100 re f' });
    const [[triangle]] = corners(linework) as [[number[]]];
    const ys = triangle.filter((_, i) => i % 2 === 1);
    expect([Math.min(...ys), Math.max(...ys)]).toEqual([50, 90]);
  });

  test('omits what lies outside, and what the box of a form cuts off', async () => {
    const form = rawStream('/Type /XObject /Subtype /Form /BBox [0 0 20 20]', '5 5 m 500 5 l S 0 300 m 20 300 l S');
    const linework = await read({
      ...plain,
      content: '300 10 m 400 10 l S 1 0 0 1 20 10 cm /F Do',
      resources: '/XObject << /F 5 0 R >>',
      objects: [form],
    });
    expect(corners(linework)).toHaveLength(1);
    expect(corners(linework)[0]![0]![2]).toBeCloseTo(40, 0);
  });
});

describe('styles', () => {
  test('have pen, dash and fill as displayed', async () => {
    const content = '2 0 0 2 0 0 cm 1 0 0 RG 0 0 1 rg 1.5 w [3 2] 1 d 1 J 5 5 20 10 re B*';
    const linework = await read({ ...plain, content });
    expect(linework.styles).toEqual([
      {
        stroke: '#ff0000',
        strokeOpacity: 1,
        width: 3,
        dash: [6, 4],
        dashPhase: 2,
        cap: 1,
        join: 0,
        fill: '#0000ff',
        fillOpacity: 1,
        evenOdd: true,
        layer: null,
        transparent: false,
      },
    ]);
  });

  test('name the layer; hidden layers are omitted', async () => {
    const linework = await read({
      ...plain,
      content: '/OC /A BDC 10 10 m 50 10 l S EMC /OC /B BDC 10 20 m 50 20 l S EMC 10 30 m 50 30 l S',
      resources: '/Properties << /A 5 0 R /B 6 0 R >>',
      catalogue: '/OCProperties << /OCGs [5 0 R 6 0 R] /D << /OFF [6 0 R] /Order [5 0 R 6 0 R] >> >>',
      objects: ['<< /Type /OCG /Name (Walls) >>', '<< /Type /OCG /Name (Notes) >>'],
    });
    expect(corners(linework).map(([ring]) => ring![1])).toEqual([90, 70]);
    expect(linework.layers).toContain('Walls');
    expect([0, 1].map((i) => linework.styles[pathAt(linework, i).style]!.layer)).toEqual([
      linework.layers.indexOf('Walls'),
      null,
    ]);
  });

  test('a layer whose first objects are clipped away is not hidden', async () => {
    const linework = await read({
      ...plain,
      content:
        `q 0 0 1 1 re W n /OC /A BDC ${'10 10 m 50 10 l S '.repeat(12)} EMC Q ` +
        `/OC /A BDC ${'10 20 m 50 20 l S '.repeat(8)} EMC`,
      resources: '/Properties << /A 5 0 R >>',
      catalogue: '/OCProperties << /OCGs [5 0 R] /D << /Order [5 0 R] >> >>',
      objects: ['<< /Type /OCG /Name (Walls) >>'],
    });
    expect(corners(linework)).toHaveLength(8);
  });

  test('include transparency', async () => {
    const linework = await read({
      ...plain,
      content: '/G gs 5 5 20 10 re f',
      resources: '/ExtGState << /G << /ca .5 >> >>',
    });
    expect(linework.styles).toMatchObject([{ transparent: true }]);
    expect(linework.styles[0]!.fillOpacity).toBeCloseTo(0.5, 1);
  });
});

describe('rendering the linework', () => {
  const everything: RawPage = {
    width: 300,
    height: 200,
    entries: '/Rotate 270 /CropBox [10 5 290 190]',
    content: [
      '2 w 20 20 260 150 re S [8 4] 0 d 30 30 m 200 160 l S [] 0 d',
      'q 50 50 m 120 50 l 85 120 l h W n 0.2 0.5 0.8 rg 40 40 100 100 re f 1 w 0 60 m 300 80 l S Q',
      '1 0 0 rg 150 50 m 150 90 190 90 190 50 c f 0 0 0 RG 0 w 210 40 m 220 150 270 10 275 150 c S',
      '1 1 1 rg 160 100 60 40 re f q 1 0 0.5 1 30 20 cm /F Do Q q .6 .6 -.6 .6 150 80 cm /F Do Q',
    ].join('\n'),
    resources: '/XObject << /F 5 0 R >>',
    objects: [
      rawStream('/Type /XObject /Subtype /Form /BBox [0 0 60 40]', '4 w 5 5 m 80 35 l S 0 .6 0 rg 30 5 20 10 re f*'),
    ],
  };

  test('covers the ink of the page and adds none', () => {
    const { covered, added, inkPixels } = checkRendering(pdf, rawPdf(everything), 0);
    expect(inkPixels).toBeGreaterThan(3000);
    expect(covered).toBeGreaterThan(0.995);
    expect(added).toBeLessThan(0.005);
  });

  test('and the check detects missing ink', () => {
    const bytes = rawPdf({ ...everything, content: `${everything.content} BT /F1 40 Tf 30 100 Td (Text) Tj ET` });
    expect(checkRendering(pdf, bytes, 0).covered).toBeGreaterThan(0.995);
    const thinner = checkRendering(pdf, rawPdf(everything), 0, undefined, (linework) => ({
      ...linework,
      paths: linework.paths.slice(4),
    }));
    expect(thinner.covered).toBeLessThan(0.9);
  });
});
