import * as z from 'zod';
import { DocumentId, MAXIMUM_ANSWER_BYTES } from '../../shared/domain/documents/values.ts';
import { FullRecord, toFullRecord } from '../../shared/domain/documents/views.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { readContent } from './read-content.ts';

export const operation = defineOperation({
  id: 'list-documents-by-ids',
  method: 'GET',
  path: '/api/v1/documents/by-ids',
  tag: 'Documents',
  summary: 'Get documents by their identifiers',
  description:
    'Full records in the order asked, at most 100, an identifier given twice answered twice. One identifier that is ' +
    'missing or not yours fails the whole request with 404. Contents are whole while they fit into 4 MB together; ' +
    'then `content` is the beginning and `content_truncated` is true.',
  auth: { scope: 'documents:read', role: 'viewer', projects: true },
  query: z.object({
    ids: z
      .string()
      .transform((ids) => ids.split(',').map((id) => id.trim()))
      .pipe(z.array(DocumentId).min(1).max(100)),
  }),
  responses: { 200: { description: 'The documents', schema: z.array(FullRecord) } },
  errors: [404],
  uses: ['documents.read', 'files.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const records = await ports['documents.read'].getMany(request.caller.organizationId, request.query.ids);
  let left = MAXIMUM_ANSWER_BYTES;
  const body = await Promise.all(
    records.map(async (record) => {
      if (!record || !(await request.projects.allows(record.project_id))) throw new NotFound();
      left -= record.content_length;
      if (left < 0) return { ...toFullRecord(record, record.content_excerpt), content_truncated: true };
      return toFullRecord(record, await readContent(record, ports['files.read']));
    }),
  );
  return { status: 200, body };
};

export const handler = lambda(operation, handle);
