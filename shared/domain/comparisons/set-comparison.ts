import * as z from 'zod';
import { DISCIPLINES } from '../sheets/discipline.ts';
import { User } from '../user.ts';

const text = z.string().nullable();

/** What a set was taken from: a document, or the current set of the project, at an earlier time if `as_of` is given. */
export const SetSource = z
  .object({ document_id: text, as_of: text })
  .meta({ description: 'The document, or else the current set, as it was received by `as_of`' });
export type SetSource = z.infer<typeof SetSource>;

const SetPage = z
  .object({ document_id: z.string(), page: z.int(), sheet_number: z.string(), title: text, revision: text })
  .meta({ id: 'SetPage', description: 'The page of a sheet; null if the set does not contain it' });

/** A sheet of the two sets. */
export const ComparedSetSheet = z.object({
  change: z
    .enum(['added', 'removed', 'renamed', 'changed', 'unchanged'])
    .meta({ description: 'What the newer set changes' }),
  discipline: z.enum(DISCIPLINES).nullable(),
  older: SetPage.nullable(),
  newer: SetPage.nullable(),
  /** The comparison of both pages, for a sheet that was changed or renamed. */
  drawing_comparison_id: text,
});
export type ComparedSetSheet = z.infer<typeof ComparedSetSheet>;

const count = (description: string) => z.int().min(0).meta({ description, example: 3 });
export const SheetCounts = z
  .object({
    added: count('Sheets that only the newer set contains'),
    removed: count('Sheets that only the older set contains'),
    renamed: count('Sheets with another number and the same title'),
    changed: count('Sheets whose pages look different'),
    unchanged: count('Sheets whose pages look the same'),
  })
  .meta({ id: 'SheetCounts', description: 'Number of sheets by change' });
export type SheetCounts = z.infer<typeof SheetCounts>;

/**
 * A comparison of two sets of sheets, as they were when it was requested. Changed sheets have a drawing comparison each,
 * from which its status and totals follow.
 */
export const SetComparisonRecord = z.object({
  id: z.string(),
  organization_id: z.string(),
  project_id: z.string(),
  older: SetSource,
  newer: SetSource,
  counts: SheetCounts,
  /** The sheets as gzipped JSON in base64, since a record holds at most 400 KB. */
  sheets: z.string(),
  requested_by: User,
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type SetComparisonRecord = z.infer<typeof SetComparisonRecord>;

/** Returns how many sheets were changed in which way. */
export const countChanges = (sheets: readonly Pick<ComparedSetSheet, 'change'>[]): SheetCounts => {
  const counts: SheetCounts = { added: 0, removed: 0, renamed: 0, changed: 0, unchanged: 0 };
  for (const { change } of sheets) counts[change]++;
  return counts;
};
