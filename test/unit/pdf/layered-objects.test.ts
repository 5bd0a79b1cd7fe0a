import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';
import { type DrawnLayer, drawLayers } from '../../support/draw-layers.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

const page = { width: 400, height: 300 };
const square = (x: number, y: number) => (pdf: PDFKit.PDFDocument) => pdf.rect(x, y, 50, 20).fill();
const layered = (layers: readonly DrawnLayer[]) => drawPdf([{ ...page, draw: (pdf) => drawLayers(pdf, layers) }]);
const layersOf = async (bytes: Uint8Array) => {
  await using document = await openPdf(bytes);
  return (await document.layers(1)).map(({ layer, x, y, width, height }) => [
    layer,
    ...[x, y, width, height].map(Math.round),
  ]);
};

test('objects on layers are returned with their bounds, others are not', async () => {
  const bytes = await drawPdf([
    {
      ...page,
      draw: (pdf) => {
        drawLayers(pdf, [
          { name: 'A-WALL', draw: square(10, 20) },
          { name: 'E-LITE', draw: square(100, 200) },
          { name: 'A-WALL', draw: square(300, 20) },
        ]);
        pdf.addContent('/Artifact <</Name (NO LAYER)>> BDC');
        square(90, 90)(pdf);
        pdf.addContent('EMC');
      },
    },
  ]);
  expect(await layersOf(bytes)).toEqual([
    ['A-WALL', 10, 20, 50, 20],
    ['E-LITE', 100, 200, 50, 20],
    ['A-WALL', 300, 20, 50, 20],
  ]);
});

test('bounds are those of the page as it is displayed', async () => {
  const upright = await layered([{ name: 'A-WALL', draw: square(10, 20) }]);
  const turned = Buffer.from(upright.toString('latin1').replace('/MediaBox', '/Rotate 90 /MediaBox'), 'latin1');
  expect(await layersOf(turned)).toEqual([['A-WALL', 260, 10, 20, 50]]);
});

test.each(['Bemaßung', 'Géométries', 'Размер', '寸法', 'A-WALL'])('a layer called %s keeps its name', async (name) => {
  expect(await layersOf(await layered([{ name, draw: square(10, 20) }]))).toEqual([[name, 10, 20, 50, 20]]);
});

test("the content of a form is on its own layer, at the form's position", async () => {
  const inner = await layered([{ name: 'M-HVAC', draw: square(10, 20) }]);
  const outer = await PDFDocument.create();
  const [embedded] = await outer.embedPdf(inner);
  outer.addPage([400, 300]).drawPage(embedded!, { x: 100, y: 0, xScale: 0.5, yScale: 0.5 });
  expect(await layersOf(await outer.save())).toEqual([['M-HVAC', 105, 160, 25, 10]]);
});
