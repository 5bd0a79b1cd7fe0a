import * as z from 'zod';
import type { CallAnswer, CallOperation, Json } from './call-types.ts';
import { compactJson } from './compact.ts';

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
  /** Arguments of the tool that are not parameters of the operation. */
  arguments?: z.ZodObject;
  /** Returns what the agent sees of a successful response; by default all of it, compacted. */
  show?: (body: Json, given: Json) => unknown;
  /** Calls further operations after a success and returns the body to show. */
  complete?: (body: Json, call: CallOperation, given: Json) => Promise<Json>;
}

/** Milliseconds a tool waits for a comparison; if it takes longer, the agent has to ask again. */
const WAIT_MS = 18_000;

const bodyOf = ({ status, body }: CallAnswer): Json | undefined => (status < 300 ? (body as Json) : undefined);

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

/** Maximum characters of a page, and words with their boxes, in one response. */
const PAGE_CHARACTERS = 20_000;
const PAGE_WORDS = 250;

/** Returns the text of one page of a document with as many pages as its content has, separated by form feeds. */
const pageOfContent = (content: unknown, page: number): Json => {
  const pages = String(content ?? '').split('\f');
  return { pages: pages.length, text: pages[page - 1] };
};

/**
 * Adds the text of a page, and its words with boxes. Files without stored pages (other than PDF, or not processed since
 * these are stored) have text in their content only.
 */
const withPage = async ({ filename, page_count, text_status }: Json, call: CallOperation, given: Json) => {
  const { document_id, page } = given as { document_id: string; page: number };
  const document = { document_id, filename, page, text_status };
  const stored = bodyOf(await call('get-document-page', { document_id, page, include: 'text' }));
  if (typeof stored?.text === 'string') {
    return { ...document, pages: page_count, text: stored.text, words: stored.words };
  }
  const whole = bodyOf(await call('get-document', { document_id }));
  return { ...document, ...pageOfContent(whole?.content, page) };
};

interface PageWord {
  text: string;
  bounding_box: { x: number; y: number; width: number; height: number };
}

const rounded = (fraction: number): number => Math.round(fraction * 10_000) / 10_000;

/** Returns the part of a page that one response can hold: its text, or its words with their boxes. */
const partOfPage = ({ text, words, ...document }: Json, given: Json): Json => {
  const { from, boxes } = given as { from: number; boxes: boolean };
  if (typeof text !== 'string') return { ...document, error: `There is no page ${document.page}` };
  if (!boxes) {
    const end = from + PAGE_CHARACTERS;
    return { ...document, text: text.slice(from, end), ...(text.length > end && { next_from: end }) };
  }
  if (!Array.isArray(words)) return { ...document, error: 'The positions of words are known for PDF files only' };
  const end = from + PAGE_WORDS;
  const shown = (words as PageWord[]).slice(from, end).map(({ text: word, bounding_box: { x, y, width, height } }) => ({
    text: word,
    ...{ x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) },
  }));
  return { ...document, words: shown, ...(words.length > end && { next_from: end }) };
};

/** Returns a document without its text. */
const documentOf = ({ content, version_history, ...document }: Json): unknown => ({
  ...(compactJson(document) as Json),
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
      '`next_from` says where to continue. With `boxes`, the words instead, each with its box in fractions of the page ' +
      'from its top left corner.',
    fixed: { view: 'compact' },
    arguments: z.object({
      page: z.int().min(1).default(1).meta({ description: 'The page number, from 1' }),
      from: z
        .int()
        .min(0)
        .default(0)
        .meta({ description: 'The offset of the first character, or word with `boxes`, as returned in `next_from`' }),
      boxes: z.boolean().default(false).meta({ description: 'Whether to return words with their boxes' }),
    }),
    complete: withPage,
    show: partOfPage,
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
