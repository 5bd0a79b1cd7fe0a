import type { Due, StoredFile } from '../domain/due.ts';
import type { UploadRecord } from '../domain/uploads/upload-record.ts';
import type { ChangeGuard, RecordsRead, RecordsWrite } from './record-ports.ts';

export interface FilePorts {
  'uploads.read': UploadsRead;
  'uploads.write': UploadsWrite;
  'uploads.expire': UploadsExpire;
  'files.read': FilesRead;
  'files.arrived': FilesArrived;
  'files.write': FilesWrite;
  'files.keep': FilesKeep;
  'files.remove': FilesRemove;
  'files.presign': FilesPresign;
  'files.multipart': FilesMultipart;
}

export type UploadsRead = Pick<RecordsRead<UploadRecord>, 'get'>;

export interface UploadsWrite extends Pick<RecordsWrite<UploadRecord>, 'create'> {
  /** Closes the upload to registration for good and returns it. @throws NotFound */
  abort(organizationId: string, uploadId: string, guard: ChangeGuard<UploadRecord>): Promise<UploadRecord>;
}

/** Removes issued uploads after they have expired. */
export interface UploadsExpire {
  /** Returns uploads that expired before a time (ISO 8601), at most `limit` per shard. */
  due(before: string, limit: number): Promise<Due[]>;
  /** Returns at most `limit` of a project's uploads, newest first, and the cursor for the next ones; null at the end. */
  inProject(
    organizationId: string,
    projectId: string,
    limit: number,
    cursor?: string,
  ): Promise<{ records: UploadRecord[]; cursor: string | null }>;
  /** Closes the upload to registration and returns it; undefined if it no longer exists. */
  close(upload: Pick<Due, 'organization_id' | 'id'>): Promise<UploadRecord | undefined>;
  remove(upload: UploadRecord): Promise<void>;
  /** Removes the due entry of an upload whose record has been removed. */
  settle(due: Due): Promise<void>;
  /** Returns files of forms that no document had registered before a time (ISO 8601), at most `limit` per shard. */
  dueFiles(before: string, limit: number): Promise<StoredFile[]>;
  settleFile(file: StoredFile): Promise<void>;
}

export interface FileHead {
  size: number;
  mimeType: string | null;
  /** The stored SHA-256 checksum in lower-case hex; null if the store has none for the whole object. */
  sha256: string | null;
  lastModified: Date;
}

export interface FilesRead {
  head(path: string): Promise<FileHead | undefined>;
  /** @throws NotFound if the object does not exist */
  bytes(path: string): Promise<Uint8Array>;
  /** Returns bytes `start` to `end`, both inclusive; fewer if the object is shorter. */
  range(path: string, start: number, end: number): Promise<Uint8Array>;
  /** Copies the object to a local file and returns its size in bytes and its SHA-256. @throws NotFound */
  download(path: string, file: string): Promise<{ size: number; sha256: string }>;
}

/** Uploaded files at the paths that were issued for them. */
export interface FilesArrived {
  /**
   * Returns the metadata of the file at an issued path; undefined if none has arrived. A file posted with a form is
   * first moved there from `formPathOf`, once: posting the form again replaces nothing.
   */
  head(path: string): Promise<FileHead | undefined>;
  /** Removes a file that a form has posted again, or that no document will be registered for. */
  dropForm(path: string): Promise<void>;
}

export interface FilesWrite {
  /** Stores the bytes at the path, replacing an existing object. */
  put(path: string, bytes: Uint8Array, mimeType: string): Promise<void>;
  /** Stores a local file at the path, streaming it from the disk; returns its size in bytes. */
  putFile(path: string, file: string, mimeType: string): Promise<number>;
  /** Deletes the objects; absent paths are ignored. */
  delete(paths: readonly string[]): Promise<void>;
}

export interface FilesKeep {
  /** Keeps an uploaded file permanently, which otherwise expires unregistered. May be repeated. */
  keep(path: string): Promise<void>;
}

/** Removes stored files permanently. */
export interface FilesRemove {
  /** Deletes the objects; absent paths are ignored. */
  files(paths: readonly string[]): Promise<void>;
  /** Deletes all objects whose path begins with `folder`, which ends with a slash. */
  below(folder: string): Promise<void>;
}

interface PresignedUpload {
  method: 'PUT' | 'POST';
  url: string;
  headers: Record<string, string>;
  fields: Record<string, string>;
}

interface UploadTerms {
  path: string;
  size: number;
  mimeType: string;
  /** Lower-case hex. */
  sha256: string | null;
  expiresInSeconds: number;
}

export interface FilesPresign {
  /** Returns a link that downloads the object as a file of that name. */
  download(path: string, filename: string, expiresInSeconds: number): Promise<string>;
  /** Returns a link that displays the object in the browser: for page images and reports, never for uploaded files. */
  view(path: string, expiresInSeconds: number): Promise<string>;
  put(terms: UploadTerms): Promise<PresignedUpload>;
  post(terms: UploadTerms): Promise<PresignedUpload>;
}

export interface UploadedPart {
  part_number: number;
  etag: string;
  size: number;
}

/** Uploads large files in parts; the object exists once the upload is completed. */
export interface FilesMultipart {
  start(path: string, mimeType: string): Promise<string>;
  /** Returns a link that accepts exactly `size` bytes as one part. */
  signPart(path: string, multipartId: string, part: { number: number; size: number }, seconds: number): Promise<string>;
  /** Returns the parts that have arrived, in order. @throws NotFound if the upload is completed, aborted or expired */
  parts(path: string, multipartId: string): Promise<UploadedPart[]>;
  /** @throws NotFound as `parts`; Conflict if a part is missing or wrong */
  complete(path: string, multipartId: string, parts: readonly UploadedPart[]): Promise<void>;
  /** Aborts the upload; changes nothing if it is aborted or completed already. */
  abort(path: string, multipartId: string): Promise<void>;
}
