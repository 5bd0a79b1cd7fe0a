import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { NotFound } from '../domain/errors.ts';
import type { CellBox, DrawnWord, PageText, UnreadInk } from '../domain/page-text.ts';
import { derivedPath } from '../domain/uploads/store-path.ts';
import { type DrawingModel, modelVersion, type StoredModel, upgradeModel } from '../drawing/model.ts';
import { withLettering } from '../drawing/text.ts';
import type { FilesRead, FilesWrite } from '../ports.ts';

interface Place {
  organization_id: string;
  document_id: string;
}

/** The objects of a page, its ruled cells and unread ink, and a digest of its image, which is equal for pages that look the same. */
type StoredDrawing = DrawingModel & { image_digest?: string; cells?: CellBox[]; unread?: UnreadInk };

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

/** The objects, ruled cells and unread ink of one page, its packed linework and the digest of its image. */
interface NewDrawing {
  model: DrawingModel;
  cells: CellBox[];
  unread: UnreadInk;
  linework: Uint8Array;
  image_digest?: string | undefined;
}

/** Stores what was detected on one page. */
export const storePageDrawing = async (place: Place, drawing: NewDrawing, files: FilesWrite): Promise<void> => {
  const { model, cells, unread, linework, image_digest } = drawing;
  const stored: StoredDrawing = { ...model, ...(image_digest !== undefined && { image_digest }), cells, unread };
  const [objects, lines] = await Promise.all([packed(stored), promisify(gzip)(linework)]);
  await Promise.all([
    files.put(modelPath(place, model.page), objects, 'application/gzip'),
    files.put(lineworkPath(place, model.page), lines, 'application/gzip'),
  ]);
};

/** Stores what was detected on one page again, with the digest of its image that is stored. */
export const replacePageDrawing = async (
  place: Place,
  drawing: Omit<NewDrawing, 'image_digest'>,
  { read, write }: { read: FilesRead; write: FilesWrite },
): Promise<void> => {
  const stored = await unpacked<StoredDrawing>(modelPath(place, drawing.model.page), read);
  await storePageDrawing(place, { ...drawing, image_digest: stored?.image_digest }, write);
};

/**
 * Combines the objects of a document's pages into one stored object, so that one read returns all of them.
 * @returns the digests of the pages' images
 */
export const joinPageDrawings = async (
  place: Place,
  pageCount: number,
  { read, write }: { read: FilesRead; write: FilesWrite },
): Promise<Map<number, string>> => {
  const models: DrawingModel[] = [];
  const digests = new Map<number, string>();
  const count = Math.min(pageCount, MOST_PAGES);
  for (let first = 1; first <= count; first += PARALLEL) {
    const pages = Array.from({ length: Math.min(PARALLEL, count - first + 1) }, (_, i) => first + i);
    const some = await Promise.all(pages.map((page) => unpacked<StoredDrawing>(modelPath(place, page), read)));
    for (const stored of some) {
      if (!stored) continue;
      const { image_digest, cells: _, unread: __, ...model } = stored;
      models.push(model);
      if (image_digest) digests.set(model.page, image_digest);
    }
  }
  await write.put(documentPath(place), await packed(models), 'application/gzip');
  return digests;
};

/** Returns the pages with the ruled cells, the drawn lettering and the unread ink that were stored with their drawings. */
export const withStoredObjects = async (
  place: Place,
  pages: readonly PageText[],
  files: FilesRead,
): Promise<PageText[]> => {
  const result: PageText[] = [];
  for (let first = 0; first < pages.length; first += PARALLEL) {
    const some = pages.slice(first, first + PARALLEL).map(async (page) => {
      const stored = await unpacked<StoredDrawing>(modelPath(place, page.page), files);
      if (!stored?.cells) return page;
      const { cells, unread, lettering = [] } = stored;
      return { ...withLettering(page, lettering), cells, ...(unread && { unread }) };
    });
    result.push(...(await Promise.all(some)));
  }
  return result;
};

/** Returns the words that were read from a page's strokes, and what may be lettering too; null if they are not stored. */
export const readStrokes = async (
  place: Place,
  page: number,
  files: FilesRead,
): Promise<{ lettering: readonly DrawnWord[]; unread: UnreadInk } | null> => {
  const stored = await unpacked<StoredDrawing>(modelPath(place, page), files);
  return stored?.unread ? { lettering: stored.lettering ?? [], unread: stored.unread } : null;
};

/** Returns the objects of a page; null if it was processed by an earlier version, or without objects. */
export const readPageModel = async (place: Place, page: number, files: FilesRead): Promise<DrawingModel | null> => {
  const stored = await unpacked<StoredDrawing>(modelPath(place, page), files);
  return stored?.version === modelVersion ? stored : null;
};

/** Returns the objects of all pages of a document; none if it was processed without objects. */
export const readDrawings = async (place: Place, files: FilesRead): Promise<DrawingModel[]> =>
  ((await unpacked<StoredModel[]>(documentPath(place), files)) ?? []).map(upgradeModel);
