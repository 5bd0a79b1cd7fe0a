import { expect, test } from 'vitest';
import { pdfSheet } from '../../../shared/comparison/pdf-sheet.ts';
import { NotFound } from '../../../shared/domain/errors.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import { type DrawingModel, modelOf } from '../../../shared/drawing/model.ts';
import type { PdfDocument } from '../../../shared/pdf/index.ts';
import type { FilesRead, FilesWrite } from '../../../shared/ports.ts';
import {
  readPageModel,
  replacePageDrawing,
  storePageDrawing,
  withStoredObjects,
} from '../../../shared/sheets/stored-drawings.ts';

const place = { organization_id: 'o', document_id: 'd' };
const none = { paths: new Uint32Array(), verbs: new Uint8Array(), points: new Float32Array() };
const linework = {
  ...{ width: 100, height: 50, styles: [], layers: [], instances: [], truncated: false },
  ...{ ...none, pictures: new Float32Array() },
};
const model = modelOf(linework, { page: 2, words: [] });
const drawn = { text: 'W1', x: 1, y: 1, width: 9, height: 5, size: 5, angle: 0, drawn: 0.9 } as const;

const storeOf = () => {
  const stored = new Map<string, Uint8Array>();
  const write = { put: async (path: string, bytes: Uint8Array) => void stored.set(path, bytes) };
  const read = {
    bytes: async (path: string) => {
      const bytes = stored.get(path);
      if (!bytes) throw new NotFound(path);
      return bytes;
    },
  };
  return { read: read as unknown as FilesRead, write: write as unknown as FilesWrite };
};

test('the stored objects of a page are those of today, unless an earlier version made them', async () => {
  const { read, write } = storeOf();
  const readBack = async (change: Partial<DrawingModel>) => {
    const rest = {
      cells: [],
      unread: { images: [], lettering: [] },
      linework: new Uint8Array(),
      image_digest: 'digest',
    };
    await storePageDrawing(place, { model: { ...model, ...change }, ...rest }, write);
    return await readPageModel(place, 2, read);
  };
  expect(await readPageModel(place, 2, read)).toBeNull();
  expect(await readBack({})).toMatchObject(model);
  expect(await readBack({ version: 2 })).toBeNull();
  expect(await readBack({ lettering: [drawn] })).toMatchObject({ lettering: [drawn] });
});

test('lettering that is read later replaces the stored objects of its page and becomes its text', async () => {
  const { read, write } = storeOf();
  const rest = { cells: [], unread: { images: [], lettering: [] }, linework: new Uint8Array() };
  await storePageDrawing(place, { model, ...rest, image_digest: 'digest' }, write);
  await replacePageDrawing(place, { model: { ...model, lettering: [drawn] }, ...rest }, { read, write });
  expect(await readPageModel(place, 2, read)).toMatchObject({ lettering: [drawn], image_digest: 'digest' });
  const page = { page: 2, width: 100, height: 50, words: [], text: '' };
  expect(await withStoredObjects(place, [page], read)).toMatchObject([{ words: [drawn], text: 'W1' }]);
});

test('a page is compared with its stored objects, and with detected ones if there are none', async () => {
  const detected = { ...model, source: 'vector' as const };
  const document = { imageOnly: async () => false, model: async () => detected } as unknown as PdfDocument;
  const text = { page: 2, width: 100, height: 50, rotation: 0, words: [], text: '' } satisfies PageText;
  const modelWith = async (stored?: () => Promise<DrawingModel | null>) =>
    await (await pdfSheet(document, text, undefined, stored)).model();
  expect(await modelWith(async () => model)).toBe(model);
  expect(await modelWith(async () => null)).toBe(detected);
  expect(await modelWith()).toBe(detected);
});
