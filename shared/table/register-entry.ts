import * as z from 'zod';
import { DocumentRecord } from '../domain/documents/document.ts';
import type { RegisterLine } from '../domain/register/register-line.ts';
import { writeSheetLines } from '../domain/sheets/sheet-lines.ts';

/**
 * The fields of a document that a list can filter, sort or search by. The register entry has only these, under the same
 * names, so that one expression changes both record and entry.
 */
export const REGISTER_FIELDS = [
  'document_id',
  'title',
  'description',
  'document_reference',
  'status',
  'processing_status',
  'document_type',
  'category',
  'filename',
  'file_size',
  'uploaded_by',
  'created_at',
  'updated_at',
  'uploaded_at',
  'is_latest',
  'is_deleted',
  'deleted_at',
  'revision',
  'revision_root',
] as const satisfies readonly (keyof DocumentRecord)[];

const picked = Object.fromEntries(REGISTER_FIELDS.map((field) => [field, true])) as {
  [F in (typeof REGISTER_FIELDS)[number]]: true;
};

/** One line of a project's register, as stored. */
export const RegisterEntry = DocumentRecord.pick(picked).extend({
  /** The document's sheets, as `writeSheetLines` writes them; absent in entries written before sheets were listed. */
  sheet_lines: z.string().nullable().default(null),
});
export type RegisterEntry = z.infer<typeof RegisterEntry>;

/** The fields of an entry that the register in memory reads; of `uploaded_by` it reads only `_id`. */
export const LINE_FIELDS = [...REGISTER_FIELDS, 'sheet_lines' as const].filter(
  (field): field is keyof RegisterEntry & keyof RegisterLine => field !== 'is_latest' && field !== 'revision',
);

/** Returns the register entry of a full record. */
export const registerEntryOf = (record: DocumentRecord): RegisterEntry => ({
  ...(Object.fromEntries(REGISTER_FIELDS.map((field) => [field, record[field]])) as Pick<
    DocumentRecord,
    (typeof REGISTER_FIELDS)[number]
  >),
  sheet_lines: writeSheetLines(record.sheets),
});
