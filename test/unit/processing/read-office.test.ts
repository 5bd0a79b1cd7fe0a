import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOffice } from '../../../functions/workers/process-document/read-office.ts';
import { docxOf, germanStyles } from '../extract/office-files.ts';

test('the headings of a Word document are sections and part of its chunks', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'read-office-'));
  try {
    const heading = (text: string) =>
      `<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const body = `${heading('Dach')}<w:p><w:r><w:t>Ziegel</w:t></w:r></w:p>${heading('Fassade')}`;
    const path = join(folder, 'a.docx');
    writeFileSync(path, docxOf(body, germanStyles()));
    const { sections, chunks } = await readOffice(path, 'docx');
    expect(sections).toMatchObject([
      { number: 'I', title: 'Dach', system: 'numbered' },
      { number: 'II', title: 'Fassade' },
    ]);
    expect(chunks.map(({ text, section }) => [text, section?.number])).toEqual([
      ['I. Dach\nZiegel', 'I'],
      ['II. Fassade', 'II'],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
