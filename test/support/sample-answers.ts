import { sampleRevisions } from '../../infra/demo/sample-revisions.ts';
import { createProject, processed, uploadForm } from './documents.ts';
import { type Api, eventually } from './service.ts';

/** Elements kept of a list in a recorded answer; of changes, one of each kind. */
const MOST_ELEMENTS = 3;
const MOST_LINKS = 4;
const LONGEST_TEXT = 300;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

const oneOfEachKind = (items: readonly { kind: string }[]): unknown[] => {
  const kinds = new Set<string>();
  return items.filter(({ kind }) => !kinds.has(kind) && kinds.add(kind));
};
const hasKind = (value: unknown): value is { kind: string } =>
  typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';

/** Shortens answers for readers and replaces whatever differs between runs: identifiers, times and links. */
const settler = () => {
  const ids = new Map<string, string>();
  const idOf = (id: string): string => {
    const known = ids.get(id) ?? `0198a2f0-7c1e-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  };
  const textOf = (text: string): string => {
    if (TIME.test(text)) return '2026-11-22T09:41:00.000Z';
    if (/^https?:/.test(text)) return `https://files.example.com/${new URL(text).pathname.split('/').at(-1)}`;
    return text.replace(UUID, idOf).slice(0, LONGEST_TEXT);
  };
  const settled = (value: unknown, name = ''): unknown => {
    if (typeof value === 'string')
      return name === 'latest_version' || name === 'version_id' ? '7d1c9ff2' : textOf(value);
    if (Array.isArray(value)) {
      const some = value.every(hasKind) ? oneOfEachKind(value) : value.slice(0, MOST_ELEMENTS);
      return some.map((each) => settled(each));
    }
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const shown = name === 'files' ? entries.slice(0, MOST_LINKS) : entries;
    return Object.fromEntries(shown.map(([key, each]) => [key, settled(each, key)]));
  };
  return settled;
};

/**
 * Uploads the two revisions of the sample sheet (`npm run sample`), compares them, and returns by operation what a
 * client reads of the newer document, its page and the comparison.
 */
export const sampleAnswers = async (api: Api): Promise<Record<string, unknown>> => {
  const { older, newer } = sampleRevisions('sample');
  const project = await createProject(api);
  const upload = async (bytes: Uint8Array, name: string, fields: Record<string, string> = {}) => {
    const { id } = (await uploadForm(api, project, bytes, name, fields)).body;
    await processed(api, id);
    return id as string;
  };
  const first = await upload(older, 'A-101.pdf');
  const second = await upload(newer, 'A-101-B.pdf', { revision_of: first });
  const asked = { original_document_id: first, comparison_document_id: second };
  const { drawing_comparison_id } = (await api.call('POST', '/api/v1/drawing-comparisons', asked)).body;
  const comparison = await eventually(async () => {
    const { body } = await api.call('GET', `/api/v1/drawing-comparisons/${drawing_comparison_id}`);
    return ['ready', 'failed'].includes(body.drawing_comparison.status) ? body : undefined;
  }, 120);
  const read = async (path: string) => (await api.call('GET', `/api/v1/documents/${second}${path}`)).body;
  const settled = settler();
  return {
    'get-document': settled(await read('')),
    'get-document-page': settled(await read('/pages/1?include=text')),
    'list-document-pages': settled(await read('/pages')),
    'get-comparison': settled(comparison),
  };
};
