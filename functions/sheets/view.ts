import * as z from 'zod';
import { pageImagePath, pageThumbnailPath } from '../../shared/domain/documents/page-paths.ts';
import { DISCIPLINES } from '../../shared/domain/sheets/discipline.ts';
import { sheetIdOf } from '../../shared/domain/sheets/sheet-id.ts';
import type { RegisteredSheet, SheetRevision } from '../../shared/domain/sheets/sheet-register.ts';
import type { FilesPresign } from '../../shared/ports.ts';

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
  sheet_number: z.string().meta({ description: 'The number as it is printed', example: 'A-101' }),
  title: printed('GROUND FLOOR PLAN', 'The corrected title, else that of the current revision'),
  discipline: z.enum(DISCIPLINES).nullable(),
  is_void: z.boolean().meta({ description: 'Whether the sheet was withdrawn from the set', example: false }),
  current: Revision.meta({ description: 'The current revision' }),
};

/** A sheet in a list. */
export const SheetListItem = z
  .object({
    ...facts,
    revision_count: z.int().min(1).meta({ description: 'Number of revisions', example: 2 }),
    proposal_count: z.int().min(0).meta({ description: 'Number of pages that wait for a confirmation', example: 0 }),
  })
  .meta({ id: 'RegisteredSheetListItem' });

/** A sheet with its history. */
export const RegisteredSheetView = z
  .object({
    ...facts,
    revisions: z.array(Revision).meta({ description: 'From the oldest to the latest issue' }),
    proposals: z.array(Revision).meta({
      description:
        'Pages whose number was read with a low confidence, or only counts sheets and is printed beside another title: ' +
        'they supersede nothing until they are confirmed with `confirm`',
    }),
    rejected: z.array(Revision).meta({ description: 'Pages that were rejected with `reject`' }),
    merged: z
      .array(
        z.object({ id: z.string(), key: z.string().meta({ description: 'The normalised number', example: 'A101' }) }),
      )
      .meta({ description: 'The sheets that were merged into this one' }),
  })
  .meta({ id: 'RegisteredSheet' });

type Place = { organizationId: string; projectId: string };

const toRevision = async (
  { organizationId }: Place,
  { created_at, discipline: _, image_digest: __, ...revision }: SheetRevision,
  presign: FilesPresign,
): Promise<z.input<typeof Revision>> => {
  const { document_id, page } = revision;
  const [image_url, thumbnail_url] = await Promise.all([
    presign.view(pageImagePath(organizationId, document_id, page), LINK_SECONDS),
    presign.view(pageThumbnailPath(organizationId, document_id, page), LINK_SECONDS),
  ]);
  return { ...revision, received_at: created_at, image_url, thumbnail_url };
};

const toFacts = async (place: Place, sheet: RegisteredSheet, presign: FilesPresign) => {
  const { key, sheet_number, title, discipline, is_void } = sheet;
  const id = sheetIdOf({ project_id: place.projectId, key });
  const current = await toRevision(place, sheet.current, presign);
  return { id, project_id: place.projectId, sheet_number, title, discipline, is_void, current };
};

export const toSheetListItem = async (
  place: Place,
  sheet: RegisteredSheet,
  presign: FilesPresign,
): Promise<z.input<typeof SheetListItem>> => ({
  ...(await toFacts(place, sheet, presign)),
  revision_count: sheet.revisions.length,
  proposal_count: sheet.proposals.length,
});

export const toRegisteredSheet = async (
  place: Place,
  sheet: RegisteredSheet,
  presign: FilesPresign,
): Promise<z.input<typeof RegisteredSheetView>> => {
  const views = (revisions: readonly SheetRevision[]) =>
    Promise.all(revisions.map((revision) => toRevision(place, revision, presign)));
  return {
    ...(await toFacts(place, sheet, presign)),
    revisions: await views(sheet.revisions),
    proposals: await views(sheet.proposals),
    rejected: await views(sheet.rejected),
    merged: sheet.merged.map((key) => ({ id: sheetIdOf({ project_id: place.projectId, key }), key })),
  };
};
