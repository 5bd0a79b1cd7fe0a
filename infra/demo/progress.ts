import * as z from 'zod';
import { changesOf } from './await-changes.ts';
import { type DemoClient, DemoError } from './demo-client.ts';

const FINAL = new Set(['PROCESSED', 'FAILED', 'DUPLICATE', 'ACCEPTED']);
const LIMIT_MS = 10 * 60_000;
/** Maximum identifiers per request. */
const BATCH = 100;

const text = z.string().nullable();
export const DemoDocument = z.object({
  _id: z.string(),
  filename: z.string(),
  processing_status: z.string(),
  error: text,
  title: text,
  document_reference: text,
  revision: text,
  summary: text,
  content: text.optional(),
  page_count: z.number().nullable(),
  file_handling_tier: text,
  chunks_count: z.number(),
  sheets: z.array(z.object({ page: z.number(), sheet_number: text, title: text, revision: text })),
});
export type DemoDocument = z.infer<typeof DemoDocument>;

/**
 * Prints each change of state until every document has its final one.
 * @throws DemoError after ten minutes
 */
export const waitForAll = async (
  client: DemoClient,
  projectId: string,
  ids: readonly string[],
  print: (line: string) => void,
): Promise<DemoDocument[]> => {
  const started = Date.now();
  const seen = new Map<string, string>();
  const nextChange = await changesOf(client, projectId);
  for (;;) {
    const documents: DemoDocument[] = [];
    for (let start = 0; start < ids.length; start += BATCH) {
      const some = ids.slice(start, start + BATCH).join(',');
      documents.push(...(await client.call('GET', `/api/v1/documents/by-ids?ids=${some}`, z.array(DemoDocument))));
    }
    for (const { _id, filename, processing_status, page_count } of documents) {
      if (seen.get(_id) === processing_status) continue;
      seen.set(_id, processing_status);
      const pages = page_count === null ? '' : ` (${page_count} pages)`;
      print(`${seconds(started)}  ${processing_status.padEnd(11)} ${filename}${pages}`);
    }
    if (documents.every(({ processing_status }) => FINAL.has(processing_status))) return documents;
    if (Date.now() - started > LIMIT_MS) throw new DemoError('The documents were not processed within ten minutes');
    await nextChange();
  }
};

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`.padStart(8);
