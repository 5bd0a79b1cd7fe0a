import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ocrAssets } from '../../../infra/local/textract/assets.ts';

test('language data is read from the folder named by the environment', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessdata-'));
  try {
    writeFileSync(join(folder, 'rus.traineddata'), '');
    const named = { TESSDATA_PREFIX: folder, TESSDATA_LANGUAGES: 'rus+eng' };
    expect(ocrAssets(named)).toMatchObject({ data: folder, languages: 'rus+eng', gzip: false });
    writeFileSync(join(folder, 'rus.traineddata.gz'), '');
    expect(ocrAssets(named)).toMatchObject({ gzip: true });
    expect(ocrAssets({})).toMatchObject({ languages: 'eng', gzip: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
