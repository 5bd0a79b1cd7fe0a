import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOffice } from '../../../functions/workers/process-document/read-office.ts';
import type { FileKind } from '../../../shared/domain/files/kinds.ts';
import { docxOf, germanStyles } from '../extract/office-files.ts';

/** Reads a file with this content. */
const readingOf = async (kind: FileKind, content: Uint8Array | string) => {
  const folder = mkdtempSync(join(tmpdir(), 'read-office-'));
  try {
    const path = join(folder, `a.${kind}`);
    writeFileSync(path, content);
    return await readOffice(path, kind);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

test('the headings of a Word document are sections and part of its chunks', async () => {
  const heading = (text: string) =>
    `<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const body = `${heading('Dach')}<w:p><w:r><w:t>Ziegel</w:t></w:r></w:p>${heading('Fassade')}`;
  const { sections, chunks } = await readingOf('docx', docxOf(body, germanStyles()));
  expect(sections).toMatchObject([
    { number: 'I', title: 'Dach', system: 'numbered' },
    { number: 'II', title: 'Fassade' },
  ]);
  expect(chunks.map(({ text, section }) => [text, section?.number])).toEqual([
    ['I. Dach\nZiegel', 'I'],
    ['II. Fassade', 'II'],
  ]);
});

/** A message with so many attachments, with long names. */
const mailWith = (attachments: number): string => {
  const attached = (i: number) =>
    `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="${'n'.repeat(2000)}${i}.txt"\r\n\r\n${i}\r\n`;
  const parts = Array.from({ length: attachments }, (_, i) => attached(i)).join('');
  return `Subject: Many\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--\r\n`;
};

test.each([
  [130, 'There are 30 more warnings.'],
  [101, 'There is 1 more warning.'],
])('the warnings of a message with %s attachments fit into its record', async (attachments, last) => {
  const { detail } = await readingOf('eml', mailWith(attachments));
  const { warnings } = detail as { warnings: string[] };
  expect(warnings).toHaveLength(51);
  expect(Math.max(...warnings.map(({ length }) => length))).toBe(512);
  expect(warnings.at(-1)).toBe(last);
});
