import * as z from 'zod';
import { DISCIPLINES } from './discipline.ts';

/** A page of a document. */
const PageOf = z.object({ document_id: z.string(), page: z.int().min(1) });
export type PageOf = z.infer<typeof PageOf>;

/** Maximum number of pages whose membership of one sheet is decided by hand. */
export const MOST_DECIDED = 200;

/**
 * What people have corrected about a sheet of a project, beyond the title blocks of its pages. It takes precedence over
 * what was read.
 */
export const SheetCorrection = z.object({
  /** The sheet's identifier. */
  id: z.string(),
  organization_id: z.string(),
  project_id: z.string(),
  /** The sheet's normalised number. */
  key: z.string(),
  /** Null: as printed. */
  title: z.string().nullable(),
  discipline: z.enum(DISCIPLINES).nullable(),
  /** Whether the sheet was withdrawn from the set. */
  is_void: z.boolean(),
  /** The normalised number of the sheet whose revisions this one's are. */
  merged_into: z.string().nullable(),
  /** The revision that follows all others received until `at`. */
  current: PageOf.extend({ at: z.string() }).nullable(),
  /** Pages that were confirmed to be a revision of this sheet (`accepted`), or not to be one. */
  decided: z.array(PageOf.extend({ accepted: z.boolean() })).max(MOST_DECIDED),
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type SheetCorrection = z.infer<typeof SheetCorrection>;

/** The corrected facts of a sheet. */
export type Corrections = Pick<
  SheetCorrection,
  'key' | 'title' | 'discipline' | 'is_void' | 'merged_into' | 'current' | 'decided'
>;

/** The version of a sheet that nobody has corrected. */
export const UNCORRECTED_VERSION = 0;

/** A sheet that nobody has corrected. */
export const UNCORRECTED: Omit<Corrections, 'key'> = {
  ...{ title: null, discipline: null, is_void: false, merged_into: null, current: null, decided: [] },
};
