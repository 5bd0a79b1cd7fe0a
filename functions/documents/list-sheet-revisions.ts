import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { sheetOnPage } from '../../shared/domain/sheets/sheet-register.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { readSheetRegister, SHEET_PORTS } from '../../shared/http/read-sheet-register.ts';
import { findDocument } from './lib/find-document.ts';

const printed = (example: string, description: string) => z.string().nullable().meta({ description, example });

const RevisionEntry = z
  .object({
    document_id: z.string(),
    page: z.int().min(1).meta({ description: 'The page number in the file, from 1', example: 1 }),
    revision: printed('B', 'The revision in the title block'),
    date: printed('2026-05-04', 'The date in the title block, as it is printed'),
    received_at: z.string().meta({ format: 'date-time', description: 'When the document was created' }),
    is_current: z.boolean().meta({ description: 'Whether it is the current revision' }),
  })
  .meta({ id: 'SheetRevisionEntry', description: 'A revision in the history of a sheet' });

export const operation = defineOperation({
  id: 'list-sheet-revisions',
  method: 'GET',
  path: '/api/v1/documents/{document_id}/pages/{page}/revisions',
  tag: 'Sheets',
  summary: 'List the revisions of the sheet on a page',
  description:
    'Every revision of the sheet in the project, from the oldest to the latest issue, as in the register of sheets. ' +
    'Empty if the page has no sheet number.',
  auth: { scope: 'documents:read', role: 'viewer', viewerLink: 'document_id' },
  params: z.object({ document_id: DocumentId, page: z.coerce.number().int().min(1).max(100_000) }),
  responses: { 200: { description: 'The revisions', schema: z.object({ items: z.array(RevisionEntry) }) } },
  errors: [404],
  uses: ['documents.read', ...SHEET_PORTS],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { document_id, project_id, page_count } = await findDocument(request, ports['documents.read']);
  const { page } = request.params;
  if (page > (page_count ?? 0)) throw new NotFound();
  const register = await readSheetRegister(request, ports, project_id);
  const sheet = sheetOnPage(register, { document_id, page });
  const items = (sheet?.revisions ?? []).map((each) => ({
    ...{ document_id: each.document_id, page: each.page, revision: each.revision, date: each.date },
    received_at: each.created_at,
    is_current: each === sheet?.current,
  }));
  return { status: 200, body: { items } };
};

export const handler = lambda(operation, handle);
