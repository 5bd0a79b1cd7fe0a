import { expect, test } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

const page = { width: 400, height: 300 };

test('texts of annotations are returned besides the words, positioned on the displayed page', async () => {
  const draw = (pdf: PDFKit.PDFDocument) => {
    pdf.fontSize(10).text('DRAWN', 20, 20);
    pdf.annotate(50, 100, 120, 30, { Subtype: 'FreeText', Contents: new String('WALL TO GO – 3.2 m') } as object);
    pdf.annotate(10, 10, 20, 20, { Subtype: 'Square', F: 2, Contents: new String('HIDDEN') } as object);
    pdf.link(10, 40, 50, 10, 'https://example.org');
  };
  const upright = await drawPdf([{ ...page, draw }]);
  await using document = await openPdf(upright);

  const text = await document.pageText(1);

  expect(text.words.map((word) => word.text)).toEqual(['DRAWN']);
  expect(text.annotations).toEqual([
    { text: 'WALL TO GO – 3.2 m', kind: 'FreeText', x: 50, y: 100, width: 120, height: 30, annotation: true },
  ]);

  const turned = Buffer.from(upright.toString('latin1').replace('/MediaBox', '/Rotate 90 /MediaBox'), 'latin1');
  await using other = await openPdf(turned);
  expect((await other.pageText(1)).annotations).toMatchObject([{ x: 300 - 130, y: 50, width: 30, height: 120 }]);
});

test('outline, page labels and metadata title are read', async () => {
  const outlined = (pdf: PDFKit.PDFDocument) => {
    const set = pdf.outline.addItem('Architectural');
    set.addItem('A-101 Floor plan – Süd');
  };
  const bytes = await drawPdf([page, { ...page, draw: outlined }], {
    info: { Title: 'Bridge Road' },
  });
  const labels = '/PageLabels <</Nums [0 <</P (A-) /St 101 /S /D>>]>> /Type /Catalog';
  const labelled = Buffer.from(bytes.toString('latin1').replace('/Type /Catalog', labels), 'latin1');
  await using document = await openPdf(labelled);

  expect(await document.facts()).toEqual({
    title: 'Bridge Road',
    outline: [
      { title: 'Architectural', page: 2, level: 0 },
      { title: 'A-101 Floor plan – Süd', page: 2, level: 1 },
    ],
    pageLabels: ['A-101', 'A-102'],
  });
});

test('a document without metadata returns none', async () => {
  await using document = await openPdf(await drawPdf([page]));
  expect(await document.facts()).toEqual({ title: null, outline: [], pageLabels: [''] });
  expect(await document.layers(1)).toEqual([]);
  expect(await document.pageText(1)).not.toHaveProperty('annotations');
});
