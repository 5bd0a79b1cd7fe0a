import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { registerSheets } from '../../shared/domain/sheets/sheet-register.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { readRegister } from '../../shared/http/read-register.ts';
import { visible } from '../../shared/http/visible.ts';

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
    'Every revision of the sheet in the project, from the oldest to the current one, as in the register of sheets. Empty if ' +
    'the page has no sheet number.',
  auth: { scope: 'documents:read', role: 'viewer', viewerLink: 'document_id' },
  params: z.object({ document_id: DocumentId, page: z.coerce.number().int().min(1).max(100_000) }),
  responses: { 200: { description: 'The revisions', schema: z.object({ items: z.array(RevisionEntry) }) } },
  errors: [404],
  uses: ['documents.read', 'register.read', 'projects.read'],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { caller, params, projects } = request;
  const found = await ports['documents.read'].get(caller.organizationId, params.document_id);
  const { document_id, project_id, page_count, is_deleted } = await visible(request, found);
  if (params.page > (page_count ?? 0) || (is_deleted && caller.viewerLink)) throw new NotFound();
  const register = await readRegister({ caller, projects }, ports, project_id);
  const isThis = (each: { document_id: string; page: number }) =>
    each.document_id === document_id && each.page === params.page;
  const sheet = registerSheets(register.sheetHolders()).find(({ revisions }) => revisions.some(isThis));
  const items = (sheet?.revisions ?? []).map(({ created_at, ...revision }) => ({
    ...{ document_id: revision.document_id, page: revision.page, revision: revision.revision, date: revision.date },
    received_at: created_at,
    is_current: revision.document_id === sheet?.current.document_id && revision.page === sheet.current.page,
  }));
  return { status: 200, body: { items } };
};

export const handler = lambda(operation, handle);
