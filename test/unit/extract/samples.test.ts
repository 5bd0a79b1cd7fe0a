import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { probeFile } from '../../../shared/domain/files/probe.ts';
import { extractTextSafely } from '../../../shared/extract/extract-safely.ts';

const FOLDER = join(import.meta.dirname, '../../../../shared/samples/office');

describe.skipIf(!existsSync(FOLDER))('office files of real projects', () => {
  it.each([
    ['beams.docx', 'docx', 2, 'allowable stress design (ASD) is performed for steel elements using 2.1.3.'],
    ['columns.docx', 'docx', 3, 'Column Analysis. Columns at Axis 3, Axis 7'],
    ['clean_in_place.doc', 'doc', 1, 'Before and after use'],
    ['proforma.xlsx', 'xlsx', 4, 'Total Cost for Conditioned Area:\t$9,724,000'],
    ['uniformat.xls', 'xls', 1, 'Pedestrian Tunnels'],
  ])('%s is a %s of %i pages', async (name, kind, count, sentence) => {
    const bytes = new Uint8Array(readFileSync(join(FOLDER, name)));
    const detected = await probeFile(async (offset, length) => bytes.slice(offset, offset + length), bytes.length);
    expect(detected).toMatchObject({ kind, tier: 'TEXT_ONLY' });
    const { pages, text, warnings } = await extractTextSafely(detected.kind, bytes);
    expect(pages).toHaveLength(count);
    expect(text).toContain(sentence);
    expect(warnings).toEqual([]);
  });
});
