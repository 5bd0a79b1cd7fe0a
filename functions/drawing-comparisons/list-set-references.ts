import * as z from 'zod';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { sheetKey } from '../../shared/domain/sheets/citations.ts';
import { findInPage } from '../../shared/domain/text/find-in-page.ts';
import { Box, fractionsOf } from '../../shared/http/box-view.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { readSuperseded } from '../../shared/http/read-sheets.ts';
import type { FilesRead } from '../../shared/ports.ts';
import { lookUpSheets } from '../../shared/sheets/look-up-sheets.ts';
import { readPageText } from '../../shared/sheets/stored-pages.ts';
import { findSetComparison, SetComparisonParams } from './lib/find-set-comparison.ts';
import { unpackSheets } from './lib/packed-sheets.ts';

/** Maximum references returned. */
const MOST = 500;
/** Records per batch read, and pages whose texts are read concurrently. */
const READ = 50;
const PARALLEL = 16;

const Reference = z
  .object({
    sheet_number: z.string().meta({ description: 'The number of the sheet that the set changes', example: 'A-501' }),
    change: z.enum(['removed', 'renamed', 'changed']).meta({ description: 'What the newer set changes' }),
    detail: z.string().nullable().meta({ description: 'The referenced detail: `3` in `3/A-501`', example: '3' }),
    on: z
      .object({
        document_id: z.string(),
        page: z.int().meta({ description: 'The page number in the file, from 1', example: 1 }),
        sheet_number: z.string().nullable(),
        title: z.string().nullable(),
      })
      .meta({ description: 'The page that refers to the sheet' }),
    bounding_boxes: z.array(Box).meta({ description: 'Where the page prints the number; empty if it is not known' }),
  })
  .meta({ id: 'ReferenceToChangedSheet', description: 'A reference to a sheet that the newer set changes' });
type Reference = z.input<typeof Reference>;

export const operation = defineOperation({
  id: 'list-set-references',
  method: 'GET',
  path: '/api/v1/set-comparisons/{set_comparison_id}/references',
  tag: 'Drawing comparisons',
  summary: 'List the references to the changed sheets of a set',
  description:
    'Current sheets and specifications of the project that refer to a changed, renamed or removed sheet, with the ' +
    'position of the reference: what may have to be changed as well. At most 500; `truncated` is set if there are more, ' +
    'or if more than 200 numbers or documents would have to be looked up.',
  auth: { scope: 'documents:read', role: 'viewer' },
  params: SetComparisonParams,
  responses: {
    200: { description: 'The references', schema: z.object({ items: z.array(Reference), truncated: z.boolean() }) },
  },
  errors: [404],
  uses: [
    'set-comparisons.read',
    'documents.read',
    'sheet-index.read',
    'register.read',
    'sheet-corrections.read',
    'files.read',
  ],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

type Changes = ReadonlyMap<string, Pick<Reference, 'sheet_number' | 'change'>>;

/** Returns the references of a document's current pages to the changed sheets, without their positions. */
const referencesIn = (
  { document_id, sheets }: DocumentRecord,
  changes: Changes,
  superseded: ReadonlySet<number>,
): Reference[] =>
  sheets
    .filter(({ page }) => !superseded.has(page))
    .flatMap(({ page, sheet_number, title, sheet_references = [] }) =>
      sheet_references.flatMap((reference) => {
        const changed = changes.get(sheetKey(reference.sheet_number));
        if (!changed) return [];
        const on = { document_id, page, sheet_number, title };
        return [{ ...changed, detail: reference.detail ?? null, on, bounding_boxes: [] }];
      }),
    );

/** Adds the positions of the references, which are searched for in the texts of their pages. */
const withPositions = async (
  organization_id: string,
  references: readonly Reference[],
  files: FilesRead,
): Promise<Reference[]> => {
  const found: Reference[] = [];
  for (let start = 0; start < references.length; start += PARALLEL) {
    const some = references.slice(start, start + PARALLEL).map(async (reference) => {
      const { document_id, page } = reference.on;
      const text = await readPageText({ organization_id, document_id }, page, files);
      const printed = reference.detail ? `${reference.detail}/${reference.sheet_number}` : reference.sheet_number;
      const boxes = text ? findInPage(text.words, printed).flatMap((match) => match.boxes) : [];
      return { ...reference, bounding_boxes: text ? boxes.map((box) => fractionsOf(box, text)) : [] };
    });
    found.push(...(await Promise.all(some)));
  }
  return found;
};

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findSetComparison(request, ports['set-comparisons.read']);
  const { organization_id, project_id } = record;
  const changes: Changes = new Map(
    unpackSheets(record.sheets).flatMap(({ change, older }) => {
      if (!older || change === 'added' || change === 'unchanged') return [];
      return [[sheetKey(older.sheet_number), { sheet_number: older.sheet_number, change }] as const];
    }),
  );
  const wanted = [...changes.keys()].map((key) => ({ key, role: 'cites' as const }));
  const [{ ids, more }, superseded] = await Promise.all([
    lookUpSheets(record, wanted, ports['sheet-index.read']),
    readSuperseded(organization_id, project_id, ports),
  ]);
  const references: Reference[] = [];
  for (let start = 0; start < ids.length; start += READ) {
    const records = await ports['documents.read'].getMany(organization_id, ids.slice(start, start + READ));
    for (const document of records) {
      if (!document || document.is_deleted || document.project_id !== project_id) continue;
      const pages = new Set((superseded.get(document.document_id) ?? []).map(({ page }) => page));
      references.push(...referencesIn(document, changes, pages));
    }
  }
  const items = await withPositions(organization_id, references.slice(0, MOST), ports['files.read']);
  return { status: 200, body: { items, truncated: more || references.length > MOST } };
};

export const handler = lambda(operation, handle);
