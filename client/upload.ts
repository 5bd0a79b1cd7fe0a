import { randomUUID } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { type Api, ApiError, ok } from './client.ts';

export interface UploadOptions {
  projectId: string;
  /** Fields of the document: title, reference, revision of. */
  fields?: { title?: string; document_reference?: string; revision?: string; revision_of?: string };
  /** Is told how many of the bytes have been sent. */
  onProgress?: (sent: number, total: number) => void;
}

/** Parts that are sent side by side. */
const AT_ONCE = 4;

const put = async (url: string, headers: Record<string, string>, body: Blob): Promise<void> => {
  const answer = await fetch(url, { method: 'PUT', headers, body });
  if (!answer.ok) throw new ApiError(answer.status, { detail: `The object store answered ${answer.status}` });
};

/** Sends a file in parts, some at a time; each link is asked for when its part is due. */
const sendParts = async (
  api: Api,
  upload_id: string,
  file: Blob,
  { part_size, part_count }: { part_size: number; part_count: number },
  onPart: (bytes: number) => void,
): Promise<void> => {
  const numbers = Array.from({ length: part_count }, (_, i) => i + 1);
  const params = { path: { upload_id } };
  const work = async (): Promise<void> => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      const body = { part_numbers: [number] };
      const { parts } = await ok(api.POST('/api/v1/uploads/{upload_id}/parts', { params, body }));
      const part = file.slice((number - 1) * part_size, number * part_size);
      await put(parts[0]?.url ?? '', {}, part);
      onPart(part.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await ok(api.POST('/api/v1/uploads/{upload_id}/complete', { params }));
};

/**
 * Uploads a file of any size by a link, in parts where it is large, and registers it. @returns the document's id
 * @throws ApiError with what the service or its object store says
 */
export const upload = async (
  api: Api,
  path: string,
  { projectId, fields, onProgress }: UploadOptions,
): Promise<string> => {
  const file = await openAsBlob(path);
  const filename = basename(path);
  const asked = { project_id: projectId, filename, file_size: file.size };
  const { upload_id, store_path, ...issued } = await ok(
    api.POST('/api/v1/uploads', { body: { ...asked, method: 'PUT' } }),
  );
  let sent = 0;
  const advance = (bytes: number) => {
    sent += bytes;
    onProgress?.(sent, file.size);
  };
  const { part_size, part_count } = issued;
  if (part_size !== undefined && part_count !== undefined) {
    await sendParts(api, upload_id, file, { part_size, part_count }, advance);
  } else {
    await put(issued.url ?? '', issued.headers ?? {}, file);
    advance(file.size);
  }
  const record = {
    document_id: randomUUID(),
    filename,
    store_path,
    project_id: projectId,
    processing_status: 'UPLOADED',
  } as const;
  const { id } = await ok(api.POST('/api/v1/documents', { body: { ...record, ...fields } }));
  return id;
};
