import type { RegisterRow, SortField } from '../../domain/register/register.ts';
import { instant, referenceOf, titleOf } from '../../domain/register/register-line.ts';
import { sortKeyOf } from '../../domain/register/sort-key.ts';
import { compareRows } from '../../domain/register/sorted-order.ts';
import { type Clause, meeting } from '../../domain/search/clauses.ts';
import { askedWords } from '../../domain/search/described.ts';
import type { EntityRow } from '../../domain/search/rows.ts';
import type { DocumentsRequest } from '../../ports.ts';
import { membershipClauses } from './membership.ts';
import { type IndexView, isShown } from './reader.ts';

/** The column by which each sort field is sorted. */
const COLUMN = {
  ...{ created_at: 'created_at', updated_at: 'updated_at', uploaded_at: 'uploaded_at', file_size: 'file_size' },
  ...{ document_type: 'document_type', status: 'status', processing_status: 'processing_status' },
  ...{ filename: 'filename', title: 'searched', document_reference: 'searched' },
} as const satisfies Record<SortField, keyof EntityRow>;

/** Returns the sort key of a value, as the register defines it. */
const keyOf = (field: SortField, value: string | number | null): string | number | undefined => {
  if (value === null) return undefined;
  if (typeof value === 'number') return value;
  if (field.endsWith('_at')) return instant(value);
  if (field === 'title') return sortKeyOf(titleOf(value)) || undefined;
  if (field === 'document_reference') return sortKeyOf(referenceOf(value)) || undefined;
  if (field === 'filename') return sortKeyOf(value.toLowerCase()) || undefined;
  return value.toLowerCase() || undefined;
};

const has = (column: string, value: string | undefined): Clause[] =>
  value === undefined ? [] : [{ column, in: [value] }];

/** As `narrowText` of the register: matches the text as written, or all of its words. */
const textClauses = (text: string | undefined): Clause[] => {
  if (!text) return [];
  const words = askedWords(text).map(
    ({ needles }): Clause => ({ any: needles.map((needle) => ({ column: 'described', contains: needle })) }),
  );
  const asWritten: Clause = { column: 'searched', contains: text };
  return [words.length === 0 ? asWritten : { any: [asWritten, { all: words }] }];
};

const clausesOf = ({ projects, ...query }: DocumentsRequest): Clause[] => [
  ...membershipClauses(projects),
  { column: 'type', in: ['document'] },
  ...(query.documentTypes ? [{ column: 'document_type', in: query.documentTypes }] : []),
  ...(query.statuses ? [{ column: 'status', in: query.statuses }] : []),
  ...has('category', query.category),
  ...has('uploaded_by', query.uploadedBy),
  ...(query.createdFrom === undefined && query.createdTo === undefined
    ? []
    : [{ column: 'created_at', from: query.createdFrom, to: query.createdTo }]),
  ...(query.updatedFrom === undefined ? [] : [{ column: 'updated_at', from: query.updatedFrom }]),
  ...textClauses(query.text),
];

/**
 * Returns the ids of one page of documents, in the order that a single register of all projects would have; undefined
 * while there is no index.
 */
export const listDocuments = async (view: IndexView, request: DocumentsRequest): Promise<string[] | undefined> => {
  if (!view.index) return undefined;
  const { sortBy, sortOrder, skip, limit } = request;
  const column = COLUMN[sortBy];
  const meets = meeting(clausesOf(request));
  const rows: RegisterRow[] = [];
  const take = (row: Pick<EntityRow, 'id' | typeof column>) => {
    if (meets(row)) rows.push({ id: row.id, key: keyOf(sortBy, row[column]) });
  };
  const listed = await view.index.listed();
  for (const { row, owner, segment, item } of view.index.rows()) {
    if (row.type === 'document' && isShown(view, row, owner)) take({ ...row, ...listed[segment]![item]! });
  }
  for (const row of view.entities) take(row);
  const sign = sortOrder === 'asc' ? 1 : -1;
  return rows
    .sort((a, b) => compareRows(a, b, sign))
    .slice(skip, skip + limit)
    .map(({ id }) => id);
};
