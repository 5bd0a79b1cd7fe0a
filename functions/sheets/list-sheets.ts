import * as z from 'zod';
import { ProjectId, SearchText } from '../../shared/domain/fields.ts';
import { flag, UpperBound } from '../../shared/domain/query-values.ts';
import { DISCIPLINES } from '../../shared/domain/sheets/discipline.ts';
import { filterSheets } from '../../shared/domain/sheets/sheet-register.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { Page, pageQuery, skipOf, toPage } from '../../shared/http/paging.ts';
import { readSheetRegister, SHEET_PORTS } from '../../shared/http/read-sheet-register.ts';
import { SheetListItem, toSheetListItem } from './view.ts';

export const operation = defineOperation({
  id: 'list-sheets',
  method: 'GET',
  path: '/api/v1/sheets',
  tag: 'Sheets',
  summary: "List a project's current set of sheets",
  description:
    'One entry for each sheet number in the documents of the project that are not deleted, with its current revision, in ' +
    'the order of the numbers. The list is exact and includes every change confirmed before the request. The current ' +
    'revision is the last by issue date, if all revisions state one; then by revision, if all are of one form (`A`, `B`; ' +
    '`1`, `2`; `P01`, `C01`); then by receipt. Corrections of sheets take precedence. With `as_of`, the set as it was ' +
    'received by that time.',
  auth: { scope: 'documents:read', role: 'viewer', viewerLink: 'project_id' },
  query: z.object({
    project_id: ProjectId,
    discipline: z.enum(DISCIPLINES).optional().meta({ description: 'Sheets of this discipline' }),
    query: SearchText.meta({
      description: 'Text that the number or the title contains, case-insensitive; `A101` also finds `A-101`.',
    }),
    as_of: UpperBound.optional(),
    current: flag(true).meta({ description: '`false` also lists void sheets.' }),
    ...pageQuery,
  }),
  responses: { 200: { description: 'One page of the list', schema: Page(SheetListItem) } },
  errors: [404],
  uses: [...SHEET_PORTS, 'files.presign'],
  timeoutSeconds: 29,
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const { query } = request;
  const { project_id: projectId, discipline, query: text, as_of, current } = query;
  const register = await readSheetRegister(
    request,
    ports,
    projectId,
    as_of === undefined ? undefined : Date.parse(as_of),
  );
  const sheets = filterSheets(register.sheets, { discipline, text, includeVoid: !current });
  const place = { organizationId: request.caller.organizationId, projectId };
  const shown = sheets.slice(skipOf(query), skipOf(query) + query.size);
  const items = await Promise.all(shown.map((sheet) => toSheetListItem(place, sheet, ports['files.presign'])));
  return { status: 200, body: toPage(query, items, sheets.length) };
};

export const handler = lambda(operation, handle);
