import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { line } from '../../shared/domain/fields.ts';
import { findInPage } from '../../shared/domain/text/find-in-page.ts';
import { BoxView, fractionsOf } from '../../shared/http/box-view.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { readPageText } from '../../shared/sheets/stored-pages.ts';
import { findDocument } from './lib/find-document.ts';

/** Maximum matches returned. */
const MOST = 500;
/** Pages whose texts are read concurrently. */
const PARALLEL = 16;

const Match = z
  .object({
    page: z.int().meta({ description: 'The page number in the file, from 1', example: 1 }),
    text: z.string().meta({ description: 'The words that contain the text', example: 'Fire door' }),
    bounding_boxes: z.array(BoxView).meta({ description: 'A box for each line of those words' }),
  })
  .meta({ id: 'TextMatch', description: 'One occurrence of a text in a document' });

export const operation = defineOperation({
  id: 'find-in-document',
  method: 'GET',
  path: '/api/v1/documents/{document_id}/matches',
  tag: 'Documents',
  summary: 'Find a text in a document',
  description:
    'Every occurrence in reading order with its position, regardless of case. At most 500; `truncated` is set if there ' +
    'are more. Empty for files whose page texts are not stored: only PDF files have them.',
  auth: { scope: 'documents:read', role: 'viewer', viewerLink: 'document_id' },
  params: z.object({ document_id: DocumentId }),
  query: z.object({ query: line(256).min(1).meta({ description: 'The text', example: 'fire door' }) }),
  responses: {
    200: { description: 'The occurrences', schema: z.object({ items: z.array(Match), truncated: z.boolean() }) },
  },
  errors: [404],
  uses: ['documents.read', 'files.read'],
  timeoutSeconds: 29,
  memoryMegabytes: 1024,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findDocument(request, ports['documents.read']);
  const pages = record.page_count ?? 0;
  const items: z.input<typeof Match>[] = [];
  for (let start = 1; start <= pages && items.length <= MOST; start += PARALLEL) {
    const numbers = Array.from({ length: Math.min(PARALLEL, pages - start + 1) }, (_, i) => start + i);
    const texts = await Promise.all(numbers.map((page) => readPageText(record, page, ports['files.read'])));
    for (const page of texts) {
      if (!page) continue;
      for (const { text, boxes } of findInPage(page.words, request.query.query)) {
        items.push({ page: page.page, text, bounding_boxes: boxes.map((box) => fractionsOf(box, page)) });
      }
    }
  }
  return { status: 200, body: { items: items.slice(0, MOST), truncated: items.length > MOST } };
};

export const handler = lambda(operation, handle);
