import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasTextLayer } from '../../../shared/domain/files/has-text-layer.ts';
import { readSheets } from '../../../shared/domain/sheets/index.ts';
import type { Sheet } from '../../../shared/domain/sheets/sheet.ts';
import { openPdf } from '../../../shared/pdf/index.ts';

const samples = join(import.meta.dirname, '../../../../shared/samples');
const FIELDS = ['sheet_number', 'title', 'revision', 'date', 'scale'] as const;

type Labelled = Pick<Sheet, 'page' | (typeof FIELDS)[number]> & { file: string };

const pagesOf = async (file: string) => {
  await using pdf = await openPdf(join(samples, file));
  return await pdf.pageTexts();
};

/** Fraction of labelled pages with a text layer on which each field matches the label, null included. */
const measured = async (labelled: readonly Labelled[]) => {
  const right = { sheet_number: 0, title: 0, revision: 0, date: 0, scale: 0 };
  let pages = 0;
  for (const file of new Set(labelled.map((each) => each.file))) {
    const texts = await pagesOf(file);
    const scanned = new Set(hasTextLayer(texts).scanned_pages);
    const sheets = readSheets(texts);
    for (const expected of labelled) {
      if (expected.file !== file || scanned.has(expected.page)) continue;
      pages++;
      const sheet = sheets[expected.page - 1];
      for (const field of FIELDS) if (sheet?.[field] === expected[field]) right[field]++;
    }
  }
  return { pages, share: (field: (typeof FIELDS)[number]) => right[field] / pages };
};

describe.skipIf(!existsSync(join(samples, 'titleblocks.json')))('labelled title blocks', () => {
  it('are read: numbers on 95 of 100 pages, titles and revisions on 90', async () => {
    const labelled = JSON.parse(readFileSync(join(samples, 'titleblocks.json'), 'utf8')) as Labelled[];
    const { pages, share } = await measured(labelled);

    expect(pages).toBeGreaterThan(0);
    expect(share('sheet_number')).toBeGreaterThanOrEqual(0.95);
    expect(share('title')).toBeGreaterThanOrEqual(0.9);
    expect(share('revision')).toBeGreaterThanOrEqual(0.9);
    expect(share('date')).toBeGreaterThanOrEqual(0.9);
    expect(share('scale')).toBeGreaterThanOrEqual(0.9);
  });

  it.each(['wi_sps382_plumbing_63p', 'somers_ch18_119p', 'milwaukee_zoning_234p'])(
    'are not found in the specification %s',
    async (name) => {
      const sheets = readSheets(await pagesOf(`specifications/${name}.pdf`));
      expect(sheets.filter((sheet) => FIELDS.some((field) => sheet[field] !== null))).toEqual([]);
    },
  );
});
