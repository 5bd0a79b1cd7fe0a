import type { ZodType } from 'zod';
import type { Lease } from '../domain/documents/document.ts';
import type { Key } from './keys.ts';

/** What every stored record has. */
export interface StoredRecord {
  organization_id: string;
  /** Of a record that belongs to a project. */
  project_id?: string | null;
  created_at: string;
  updated_at: string;
  /** Grows by one with every write: the ETag, and what `If-Match` is held against. */
  record_version: number;
  /** The identifier of the write that made this version: a retried write recognises its own success. */
  write_id: string;
  /** Counts a worker's runs. */
  attempts?: number;
  lease?: Lease | null;
  is_deleted?: boolean;
}

/** A list of a kind's records below a parent, such as a project, in the order of a sort key: the last one first. */
export interface List<T> {
  /** The partition of one parent's list; one that spans the organization has no parent. */
  partition: (organizationId: string, parent: string) => string;
  /** The id of the parent below which a record stands. */
  parentOf?: (record: T) => string;
  /** Left out of the kind's reading port: an adapter of its own reads it. */
  isInternal?: boolean;
  prefix: string;
  /** The rest of the sort key, unique among the parent's records; `byTime` of `keys.ts` for newest first. */
  sort: (record: T) => string;
  /** Fields that make parent or sort key: where one changes, the entry moves in the same transaction. */
  movesWith?: readonly (keyof T & string)[];
  /** Fields that the entry carries: the list is filtered and sorted by them without a read of the records. */
  carries?: readonly (keyof T & string)[];
  /** Whether the list names a record; every one where not given. What it looks at stands in `movesWith`. */
  holds?: (record: T) => boolean;
}

/**
 * A type of record: one zod schema, where it lies, and what guards it. Beside its item each list has an entry item
 * that names the record.
 */
export interface Kind<T extends StoredRecord, Id = string> {
  /** What messages call it: `The project is archived`. */
  name: string;
  schema: ZodType<T>;
  /**
   * What its records belong to and are removed with: their project where they have one, else their organization. Nothing
   * enters a project that is being deleted. Empty for records of the service itself.
   */
  belongsTo: readonly ('project' | 'organization')[];
  /** The ports `<kind>.read` and `<kind>.write` that follow from this declaration; others have an adapter of their own. */
  ports: readonly ('read' | 'write')[];
  key: (organizationId: string, id: Id) => Key;
  idOf: (record: T) => Id;
  lists: Readonly<Record<string, List<T>>>;
  /** The field that transitions move. */
  status?: keyof T & string;
  /**
   * Attributes of a sparse index for a record that comes into this status at `at`; null takes it off, undefined leaves
   * it where it is.
   */
  indexed?: (status: string, id: Id, at: string) => Record<string, string> | null | undefined;
}
