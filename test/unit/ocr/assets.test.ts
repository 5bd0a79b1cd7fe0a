import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ocrAssets } from '../../../infra/local/textract/ocr-assets.ts';

test('languages are read from the folder named by the environment, else from packages; missing ones are named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessdata-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'rus.traineddata'), '');
  const named = { TESSDATA_PREFIX: folder, TESSDATA_LANGUAGES: 'rus+ell+eng' };
  const found = ocrAssets(named);
  expect(found.languages).toMatchObject([
    { language: 'rus', folder, gzip: false },
    { language: 'eng', folder: expect.stringContaining('tesseract.js-data'), gzip: true },
  ]);
  expect(found.missing).toEqual(['ell']);
  writeFileSync(join(folder, 'rus.traineddata.gz'), '');
  expect(ocrAssets(named).languages[0]).toMatchObject({ language: 'rus', gzip: true });
  expect(ocrAssets({})).toMatchObject({ languages: [{ language: 'eng', gzip: true }], missing: [] });
  expect(ocrAssets({ TESSDATA_LANGUAGES: 'ell' })).toMatchObject({
    languages: [{ language: 'eng' }],
    missing: ['ell'],
  });
});
