import type { LinkTarget } from '../domain/access/sealed-link.ts';
import type { Due } from '../domain/due.ts';
import type { UploadRecord } from '../domain/uploads/upload.ts';
import type { RecordsRead, RecordsWrite } from './records.ts';

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
  'links.seal': LinksSeal;
  'links.open': LinksOpen;
}

export type UploadsRead = Pick<RecordsRead<UploadRecord>, 'get'>;

export type UploadsWrite = Pick<RecordsWrite<UploadRecord>, 'create'>;

/** What becomes of issued uploads when their time is over. */
export interface UploadsExpire {
  /** Uploads that were over before a time (ISO 8601), at most `limit` a shard. */
  due(before: string, limit: number): Promise<Due[]>;
  /** Some of a project's uploads, newest first. */
  inProject(organizationId: string, projectId: string, limit: number): Promise<UploadRecord[]>;
  /** Closes it to registration and answers it; undefined when it is gone. */
  close(upload: Pick<Due, 'organization_id' | 'id'>): Promise<UploadRecord | undefined>;
  remove(upload: UploadRecord): Promise<void>;
  /** Nobody looks at it any more: its record is gone. */
  settle(due: Due): Promise<void>;
}

export interface FileHead {
  size: number;
  mimeType: string | null;
  /** Lower-case hex of the stored SHA-256 checksum, where the store holds one for the whole object. */
  sha256: string | null;
  lastModified: Date;
}

export interface FilesRead {
  head(path: string): Promise<FileHead | undefined>;
  /** @throws NotFound when there is no object. */
  bytes(path: string): Promise<Uint8Array>;
  /** Bytes `start` to `end`, both inclusive; fewer where the object ends before. */
  range(path: string, start: number, end: number): Promise<Uint8Array>;
  /** Copies the object into a local file and answers its size and SHA-256. @throws NotFound */
  download(path: string, file: string): Promise<{ size: number; sha256: string }>;
}

/** Uploaded files at the paths that were issued for them. */
export interface FilesArrived {
  /**
   * The file at an issued path; one that a form has brought is first moved there from `formPathOf`, once: a form that is
   * sent again replaces nothing. Undefined where none has arrived.
   */
  head(path: string): Promise<FileHead | undefined>;
  /** Removes what a form has brought again, or for nobody. */
  dropForm(path: string): Promise<void>;
}

export interface FilesWrite {
  /** Stores the bytes at the path; writing the same path again replaces them. */
  put(path: string, bytes: Uint8Array, mimeType: string): Promise<void>;
  /** Stores a local file at the path, read from the disk as it is sent; answers its size in bytes. */
  putFile(path: string, file: string, mimeType: string): Promise<number>;
  /** Absent paths are passed over. */
  delete(paths: readonly string[]): Promise<void>;
}

export interface FilesKeep {
  /** Keeps an uploaded file for good, which else expires unregistered. Keeping it again changes nothing. */
  keep(path: string): Promise<void>;
}

/** Removing stored files for good. */
export interface FilesRemove {
  /** Absent ones are passed over. */
  files(paths: readonly string[]): Promise<void>;
  /** Everything whose path begins so; `folder` ends with a slash. */
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
  /** A link that downloads the object under its own name. */
  download(path: string, filename: string, expiresInSeconds: number): Promise<string>;
  /** A link that shows the object in place: page images and reports, never a file that somebody uploaded. */
  view(path: string, expiresInSeconds: number): Promise<string>;
  put(terms: UploadTerms): Promise<PresignedUpload>;
  post(terms: UploadTerms): Promise<PresignedUpload>;
}

export interface UploadedPart {
  part_number: number;
  etag: string;
  size: number;
}

/** Large files in parts; the object appears when the upload is completed. */
export interface FilesMultipart {
  start(path: string, mimeType: string): Promise<string>;
  /** A link that takes exactly `size` bytes as one part. */
  signPart(path: string, multipartId: string, part: { number: number; size: number }, seconds: number): Promise<string>;
  /** Parts that have arrived, in order. @throws NotFound when the upload is completed, aborted or expired */
  parts(path: string, multipartId: string): Promise<UploadedPart[]>;
  /** @throws NotFound as `parts`; Conflict when a part is missing or wrong */
  complete(path: string, multipartId: string, parts: readonly UploadedPart[]): Promise<void>;
  /** Aborting again, or after completion, changes nothing. */
  abort(path: string, multipartId: string): Promise<void>;
}

export interface LinksSeal {
  /** One opaque, URL-safe token per target, in order; nobody without the key can make or read one. */
  seal(targets: readonly LinkTarget[]): Promise<string[]>;
}

export interface LinksOpen {
  /** Undefined for anything that `seal` did not make. */
  open(token: string): Promise<LinkTarget | undefined>;
}
