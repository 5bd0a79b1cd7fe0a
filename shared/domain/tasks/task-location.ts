import * as z from 'zod';
import { DocumentId } from '../documents/values.ts';
import type { PageOf } from '../sheets/sheet-correction.ts';
import { SheetId } from '../sheets/sheet-id.ts';
import { type RegisteredSheet, type SheetRegister, sheetOnPage } from '../sheets/sheet-register.ts';

/** Rounded, since tables cannot store numbers as small as JSON allows. */
const fraction = z
  .number()
  .min(0)
  .max(1)
  .overwrite((value) => Math.round(value * 1e6) / 1e6);
const LocationBox = z
  .strictObject({ x: fraction, y: fraction, width: fraction, height: fraction })
  .refine(({ x, width }) => x + width <= 1.000001, 'reaches beyond the right edge of the page')
  .refine(({ y, height }) => y + height <= 1.000001, 'reaches beyond the bottom edge of the page')
  .meta({
    description: "Fractions of the page's width and height, origin top left; width and height 0 for a point",
    example: { x: 0.42, y: 0.31, width: 0.05, height: 0.04 },
  });

/** Where a task is to be pinned: on the current revision of a sheet, or on a page of a document. */
export const RequestedLocation = z
  .strictObject({
    sheet_id: SheetId.optional().meta({ description: 'The sheet, whose current revision is meant' }),
    document_id: DocumentId.optional().meta({ description: 'The document, instead of a sheet' }),
    page: z.int().min(1).max(100_000).optional().meta({ description: 'The page of the document; 1 if not given' }),
    bounding_box: LocationBox.nullable().optional().meta({ description: 'Where on the page; null for all of it' }),
  })
  .refine((location) => (location.sheet_id === undefined) !== (location.document_id === undefined), {
    message: 'must contain either sheet_id or document_id',
  })
  .refine((location) => location.page === undefined || location.document_id !== undefined, {
    message: 'has a page only with document_id',
  })
  .meta({ id: 'RequestedTaskLocation', description: 'Where the task is pinned' });
export type RequestedLocation = z.output<typeof RequestedLocation>;

/** Where a task was pinned. */
export const TaskLocation = z.object({
  document_id: z.string(),
  page: z.int().min(1),
  bounding_box: LocationBox.nullable(),
  /** The normalised number of the sheet that the page held when the task was pinned; null without one. */
  sheet_key: z.string().nullable(),
});
export type TaskLocation = z.infer<typeof TaskLocation>;

/** Where a task is to be shown. */
export interface LocatedTask {
  /** The normalised number of its sheet; null if the page holds none. */
  key: string | null;
  sheet: RegisteredSheet | undefined;
  /** The current revision of the sheet, else the page that the task was pinned to. */
  place: PageOf;
}

/**
 * Returns a function that finds where tasks are to be shown. A task follows the sheet that its page is a revision of; if
 * the page no longer has a number or its document was deleted, the sheet that it was when the task was pinned.
 * @param register the register of the tasks' project
 */
export const locator =
  (register: SheetRegister) =>
  (location: TaskLocation): LocatedTask => {
    const { document_id, page, sheet_key } = location;
    const numbered = register.withPage(location);
    // A page that is not yet confirmed, or was rejected, belongs to no sheet.
    const sheet = numbered ? sheetOnPage(register, location) : register.find(sheet_key ?? '');
    const key = sheet?.key ?? (numbered ? null : sheet_key);
    return { key, sheet, place: sheet?.current ?? { document_id, page } };
  };
