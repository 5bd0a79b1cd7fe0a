import { compact } from './compact.ts';
import type { Answer, CallOperation, Json } from './types.ts';

/** An operation of the API as a tool for agents. */
export interface Tool {
  /** The id of the operation, which provides summary, description, parameters and scope of the tool. */
  operation: string;
  /** Replaces the operation's id with underscores. */
  name?: string;
  /** Replaces the operation's description. */
  description?: string;
  /** Parameters that the tool always sends and does not offer. */
  fixed?: Readonly<Record<string, string>>;
  /** Arguments of the tool that are not parameters of the operation, as JSON Schemas. */
  arguments?: Readonly<Record<string, Json>>;
  /** Returns what the agent sees of a successful response; by default all of it, compacted. */
  show?: (body: Json, given: Json) => unknown;
  /** Calls further operations after a success and returns the body to show. */
  complete?: (body: Json, call: CallOperation) => Promise<Json>;
}

/** Milliseconds a tool waits for a comparison; if it takes longer, the agent has to ask again. */
const WAIT_MS = 18_000;

const bodyOf = ({ status, body }: Answer): Json | undefined => (status < 300 ? (body as Json) : undefined);

/** Adds a link to the report if the comparison is ready. */
const withReport = async (body: Json, call: CallOperation): Promise<Json> => {
  const comparison = body.drawing_comparison as Json;
  if (comparison.status !== 'ready') return body;
  const asked = { drawing_comparison_id: comparison.id, name: 'report.html' };
  const report = bodyOf(await call('export-comparison', asked));
  return { ...body, ...(report && { report_url: report.download_url }) };
};

/** Waits up to WAIT_MS for the requested comparison. */
const compared = async (body: Json, call: CallOperation): Promise<Json> => {
  const { drawing_comparison_id } = body;
  const end = Date.now() + WAIT_MS;
  for (let wait = 1000; ; wait = Math.min(wait * 1.5, 4000)) {
    const found = bodyOf(await call('get-comparison', { drawing_comparison_id }));
    const { status } = (found?.drawing_comparison ?? {}) as Json;
    if (found && (status === 'ready' || status === 'failed')) return await withReport(found, call);
    if (Date.now() + wait > end) return { ...body, next: 'call get_comparison until it is ready' };
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
};

/** Maximum characters of a page in one response. */
const PAGE_CHARACTERS = 20_000;

/** Returns the text of one page; the content of a document has a form feed between two pages. */
const pageOf = ({ id, filename, content, text_status }: Json, given: Json): Json => {
  const pages = String(content ?? '').split('\f');
  const { page = 1, from = 0 } = given as { page?: number; from?: number };
  const text = pages[page - 1];
  if (text === undefined) return { id, error: `There is no page ${page}`, pages: pages.length };
  const end = from + PAGE_CHARACTERS;
  return {
    ...{ id, filename, page, pages: pages.length, text_status, text: text.slice(from, end) },
    ...(text.length > end && { next_from: end }),
  };
};

/** Returns a document without its text. */
const documentOf = ({ content, version_history, ...document }: Json): unknown => ({
  ...(compact(document) as Json),
  ...(typeof content === 'string' && { pages_with_text: content.split('\f').length }),
});

/** All tools. The catalogue cannot be built if one of them is not an operation of the OpenAPI document. */
export const TOOLS: readonly Tool[] = [
  { operation: 'list-projects' },
  { operation: 'search' },
  { operation: 'list-documents', fixed: { compact: 'true', include_images: 'false' } },
  { operation: 'get-document', show: documentOf },
  {
    operation: 'get-document',
    name: 'read_page',
    description:
      'The text of one page of a document in reading order: a schedule, a table, notes or a section of a ' +
      'specification. `pages` is the number of pages. If a page has more text than one response can hold, ' +
      '`next_from` says where to continue.',
    arguments: {
      page: { type: 'integer', minimum: 1, default: 1, description: 'The page number, from 1' },
      from: {
        type: 'integer',
        minimum: 0,
        default: 0,
        description: 'The offset of the first character, as returned in `next_from`',
      },
    },
    show: pageOf,
  },
  { operation: 'list-sheet-references' },
  { operation: 'list-document-versions' },
  { operation: 'download-document' },
  { operation: 'list-comparisons' },
  { operation: 'get-comparison', complete: withReport },
  { operation: 'export-comparison' },
  { operation: 'list-tasks' },
  { operation: 'get-task' },
  { operation: 'create-comparison', complete: compared },
  { operation: 'update-comparison-item' },
  { operation: 'create-task' },
  { operation: 'update-task' },
];
