/** Calls the service through openapi-fetch with the types of openapi-typescript; see ../README.md. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { paths } from './client/api';

const [olderPath = '', newerPath = ''] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${process.env.CDS_TOKEN}` };
const api = createClient<paths>({ baseUrl: process.env.CDS_URL, headers });

const ok = async <T>(asked: Promise<{ data?: T; error?: unknown }>): Promise<T> => {
  const { data, error } = await asked;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
};
const until = async <T>(ask: () => Promise<T>, hasEnded: (answer: T) => boolean): Promise<T> => {
  for (let attempt = 0; attempt < 600; attempt++) {
    const answer = await ask();
    if (hasEnded(answer)) return answer;
    await later(200);
  }
  throw new Error('It takes too long');
};
const upload = async (path: string, fields: { revision_of?: string } = {}) => {
  const form = new FormData();
  const named = { project_id: project.id, document_type: 'DRAWING', ...fields };
  for (const [name, value] of Object.entries(named)) form.set(name, value);
  form.set('file', new File([await readFile(path)], basename(path), { type: 'application/pdf' }));
  // The types describe the form's fields, and openapi-fetch sends a FormData unchanged.
  return ok(api.POST('/api/v1/documents', { body: form as never }));
};

const project = await ok(api.POST('/api/v1/projects', { body: { name: 'openapi-typescript', status: 'planning' } }));
console.log('create project:', project.status);
const older = await upload(olderPath);
const newer = await upload(newerPath, { revision_of: older.id });
console.log('upload:', older.filename, newer.filename);
const read = await Promise.all(
  [older, newer].map(({ id: document_id }) =>
    until(
      () => ok(api.GET('/api/v1/documents/{document_id}', { params: { path: { document_id } } })),
      ({ text_status }) => text_status != null,
    ),
  ),
);
console.log('wait:', ...read.map(({ processing_status, sheets }) => `${processing_status} ${sheets[0]?.revision}`));
const query = {
  project_id: project.id,
  document_type: 'DRAWING',
  processing_status: 'PROCESSED',
  created_at_start: project.created_at,
  sort_by: 'filename',
  sort_order: 'desc',
  size: 1,
  compact: true,
} as const;
const page = await ok(api.GET('/api/v1/documents', { params: { query } }));
console.log('list with filters:', page.total, page.items[0]?.filename, page.items[0]?.document_type);
const body = { original_document_id: older.id, comparison_document_id: newer.id };
const { drawing_comparison_id } = await ok(api.POST('/api/v1/drawing-comparisons', { body }));
const { drawing_comparison: comparison } = await until(
  () =>
    ok(api.GET('/api/v1/drawing-comparisons/{drawing_comparison_id}', { params: { path: { drawing_comparison_id } } })),
  ({ drawing_comparison: { status } }) => ['ready', 'failed'].includes(status),
);
const { original_drawing_revision, comparison_drawing_revision } = comparison;
console.log('compare:', comparison.status, original_drawing_revision, comparison_drawing_revision);
const items = comparison.items.filter(({ bounding_box }) => bounding_box.width > 0);
console.log('read items:', ...items.map(({ kind, difference_rating }) => `${kind} ${difference_rating}`));
const found = await ok(api.GET('/api/v1/search', { params: { query: { query: 'A-101', project_id: project.id } } }));
console.log('search:', found.total, found.items[0]?.type, found.items[0]?.reference);
