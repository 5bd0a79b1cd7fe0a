import * as z from 'zod';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { DocumentId, MAXIMUM_ANSWER_BYTES } from '../../shared/domain/documents/values.ts';
import { FullRecord, toFullRecord } from '../../shared/domain/documents/views.ts';
import { NotFound } from '../../shared/domain/errors.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { answerBudget, readContent } from './lib/read-content.ts';

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
  const allowed = await Promise.all(records.map((record) => record && request.projects.allows(record.project_id)));
  const found = records.filter((record, i) => record !== undefined && allowed[i]) as DocumentRecord[];
  if (found.length < records.length) throw new NotFound();
  // A character takes a byte at least: what is beyond that need not be read.
  let characters = MAXIMUM_ANSWER_BYTES;
  const contents = await Promise.all(
    found.map((record) => {
      characters -= record.content_length;
      return characters < 0 ? undefined : readContent(record, ports['files.read']);
    }),
  );
  const fits = answerBudget();
  const body = found.map((record, i) => {
    const content = contents[i];
    if (content !== undefined && fits(content)) return toFullRecord(record, content);
    return { ...toFullRecord(record, record.content_excerpt), content_truncated: true };
  });
  return { status: 200, body };
};

export const handler = lambda(operation, handle);
