import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dataToRead, ocrAssets } from '../../../infra/local/textract/ocr-assets.ts';

test('languages are read from the folder named by the environment, else from packages; missing ones are named', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessdata-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'rus.traineddata'), '');
  const named = { TESSDATA_PREFIX: folder, TESSDATA_LANGUAGES: 'rus+tha+eng' };
  const found = ocrAssets(named);
  expect(found.languages).toMatchObject([
    { language: 'rus', folder, gzip: false },
    { language: 'eng', folder: expect.stringContaining('tesseract.js-data'), gzip: true },
  ]);
  expect(found.missing).toEqual(['tha']);
  writeFileSync(join(folder, 'rus.traineddata.gz'), '');
  expect(ocrAssets(named).languages[0]).toMatchObject({ language: 'rus', gzip: true });
  const installed = ocrAssets({});
  expect(installed.languages[0]).toMatchObject({ language: 'eng', gzip: true });
  expect(installed.missing).toEqual([]);
  expect(ocrAssets({ TESSDATA_LANGUAGES: 'tha' })).toMatchObject({
    languages: [{ language: 'eng' }],
    missing: ['tha'],
  });
});

test('a language is read with its own data, another script also with that of English', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessdata-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const language of ['eng', 'ces', 'rus', 'chi_sim', 'kir'])
    writeFileSync(join(folder, `${language}.traineddata`), '');
  const assets = (named: string) => ocrAssets({ TESSDATA_PREFIX: folder, TESSDATA_LANGUAGES: named });
  const read = (named: string, language?: string) => dataToRead(assets(named), language).map((data) => data.language);
  expect(read('eng+ces+chi_sim')).toEqual(['eng']);
  expect(read('eng+ces+chi_sim', 'ces')).toEqual(['ces']);
  expect(read('eng+ces+chi_sim', 'chi_sim')).toEqual(['chi_sim', 'eng']);
  expect(read('eng+kir', 'kir')).toEqual(['kir', 'eng']);
  expect(dataToRead(assets('eng+chi_sim'), 'chi_sim', true)).toMatchObject([{ language: 'chi_sim' }]);
  expect(dataToRead(assets('eng+chi_sim'), 'chi_sim', true)).toHaveLength(1);
  expect(read('rus+eng')).toEqual(['rus', 'eng']);
  expect(read('rus')).toEqual(['rus']);
  expect(read('eng', 'ces')).toEqual(['eng']);
});
