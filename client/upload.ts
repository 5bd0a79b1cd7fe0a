import { type Api, ApiError, ok } from './client.ts';
import { randomId } from './random-id.ts';

/** A file to upload: a browser's `File`, or anything else that has a name and returns its bytes by range. */
export interface UploadSource {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Returns the bytes from `start` up to but excluding `end`. */
  slice(start: number, end: number): Piece | Promise<Piece>;
}
type Piece = Blob | Uint8Array<ArrayBuffer>;

export interface UploadOptions {
  projectId: string;
  /** Fields of the document. */
  fields?: { title?: string; document_reference?: string; revision?: string; revision_of?: string };
  /** Called with the number of bytes sent so far. */
  onProgress?: (sent: number, total: number) => void;
}

/** Parts sent concurrently. */
const AT_ONCE = 4;
/** Attempts per request to the file store, including the first. */
const ATTEMPTS = 4;

/** Sends bytes to a presigned URL, with retries if the store did not respond or failed. */
const put = async (url: string, headers: Record<string, string>, body: Piece): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(url, { method: 'PUT', headers, body }).catch((error: unknown) => {
      if (attempt >= ATTEMPTS) throw error;
      return undefined;
    });
    if (answer?.ok) return;
    // The file exists: an earlier attempt arrived and its response was lost.
    if (answer?.status === 412 && attempt > 1) return;
    if (answer && (answer.status < 500 || attempt >= ATTEMPTS)) {
      throw new ApiError(answer.status, { detail: `The file store answered ${answer.status}` });
    }
    await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** attempt));
  }
};

/** Sends a file in parts, several at a time; each link is requested when its part is due. */
const sendParts = async (
  api: Api,
  upload_id: string,
  file: UploadSource,
  { part_size, part_count }: { part_size: number; part_count: number },
  onPart: (bytes: number) => void,
): Promise<void> => {
  const numbers = Array.from({ length: part_count }, (_, i) => i + 1);
  const params = { path: { upload_id } };
  const work = async (): Promise<void> => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      const body = { part_numbers: [number] };
      const { parts } = await ok(api.POST('/api/v1/uploads/{upload_id}/parts', { params, body }));
      const start = (number - 1) * part_size;
      const end = Math.min(number * part_size, file.size);
      await put(parts[0]?.url ?? '', {}, await file.slice(start, end));
      onPart(end - start);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await ok(api.POST('/api/v1/uploads/{upload_id}/complete', { params }));
};

/**
 * Uploads a file of any size by presigned URLs, in parts if it is large, and registers it.
 * @returns the document's id
 * @throws ApiError of the service or its file store
 */
export const upload = async (
  api: Api,
  file: UploadSource,
  { projectId, fields, onProgress }: UploadOptions,
): Promise<string> => {
  const { name: filename, size: file_size } = file;
  const { upload_id, store_path, ...issued } = await ok(
    api.POST('/api/v1/uploads', { body: { project_id: projectId, filename, file_size, method: 'PUT' } }),
  );
  let sent = 0;
  const advance = (bytes: number) => {
    sent += bytes;
    onProgress?.(sent, file_size);
  };
  const { part_size, part_count } = issued;
  if (part_size !== undefined && part_count !== undefined) {
    await sendParts(api, upload_id, file, { part_size, part_count }, advance);
  } else {
    await put(issued.url ?? '', issued.headers ?? {}, await file.slice(0, file_size));
    advance(file_size);
  }
  const record = {
    document_id: randomId(),
    filename,
    store_path,
    project_id: projectId,
    processing_status: 'UPLOADED',
  } as const;
  const { id } = await ok(api.POST('/api/v1/documents/register', { body: { ...record, ...fields } }));
  return id;
};
