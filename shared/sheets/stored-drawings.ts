import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { NotFound } from '../domain/errors.ts';
import { derivedPath } from '../domain/uploads/store-path.ts';
import type { DrawingModel } from '../drawing/model.ts';
import type { FilesRead, FilesWrite } from '../ports.ts';

interface Place {
  organization_id: string;
  document_id: string;
}

/** Number of objects read concurrently. */
const PARALLEL = 16;
/** Maximum number of pages whose objects are returned; the linework of further pages is stored all the same. */
const MOST_PAGES = 2000;

const pageName = (page: number, rest: string): string => `page-${String(page).padStart(4, '0')}-${rest}`;
const pathOf = ({ organization_id, document_id }: Place, name: string): string =>
  derivedPath(organization_id, document_id, name);
const modelPath = (place: Place, page: number): string => pathOf(place, pageName(page, 'drawing.json.gz'));
/** Returns the key of a page's packed linework, which is gzipped; see unpackLinework. */
const lineworkPath = (place: Place, page: number): string => pathOf(place, pageName(page, 'linework.gz'));
const documentPath = (place: Place): string => pathOf(place, 'drawings.json.gz');

const packed = async (value: unknown): Promise<Uint8Array> => promisify(gzip)(JSON.stringify(value));
const unpacked = async <T>(path: string, files: FilesRead): Promise<T | undefined> => {
  try {
    return JSON.parse((await promisify(gunzip)(await files.bytes(path))).toString()) as T;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
};

/** Stores the objects of one page and its packed linework. */
export const storePageDrawing = async (
  place: Place,
  { model, linework }: { model: DrawingModel; linework: Uint8Array },
  files: FilesWrite,
): Promise<void> => {
  const [objects, lines] = await Promise.all([packed(model), promisify(gzip)(linework)]);
  await Promise.all([
    files.put(modelPath(place, model.page), objects, 'application/gzip'),
    files.put(lineworkPath(place, model.page), lines, 'application/gzip'),
  ]);
};

/** Combines the objects of a document's pages into one stored object, so that one read returns all of them. */
export const joinPageDrawings = async (
  place: Place,
  pageCount: number,
  { read, write }: { read: FilesRead; write: FilesWrite },
): Promise<void> => {
  const models: DrawingModel[] = [];
  const count = Math.min(pageCount, MOST_PAGES);
  for (let first = 1; first <= count; first += PARALLEL) {
    const pages = Array.from({ length: Math.min(PARALLEL, count - first + 1) }, (_, i) => first + i);
    const some = await Promise.all(pages.map((page) => unpacked<DrawingModel>(modelPath(place, page), read)));
    for (const model of some) if (model) models.push(model);
  }
  await write.put(documentPath(place), await packed(models), 'application/gzip');
};

/** Returns the objects of all pages of a document; none if it was processed without objects. */
export const readDrawings = async (place: Place, files: FilesRead): Promise<DrawingModel[]> =>
  (await unpacked<DrawingModel[]>(documentPath(place), files)) ?? [];
