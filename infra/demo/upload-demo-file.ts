import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type DemoClient, DemoError } from './demo-client.ts';

export interface DemoFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Maximum bytes of an upload by form, 4 MB; larger files are sent to the object store. */
const FORM_BYTES = 4 * 1024 * 1024;

const Stored = z.object({ id: z.string(), processing_status: z.string() });
const Issued = z.object({
  store_path: z.string(),
  method: z.literal('PUT'),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
});

const uploadByForm = async (client: DemoClient, projectId: string, file: DemoFile): Promise<string> => {
  const form = new FormData();
  form.set('project_id', projectId);
  form.set('file', new Blob([file.bytes]), file.name);
  const { id } = await client.call('POST', '/api/v1/documents', Stored, form);
  return id;
};

const uploadByLink = async (client: DemoClient, projectId: string, file: DemoFile): Promise<string> => {
  const issued = await client.call('POST', '/api/v1/uploads', Issued, {
    project_id: projectId,
    filename: file.name,
    file_size: file.bytes.length,
    mime_type: 'application/octet-stream',
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
  });
  const sent = await fetch(issued.url, { method: issued.method, headers: issued.headers, body: file.bytes });
  if (!sent.ok) throw new DemoError(`The object store answered ${sent.status}: ${(await sent.text()).slice(0, 300)}`);
  const { id } = await client.call('POST', '/api/v1/documents', Stored, {
    document_id: randomUUID(),
    filename: file.name,
    store_path: issued.store_path,
    project_id: projectId,
    processing_status: 'UPLOADED',
  });
  return id;
};

/** Uploads one file in the way that its size requires, and returns the document's id. */
export const uploadDemoFile = (client: DemoClient, projectId: string, file: DemoFile): Promise<string> =>
  file.bytes.length <= FORM_BYTES ? uploadByForm(client, projectId, file) : uploadByLink(client, projectId, file);
