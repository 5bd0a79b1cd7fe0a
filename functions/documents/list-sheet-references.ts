import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { referencesOf, sheetKeysOf } from '../../shared/domain/sheets/index.ts';
import { SupersededBy, supersededBy } from '../../shared/domain/sheets/superseded.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { projectSheets } from '../../shared/http/project-sheets.ts';
import { lookUpSheets } from '../../shared/sheets/look-up-sheets.ts';
import { findDocument } from './lib/find-document.ts';

/** Maximum references returned per direction. */
const MOST_REFERENCES = 1000;
/** Records per batch read: a record may contain hundreds of sheets. */
const READ = 50;

const Own = z.object({ page: z.int(), sheet_number: z.string().nullable() });
const SheetPlace = z
  .object({
    document_id: z.string(),
    page: z.int(),
    sheet_number: z.string().nullable(),
    title: z.string().nullable(),
    revision: z.string().nullable(),
    is_latest: z.boolean().meta({ description: 'Whether it is the current revision of the sheet' }),
    superseded_by: SupersededBy.nullable().meta({ description: 'Null for the current revision of the sheet' }),
  })
  .meta({ id: 'SheetPlace' });
const detail = z.string().nullable().meta({ description: 'The referenced detail, section or view: `3` in `3/A-501`' });

export const operation = defineOperation({
  id: 'list-sheet-references',
  method: 'GET',
  path: '/api/v1/documents/{document_id}/references',
  tag: 'Documents',
  summary: 'List the sheets that this document cites and those that cite it',
  description:
    'References as printed (`3/A-501`, `see S-201`), resolved by sheet number within the project: `cites` contains ' +
    "those on the document's sheets, with every sheet of that number; `cited_by` those to its sheets. Deleted " +
    'documents are omitted; superseded revisions have `superseded_by`. At most 1,000 of each. `truncated` is set ' +
    'if there are more, or if more than 200 numbers or documents would have to be looked up.',
  auth: { scope: 'documents:read', role: 'viewer', viewerLink: 'document_id' },
  params: z.object({ document_id: DocumentId }),
  responses: {
    200: {
      description: 'The references',
      schema: z.object({
        cites: z.array(z.object({ on: Own, sheet_number: z.string(), detail, sheets: z.array(SheetPlace) })),
        cited_by: z.array(z.object({ to: Own, detail, sheet: SheetPlace })),
        truncated: z.boolean().optional(),
      }),
    },
  },
  errors: [404],
  uses: ['documents.read', 'sheet-index.read', 'register.read', 'sheet-corrections.read'],
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findDocument(request, ports['documents.read']);
  const { organization_id, project_id, sheets } = record;
  const { holds, cites } = sheetKeysOf(sheets);
  const wanted = [
    ...holds.map((key) => ({ key, role: 'cites' as const })),
    ...cites.map((key) => ({ key, role: 'holds' as const })),
  ];
  const [{ ids, more }, register] = await Promise.all([
    lookUpSheets(record, wanted, ports['sheet-index.read']),
    projectSheets(record, ports),
  ]);
  const others = [];
  for (let start = 0; start < ids.length; start += READ) {
    others.push(...(await ports['documents.read'].getMany(organization_id, ids.slice(start, start + READ))));
  }
  const candidates = others.filter((each) => each && !each.is_deleted && each.project_id === project_id);
  const found = referencesOf(
    record,
    candidates.filter((each) => each !== undefined),
  );
  const withSuperseding = (place: Omit<z.infer<typeof SheetPlace>, 'superseded_by'>) => {
    const superseded_by = supersededBy(register, place);
    return { ...place, is_latest: place.is_latest && superseded_by === null, superseded_by };
  };
  const truncated = more || Math.max(found.cites.length, found.cited_by.length) > MOST_REFERENCES;
  return {
    status: 200,
    body: {
      cites: found.cites
        .slice(0, MOST_REFERENCES)
        .map((each) => ({ ...each, sheets: each.sheets.map(withSuperseding) })),
      cited_by: found.cited_by
        .slice(0, MOST_REFERENCES)
        .map((each) => ({ ...each, sheet: withSuperseding(each.sheet) })),
      ...(truncated && { truncated }),
    },
  };
};

export const handler = lambda(operation, handle);
