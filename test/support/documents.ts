import { randomUUID } from 'node:crypto';
import type { Answer, Api } from './service.ts';
import { eventually } from './service.ts';

const FINAL = new Set(['PROCESSED', 'FAILED', 'DUPLICATE', 'ACCEPTED']);

export const createProject = async (api: Api, name = 'Harbour Street'): Promise<string> =>
  (await api.call('POST', '/api/v1/projects', { name })).body.id;

export const formOf = (projectId: string, bytes: Uint8Array, filename: string, fields: Record<string, string> = {}) => {
  const form = new FormData();
  form.set('project_id', projectId);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), filename);
  return form;
};

export const uploadForm = (
  api: Api,
  projectId: string,
  bytes: Uint8Array,
  filename = 'sheet.pdf',
  fields: Record<string, string> = {},
): Promise<Answer> => api.call('POST', '/api/v1/documents', formOf(projectId, bytes, filename, fields));

/** Requests an upload link and sends the bytes; returns the path to register. */
export const uploadByLink = async (api: Api, projectId: string, bytes: Uint8Array, filename = 'sheet.pdf') => {
  const asked = { project_id: projectId, filename, file_size: bytes.length };
  const { body } = await api.call('POST', '/api/v1/uploads', asked);
  const sent = await fetch(body.url, { method: body.method, headers: body.headers, body: new Uint8Array(bytes) });
  if (!sent.ok) throw new Error(`The object store answered ${sent.status}: ${await sent.text()}`);
  return body.store_path as string;
};

export const recordBody = (projectId: string, storePath: string, more: Record<string, unknown> = {}) => ({
  document_id: randomUUID(),
  filename: 'sheet.pdf',
  store_path: storePath,
  project_id: projectId,
  processing_status: 'UPLOADED',
  ...more,
});

/** Waits until processing has ended; returns the full record. */
export const processed = (api: Api, documentId: string, seconds?: number) =>
  eventually(async () => {
    const { body } = await api.call('GET', `/api/v1/documents/${documentId}`);
    return FINAL.has(body.processing_status) ? body : undefined;
  }, seconds);

/**
 * Waits until a comparison has ended. Like clients, asks again after a 503, which a machine busy with comparisons may answer.
 *
 * @throws Error with any other answer
 */
export const compared = (api: Api, comparisonId: string, seconds?: number) =>
  eventually(async () => {
    const { status, body, text } = await api.call('GET', `/api/v1/drawing-comparisons/${comparisonId}`);
    if (status === 503) return undefined;
    if (status !== 200) throw new Error(`${status} ${text}`);
    return ['ready', 'failed'].includes(body.drawing_comparison.status) ? body : undefined;
  }, seconds);
