import * as z from 'zod';
import { DocumentId, MAXIMUM_ANSWER_BYTES } from '../../shared/domain/documents/values.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { visible } from '../../shared/http/visible.ts';
import { answerBudget, readContent } from './lib/read-content.ts';
import { LATEST_PORTS, withLatest } from './lib/with-latest.ts';
import { DocumentView, FullRecord, toFullRecord } from './view.ts';

export const operation = defineOperation({
  id: 'list-documents-by-ids',
  method: 'GET',
  path: '/api/v1/documents/by-ids',
  tag: 'Documents',
  summary: 'Get documents by their identifiers',
  description:
    'Full records in the requested order, at most 100; an identifier given twice is returned twice. If one ' +
    'identifier is missing or not visible to you, the whole request fails with 404. Contents are complete as long ' +
    'as they fit into 4 MB together; beyond that, `content` is the beginning and `content_truncated` is true.',
  auth: { scope: 'documents:read', role: 'viewer' },
  query: z.object({
    ids: z
      .string()
      .transform((ids) => ids.split(',').map((id) => id.trim()))
      .pipe(z.array(DocumentId).min(1).max(100)),
    view: DocumentView,
  }),
  responses: { 200: { description: 'The documents', schema: z.array(FullRecord) } },
  errors: [404],
  uses: ['documents.read', 'files.read', ...LATEST_PORTS],
  memoryMegabytes: 1769,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const records = await ports['documents.read'].getMany(request.caller.organizationId, request.query.ids);
  const found = await withLatest(
    await Promise.all(
      records.map((record, i) => visible(request, record, { name: 'Document', loc: ['query', 'ids', String(i)] })),
    ),
    ports,
  );
  if (request.query.view === 'compact') {
    const body = found.map((record) => {
      const { content: _, version_history: __, ...rest } = toFullRecord(record, null);
      return rest;
    });
    return { status: 200, body };
  }
  // A character takes at least one byte, so contents beyond the budget need not be read.
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
