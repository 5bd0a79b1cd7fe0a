import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPdf } from '../../../functions/workers/process-document/read-pdf.ts';
import { Stopwatch } from '../../../functions/workers/process-document/stopwatch.ts';
import { inTemporaryFolder } from '../../../shared/temporary-folder.ts';
import { type Lettering, lineworkOf, strokesOfText } from '../../support/drawn-lettering.ts';
import { lineworkPdf } from '../../support/linework-pdf.ts';

test('a sheet whose lettering is drawn as strokes is searched and read by it, without text recognition', async () => {
  const lines: Lettering[] = [
    { text: 'ALL DIMENSIONS ARE IN MILLIMETRES', x: 60, y: 120, height: 6 },
    { text: 'SHEET TITLE', x: 1150, y: 720, height: 4 },
    { text: 'FIRST FLOOR PLAN', x: 1150, y: 735, height: 8 },
    { text: 'SHEET NUMBER', x: 1150, y: 770, height: 4 },
    { text: 'A-204', x: 1150, y: 790, height: 12 },
  ];
  const frame = [1140, 700, 1330, 700, 1330, 800, 1140, 800, 1140, 700];
  const polylines = [frame, [1140, 755, 1330, 755], ...lines.flatMap(strokesOfText)];
  const linework = lineworkOf(polylines, { width: 1368, height: 828 });
  await inTemporaryFolder(async (folder) => {
    const path = join(folder, 'plan.pdf');
    await writeFile(path, lineworkPdf(linework));
    const digest = await readPdf(
      {
        path,
        target: { organizationId: 'o', documentId: 'd' },
        files: { put: async () => {} } as never,
        watch: new Stopwatch(),
        signal: new AbortController().signal,
        deadline: Infinity,
      },
      { filename: 'plan.pdf', templates: [] },
    );
    if (!('sheets' in digest) || !digest.pages) throw new Error('the page was not read');
    expect(digest.pages[0]!.text).toContain('ALL DIMENSIONS ARE IN MILLIMETRES');
    expect(digest.sheets[0]).toMatchObject({ sheet_number: 'A-204', title: 'FIRST FLOOR PLAN' });
    expect(digest.detail?.text_layer ?? 'complete').toBe('complete');
    expect(digest.pages[0]!.words.every(({ drawn }) => drawn !== undefined)).toBe(true);
  });
});
