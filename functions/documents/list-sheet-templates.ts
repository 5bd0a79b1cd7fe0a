import * as z from 'zod';
import { UpdatedSince } from '../../shared/domain/query-values.ts';
import { LEARNT_FIELDS, type SheetTemplateRecord } from '../../shared/domain/sheets/index.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { Page, pageQuery, skipOf, toPage } from '../../shared/http/paging.ts';
import { sheetsOf, type TemplateSheets } from './lib/template-sheets.ts';

const SheetTemplate = z
  .object({
    id: z.string(),
    office: z.string().nullable().meta({ description: 'The firm named in the title block' }),
    fields: z.array(z.enum(LEARNT_FIELDS)).meta({ description: 'Fields whose position the template knows' }),
    corrected_sheets: z
      .int()
      .meta({ description: 'Number of sheets it was learned from that you may see; at most the newest six count' }),
    created_at: z.string().meta({ format: 'date-time' }),
    updated_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'SheetTemplate' });

export const operation = defineOperation({
  id: 'list-sheet-templates',
  method: 'GET',
  path: '/api/v1/sheet-templates',
  tag: 'Documents',
  summary: 'List the title block templates learned from corrections',
  description:
    'The templates of your organization, newest first: one for each title block corrected in a project that you may ' +
    'see.',
  auth: { scope: 'documents:read', role: 'manager' },
  query: z.object({ updated_since: UpdatedSince, ...pageQuery }),
  responses: { 200: { description: 'The templates', schema: Page(SheetTemplate) } },
  uses: ['sheet-templates.read', 'documents.read'],
});

const toSheetTemplate = (
  { id, office, examples, created_at, updated_at }: SheetTemplateRecord,
  { visible }: TemplateSheets,
) => ({
  id,
  office,
  fields: LEARNT_FIELDS.filter((field) => examples.some(({ block }) => block.fields[field])),
  corrected_sheets: new Set(visible.map(({ document_id, page }) => `${document_id}#${page}`)).size,
  created_at,
  updated_at,
});

export const handle: Handle<typeof operation> = async ({ caller, query, projects }, ports) => {
  const { organizationId } = caller;
  const templates = ports['sheet-templates.read'];
  const ids = await templates.ids(organizationId, { list: 'inOrganization' });
  const existing = (await templates.getMany(organizationId, ids)).filter((record) => record !== undefined);
  const records = existing.filter(({ updated_at }) => updated_at >= (query.updated_since ?? ''));
  const sheets = await sheetsOf(records, { organizationId, projects }, ports['documents.read']);
  const shown = records.flatMap((record, i) => {
    const known = sheets[i];
    return known && known.visible.length > 0 ? [toSheetTemplate(record, known)] : [];
  });
  const skip = skipOf(query);
  return { status: 200, body: toPage(query, shown.slice(skip, skip + query.size), shown.length) };
};

export const handler = lambda(operation, handle);
