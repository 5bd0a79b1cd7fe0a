import { expect, test } from 'vitest';
import { openPdf } from '../../../shared/pdf/index.ts';
import { rawPdf } from '../../support/raw-pdf.ts';

const at = (x: number, y: number, text: string): string => `BT /F 10 Tf ${x} ${y} Td (${text}) Tj ET`;

test.each([0, 90])(
  'words outside the page are not read, words that its edge cuts are (rotated by %i degrees)',
  async (rotation) => {
    const content = [
      at(20, 50, 'inside'),
      ...[at(-80, 50, 'left'), at(220, 50, 'right'), at(20, -30, 'below'), at(20, 130, 'above')],
      at(180, 50, 'cutcutcut'),
    ].join('\n');
    const pdf = rawPdf({
      ...{ width: 200, height: 100, entries: `/Rotate ${rotation}`, content, resources: '/Font << /F 5 0 R >>' },
      objects: ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    });
    await using document = await openPdf(pdf);
    const { words, text } = await document.pageText(1);
    expect(words.map((word) => word.text)).toEqual(['inside', 'cutcutcut']);
    expect(text).not.toMatch(/left|right|below|above/);
  },
);
