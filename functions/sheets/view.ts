import * as z from 'zod';
import { pageImagePath, pageThumbnailPath } from '../../shared/domain/documents/page-paths.ts';
import { DISCIPLINES } from '../../shared/domain/sheets/discipline.ts';
import type { RegisteredSheet, SheetRevision } from '../../shared/domain/sheets/sheet-register.ts';
import type { FilesPresign } from '../../shared/ports.ts';
import { sheetIdOf } from './lib/sheet-id.ts';

/** Lifetime of image links in seconds. */
const LINK_SECONDS = 3600;

const printed = (example: string, description: string) => z.string().nullable().meta({ description, example });

/** A revision of a sheet: a page of a document. */
const Revision = z
  .object({
    document_id: z.string(),
    page: z.int().min(1).meta({ description: 'The page number in the file, from 1', example: 1 }),
    sheet_number: z.string().meta({ description: 'The number as it is printed', example: 'A-101' }),
    title: printed('GROUND FLOOR PLAN', 'The title in the title block'),
    revision: printed('B', 'The revision in the title block'),
    date: printed('2026-05-04', 'The date in the title block, as it is printed'),
    confidence: z.number().meta({ description: 'Confidence of the sheet number, 0 to 1', example: 0.97 }),
    received_at: z.string().meta({ format: 'date-time', description: 'When the document was created' }),
    image_url: z.string().meta({ description: 'A link to an image of the page that is valid for an hour' }),
    thumbnail_url: z.string().meta({ description: 'A link to a thumbnail that is valid for an hour' }),
  })
  .meta({ id: 'SheetRevision', description: 'A revision of a sheet: a page of a document' });

const facts = {
  id: z.string().meta({ description: 'Derived from project and number', example: 'cHJvamVjdApBMTAx' }),
  project_id: z.string(),
  sheet_number: z.string().meta({ description: 'The number on the current revision', example: 'A-101' }),
  title: printed('GROUND FLOOR PLAN', 'The title of the current revision'),
  discipline: z.enum(DISCIPLINES).nullable(),
  current: Revision.meta({ description: 'The current revision' }),
};

/** A sheet in a list. */
export const SheetListItem = z
  .object({ ...facts, revision_count: z.int().min(1).meta({ description: 'Number of revisions', example: 2 }) })
  .meta({ id: 'RegisteredSheetListItem' });

/** A sheet with its history. */
export const RegisteredSheetView = z
  .object({ ...facts, revisions: z.array(Revision).meta({ description: 'From the oldest to the current one' }) })
  .meta({ id: 'RegisteredSheet' });

type Place = { organizationId: string; projectId: string };

const toRevision = async (
  { organizationId }: Place,
  { created_at, discipline: _, ...revision }: SheetRevision,
  presign: FilesPresign,
): Promise<z.input<typeof Revision>> => {
  const { document_id, page } = revision;
  const [image_url, thumbnail_url] = await Promise.all([
    presign.view(pageImagePath(organizationId, document_id, page), LINK_SECONDS),
    presign.view(pageThumbnailPath(organizationId, document_id, page), LINK_SECONDS),
  ]);
  return { ...revision, received_at: created_at, image_url, thumbnail_url };
};

const toFacts = async (place: Place, { key, current }: RegisteredSheet, presign: FilesPresign) => {
  const { sheet_number, title, discipline } = current;
  const id = sheetIdOf({ project_id: place.projectId, key });
  const view = await toRevision(place, current, presign);
  return { id, project_id: place.projectId, sheet_number, title, discipline, current: view };
};

export const toListItem = async (
  place: Place,
  sheet: RegisteredSheet,
  presign: FilesPresign,
): Promise<z.input<typeof SheetListItem>> => ({
  ...(await toFacts(place, sheet, presign)),
  revision_count: sheet.revisions.length,
});

export const toSheet = async (
  place: Place,
  sheet: RegisteredSheet,
  presign: FilesPresign,
): Promise<z.input<typeof RegisteredSheetView>> => ({
  ...(await toFacts(place, sheet, presign)),
  revisions: await Promise.all(sheet.revisions.map((revision) => toRevision(place, revision, presign))),
});
