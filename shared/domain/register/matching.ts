import type { CodeColumn } from './columns.ts';
import type { DescribedTexts } from './described-texts.ts';
import type { RegisterQuery } from './register.ts';
import type { RegisterColumns } from './register-columns.ts';
import { instant } from './register-line.ts';
import type { TextSignatures } from './text-signatures.ts';

/** Removes the slots whose code is not among the texts, or, with `excluded`, is among them. */
const narrowCodes = (match: Uint8Array, column: CodeColumn, texts: readonly string[], excluded = false): void => {
  const allowed = new Uint8Array(column.codeCount).fill(excluded ? 1 : 0);
  for (const text of texts) {
    const code = column.codeOf(text);
    if (code !== undefined) allowed[code] = excluded ? 0 : 1;
  }
  const { codes } = column;
  for (let slot = 0; slot < match.length; slot++) match[slot]! &= allowed[codes[slot]!]!;
};

const narrowRange = (match: Uint8Array, values: Float64Array, from: number, to: number): void => {
  for (let slot = 0; slot < match.length; slot++) {
    const value = values[slot]!;
    if (!(value >= from && value <= to)) match[slot] = 0;
  }
};

const narrowDeleted = (match: Uint8Array, deletedAt: Float64Array, isDeleted: boolean): void => {
  for (let slot = 0; slot < match.length; slot++) {
    if (Number.isNaN(deletedAt[slot]) === isDeleted) match[slot] = 0;
  }
};

/** Removes permanently deleted documents, which have no creation time. */
const narrowToKnown = (match: Uint8Array, created: Float64Array): void => {
  for (let slot = 0; slot < match.length; slot++) if (Number.isNaN(created[slot])) match[slot] = 0;
};

/** The lookup structures for a search by text. */
export interface TextLookup {
  signatures: TextSignatures;
  described: DescribedTexts;
}

/** Keeps the documents that contain the text as written, and those that match all of its words. */
const narrowText = (match: Uint8Array, texts: readonly string[], text: string, lookup: TextLookup): void => {
  const byWords = match.slice();
  lookup.described.narrow(byWords, texts, text);
  lookup.signatures.narrow(match, texts, text);
  for (let slot = 0; slot < match.length; slot++) {
    if (byWords[slot] === 1) match[slot] = 1;
    else if (match[slot] === 1 && !texts[slot]!.includes(text)) match[slot] = 0;
  }
};

/**
 * Keeps, of each revision chain, the document that was the latest at the instant: created and not deleted before it,
 * and the youngest of those (ties are decided by the greatest id).
 */
const narrowToLatest = (match: Uint8Array, columns: RegisterColumns, at: number): void => {
  const { ids, codes, numbers } = columns.data;
  const root = codes.revision_root;
  const created = numbers.created_at.values;
  const deleted = numbers.deleted_at.values;
  // A chain is numbered by the slot of its first document; if that is unknown, by a number beyond all slots.
  const chainOf = [-1, ...root.texts.map((id, index) => columns.slotOf(id) ?? match.length + index)];
  const latest = new Int32Array(match.length + root.codeCount).fill(-1);
  for (let slot = 0; slot < match.length; slot++) {
    if (!(created[slot]! <= at) || deleted[slot]! <= at) continue;
    const code = root.codes[slot]!;
    const chain = code === 0 ? slot : chainOf[code]!;
    const former = latest[chain]!;
    const younger =
      former < 0 ||
      created[slot]! > created[former]! ||
      (created[slot] === created[former] && ids[slot]! > ids[former]!);
    if (younger) latest[chain] = slot;
  }
  match.fill(0);
  for (const slot of latest) if (slot >= 0) match[slot] = 1;
};

/**
 * Returns one byte per slot: 1 if the document matches every filter of the query. Uses tight loops over flat columns.
 */
export const matching = (columns: RegisterColumns, lookup: TextLookup, query: RegisterQuery): Uint8Array => {
  const { texts, codes, numbers } = columns.data;
  const match = new Uint8Array(columns.size).fill(1);
  narrowToKnown(match, numbers.created_at.values);
  if (query.asOf !== undefined) narrowToLatest(match, columns, instant(query.asOf));
  else if (query.isDeleted !== undefined) narrowDeleted(match, numbers.deleted_at.values, query.isDeleted);
  if (query.documentTypes) narrowCodes(match, codes.document_type, query.documentTypes);
  if (query.processingStatuses) narrowCodes(match, codes.processing_status, query.processingStatuses);
  if (query.excludedProcessingStatuses) {
    narrowCodes(match, codes.processing_status, query.excludedProcessingStatuses, true);
  }
  if (query.statuses) narrowCodes(match, codes.status, query.statuses);
  if (query.category !== undefined) narrowCodes(match, codes.category, [query.category]);
  if (query.uploadedBy !== undefined) narrowCodes(match, codes.uploaded_by, [query.uploadedBy]);
  if (query.createdFrom !== undefined || query.createdTo !== undefined) {
    const from = query.createdFrom === undefined ? Number.NEGATIVE_INFINITY : instant(query.createdFrom);
    const to = query.createdTo === undefined ? Number.POSITIVE_INFINITY : instant(query.createdTo);
    narrowRange(match, numbers.created_at.values, from, to);
  }
  if (query.updatedFrom !== undefined) {
    narrowRange(match, numbers.updated_at.values, instant(query.updatedFrom), Number.POSITIVE_INFINITY);
  }
  if (query.text) narrowText(match, texts, query.text, lookup);
  return match;
};
