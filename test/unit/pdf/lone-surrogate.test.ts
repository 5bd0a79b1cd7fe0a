import { expect, test } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';

/** A page that says `AB` in a font whose ToUnicode map takes B for half of a surrogate pair. */
const pdfWithHalfCharacter = (): Uint8Array => {
  const map =
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange ' +
    '1 beginbfchar <42> <D800> endbfchar endcmap end end';
  const content = 'BT /F1 24 Tf 50 100 Td (AB) Tj ET';
  const stream = (text: string) => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    stream(content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R >>',
    stream(map),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n`;
  return Buffer.from(
    `${file}<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.lastIndexOf('xref')}\n%%EOF`,
  );
};

test('a glyph mapped to half a character leaves the text well-formed', async () => {
  await using pdf = await openPdf(pdfWithHalfCharacter());
  const { words, text } = await pdf.pageText(1);
  expect(words.map((word) => word.text)).toEqual(['A\ufffd']);
  expect(text).toBe('A\ufffd');
});
