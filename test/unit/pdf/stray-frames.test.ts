import { expect, test } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';
import { rawPdf, rawStream } from '../../support/raw-pdf.ts';

/** A page with a typewriter text whose appearance is given in PDF syntax. */
const pdfWithText = (appearance: string, ...objects: string[]) =>
  rawPdf({
    ...{ width: 200, height: 100, content: '', objects },
    entries: `/Annots [ << /Type /Annot /Subtype /FreeText /Rect [20 20 120 60] /F 4 /Contents (Lintel) /DA (/Helv 12 Tf 0 g) /Border [0 0 0] /AP << ${appearance} >> >> ]`,
  });

const inkOf = async (file: Uint8Array): Promise<number> => {
  await using pdf = await openPdf(file);
  const { data } = await pdf.render(1, { dpi: 72, grey: true });
  return data.filter((value) => value < 128).length;
};

test('a typewriter text without an appearance has no frame, and its text is read', async () => {
  const file = pdfWithText('/N 0 0 R');
  expect(await inkOf(file)).toBe(0);
  await using pdf = await openPdf(file);
  expect((await pdf.pageText(1)).annotations?.map(({ text }) => text)).toEqual(['Lintel']);
});

test('one with an appearance is drawn', async () => {
  const form = rawStream('/Type /XObject /Subtype /Form /BBox [0 0 100 40]', '0 g 10 10 20 20 re f');
  expect(await inkOf(pdfWithText('/N 5 0 R', form))).toBeGreaterThan(300);
});
