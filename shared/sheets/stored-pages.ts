import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod';
import { NotFound } from '../domain/errors.ts';
import type { PageText } from '../domain/page-text.ts';
import { derivedPath } from '../domain/uploads/store-path.ts';
import type { FilesRead, FilesWrite } from '../ports.ts';

interface Place {
  organization_id: string;
  document_id: string;
}

/** Number of objects written concurrently. */
const PARALLEL = 16;

/** Size and rotation of a page: points as displayed, degrees clockwise. */
const PageFrame = z.object({ page: z.int(), width: z.number(), height: z.number(), rotation: z.number().optional() });
export type PageFrame = z.infer<typeof PageFrame>;

const StoredPage = PageFrame.extend({
  text: z.string(),
  words: z.array(
    z.object({
      text: z.string(),
      x: z.number(),
      y: z.number(),
      width: z.number(),
      height: z.number(),
      angle: z.number(),
    }),
  ),
});
export type StoredPage = z.infer<typeof StoredPage>;

const framesPath = ({ organization_id, document_id }: Place): string =>
  derivedPath(organization_id, document_id, 'pages.json.gz');
const textPath = ({ organization_id, document_id }: Place, page: number): string =>
  derivedPath(organization_id, document_id, `page-${String(page).padStart(4, '0')}-text.json.gz`);

const put = async (path: string, value: unknown, files: FilesWrite): Promise<void> =>
  files.put(path, await promisify(gzip)(JSON.stringify(value)), 'application/gzip');

const read = async <T>(path: string, schema: z.ZodType<T>, files: FilesRead): Promise<T | undefined> => {
  try {
    return schema.parse(JSON.parse((await promisify(gunzip)(await files.bytes(path))).toString()));
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
};

const hundredths = (value: number): number => Math.round(value * 100) / 100;

const frameOf = ({ page, width, height, rotation }: PageText): PageFrame => ({
  ...{ page, width: hundredths(width), height: hundredths(height) },
  ...(rotation !== undefined && { rotation }),
});

/** Stores the size of all pages in one object, and the text of each page in an object of its own. Idempotent. */
export const storePages = async (place: Place, pages: readonly PageText[], files: FilesWrite): Promise<void> => {
  for (let start = 0; start < pages.length; start += PARALLEL) {
    const some = pages.slice(start, start + PARALLEL).map((each) => {
      const { text, words } = each;
      return put(textPath(place, each.page), { ...frameOf(each), text, words }, files);
    });
    await Promise.all(some);
  }
  await put(framesPath(place), pages.map(frameOf), files);
};

/** Returns the sizes of all pages; none if the document was processed without storing them, or is no PDF. */
export const readPageFrames = async (place: Place, files: FilesRead): Promise<PageFrame[]> =>
  (await read(framesPath(place), z.array(PageFrame), files)) ?? [];

/** Returns a page with its text; undefined if it was not stored. */
export const readPageText = (place: Place, page: number, files: FilesRead): Promise<StoredPage | undefined> =>
  read(textPath(place, page), StoredPage, files);
