import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import process from 'node:process';
import { type Api, type ClientOptions, createApi } from './client.ts';
import { type UploadOptions, type UploadSource, upload } from './upload.ts';

/** Returns the service's URL from `CDS_URL`, or that of the service on this machine at `PORT` (3000). */
export const addressOf = ({ CDS_URL, PORT }: NodeJS.ProcessEnv = process.env): string =>
  CDS_URL || `http://localhost:${PORT || 3000}`;

/**
 * Creates a client with the URL from `CDS_URL` or `PORT` and the token from `CDS_TOKEN`; options override both.
 * @throws Error without a token
 */
export const connect = (options: Partial<ClientOptions> = {}): Api => {
  const token = options.token ?? process.env.CDS_TOKEN;
  if (!token) throw new Error('CDS_TOKEN is not set: it holds the access token');
  return createApi({ baseUrl: addressOf(), ...options, token });
};

/** Reads `[start, end)`; a file that has become shorter returns less. */
const readRange = async (file: FileHandle, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = new Uint8Array(end - start);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
};

/**
 * Uploads a file from disk, reading it part by part.
 * @returns the document's id
 * @throws ApiError of the service or its file store; an error of `node:fs` if the file cannot be read
 */
export const uploadFile = async (api: Api, path: string, options: UploadOptions): Promise<string> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const source: UploadSource = {
      name: basename(path),
      size,
      slice: (start, end) => readRange(file, start, end),
    };
    return await upload(api, source, options);
  } finally {
    await file.close();
  }
};
