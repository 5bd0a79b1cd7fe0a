import type { ZodType } from 'zod';
import type { Actor, EventEntity, EventType } from '../domain/events/event.ts';
import type { Lease } from '../domain/lease.ts';
import type { Key } from './keys.ts';

/** The fields of every stored record. */
export interface StoredRecord {
  organization_id: string;
  /** For a record that belongs to a project. */
  project_id?: string | null;
  created_at: string;
  updated_at: string;
  /** Who made the last change that was an event; absent or null if there was none since its creation. */
  updated_by?: Actor | null | undefined;
  /** Incremented by every write: the ETag, and the version that `If-Match` is compared with. */
  record_version: number;
  /** The identifier of the write that made this version, by which a retried write recognises its own success. */
  write_id: string;
  /** The number of a worker's attempts. */
  attempts?: number;
  lease?: Lease | null;
  is_deleted?: boolean;
}

/** A list of a kind's records below a parent, such as a project, in descending order of a sort key. */
export interface List<T> {
  /** Returns the partition of one parent's list; a list that spans the organization has no parent. */
  partition: (organizationId: string, parent: string) => string;
  /** Returns the id of the parent that lists a record. */
  parentOf?: (record: T) => string;
  /** Omitted from the kind's read port: an adapter of its own reads it. */
  isInternal?: boolean;
  prefix: string;
  /** Returns the rest of the sort key, unique among the parent's records; `byTime` of `keys.ts` for newest first. */
  sort: (record: T) => string;
  /** The fields that determine parent or sort key: if one changes, the entry moves in the same transaction. */
  movesWith?: readonly (keyof T & string)[];
  /** Fields copied to the entry, so that the list can be filtered and sorted without reading the records. */
  carries?: readonly (keyof T & string)[];
  /**
   * Returns whether the list contains a record; all records if absent. The fields that it depends on are in
   * `movesWith`.
   */
  holds?: (record: T) => boolean;
}

/** The events of a kind's changes. */
interface KindEvents<T> {
  entity: EventEntity;
  /** Returns the id that events name; by default the record's own. */
  idOf?: (record: T) => string;
  /** Returns the project of an event; by default the record's own. */
  projectOf?: (before: T | undefined, after: T | undefined) => string | null;
  /**
   * Returns the type of a change from the record before and after, of which one is undefined when the record is created
   * or removed; undefined for a change that has no event.
   */
  typeOf: (before: T | undefined, after: T | undefined) => EventType | undefined;
  /** Fields of work in progress: a change of these alone has no event. */
  ignores: readonly (keyof T & string)[];
  /** Fields whose values events carry: neither secret nor large. */
  values: readonly (keyof T & string)[];
}

/**
 * A type of record: its zod schema, key, lists and guards. Besides the record's item, each list has an entry item that
 * refers to the record.
 */
export interface Kind<T extends StoredRecord, Id = string> {
  /** The name in messages: `The project is archived`. */
  name: string;
  schema: ZodType<T>;
  /**
   * What its records belong to and are removed with: their project if they have one, else their organization. No record
   * can enter a project that is being deleted. Empty for records of the service itself.
   */
  belongsTo: readonly ('project' | 'organization')[];
  /**
   * The ports `<kind>.read`, `<kind>.write` and `<kind>.search` that follow from this declaration; other ports have an
   * adapter of their own. Searching needs a list `texts`.
   */
  ports: readonly ('read' | 'write' | 'search')[];
  key: (organizationId: string, id: Id) => Key;
  idOf: (record: T) => Id;
  lists: Readonly<Record<string, List<T>>>;
  /** The field that transitions change. */
  status?: keyof T & string;
  /** Null for records whose changes have no events. */
  events: KindEvents<T> | null;
  /**
   * Returns the sparse index's attributes for a record that enters this status at `at`; null removes it from the index,
   * undefined keeps its attributes.
   */
  indexed?: (status: string, id: Id, at: string) => Record<string, string> | null | undefined;
}
