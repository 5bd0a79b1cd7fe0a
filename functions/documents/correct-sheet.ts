import * as z from 'zod';
import { DocumentId, Reference, Revision, Title } from '../../shared/domain/documents/values.ts';
import { line } from '../../shared/domain/fields.ts';
import { hasFields } from '../../shared/domain/record-fields.ts';
import { Sheet } from '../../shared/domain/sheets/sheet.ts';
import { etag, versionOf } from '../../shared/http/etag.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { versioned } from '../../shared/http/versioned.ts';
import { CORRECTION_PORTS, correctSheet } from './lib/apply-correction.ts';
import { findDocument } from './lib/find-document.ts';

const PageNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, 'must be a page, counted from 1')
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 1 } });

export const operation = defineOperation({
  id: 'correct-sheet',
  method: 'PUT',
  path: '/api/v1/documents/{document_id}/sheets/{page}',
  tag: 'Documents',
  summary: 'Correct the title block fields of a sheet',
  description:
    'Sets the given fields, null where the sheet prints none; the others stay unchanged. A correction survives ' +
    'reprocessing and has confidence 1 and `source` `correction`. The title, reference and revision of the document ' +
    'are updated too, unless they were changed from what its sheets proposed. The organization learns a template of ' +
    'the title block from what the sheet prints: other sheets with the same block are read with it (`source` is ' +
    '`template`), those of this document at once and those of other documents when they are processed. `GET ' +
    '/api/v1/sheet-templates` lists the templates, and `DELETE` removes one.',
  auth: { scope: 'documents:write', role: 'member' },
  params: z.object({ document_id: DocumentId, page: PageNumber }),
  body: z
    .strictObject({
      sheet_number: Reference.min(1).nullable().optional(),
      title: Title.min(1).nullable().optional(),
      revision: Revision.min(1).nullable().optional(),
      date: line(64).min(1).nullable().optional(),
      scale: line(128).min(1).nullable().optional(),
    })
    .refine(hasFields, 'must contain at least one field'),
  responses: { 200: versioned('The sheet', Sheet) },
  errors: [404, 409],
  uses: CORRECTION_PORTS,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const found = await findDocument(request, ports['documents.read']);
  const { newId, now, ifMatch } = request;
  const { page } = request.params;
  const record = await correctSheet(found, page, request.body, ports, { newId, now, ifVersion: versionOf(ifMatch) });
  const sheet = record.sheets.find((each) => each.page === page) as Sheet;
  return { status: 200, headers: { ETag: etag(record.record_version) }, body: sheet };
};

export const handler = lambda(operation, handle);
