import type { DocumentRecord } from '../domain/documents/document.ts';
import type { ProcessingStatus } from '../domain/documents/values.ts';
import type { EventType, LifecycleEntity } from '../domain/events/event.ts';

/** The fields of a worker's attempts. */
export const WORK_FIELDS = ['lease', 'attempts', 'queued_at'] as const;

/** Returns the type of an event of a record that is created, updated and deleted. */
export const lifecycle =
  <E extends LifecycleEntity>(entity: E) =>
  (before: unknown, after: unknown): EventType => {
    if (!before) return `${entity}.created`;
    return after ? `${entity}.updated` : `${entity}.deleted`;
  };

/** Returns the type of an event of a record that a worker makes ready. */
export const workEvents =
  <E extends 'comparison' | 'report'>(entity: E) =>
  (before: { status: string } | undefined, after: { status: string } | undefined): EventType => {
    if (!before) return `${entity}.requested`;
    if (!after) return `${entity}.deleted`;
    const isEnding = after.status !== before.status;
    if (isEnding && after.status === 'ready') return `${entity}.ready`;
    return isEnding && after.status === 'failed' ? `${entity}.failed` : `${entity}.updated`;
  };

/** The statuses of a document whose file has not arrived. */
const WAITING: readonly ProcessingStatus[] = ['PENDING', 'PENDING_PROCESSING', 'UPLOADED'];
const ENDINGS: { readonly [S in ProcessingStatus]?: EventType } = {
  PROCESSED: 'document.processed',
  ACCEPTED: 'document.accepted',
  DUPLICATE: 'document.duplicate',
  FAILED: 'document.failed',
};

/** Returns the type of a document's event. The removal of a purged record was announced when the purge began. */
export const documentEvent = (
  before: DocumentRecord | undefined,
  after: DocumentRecord | undefined,
): EventType | undefined => {
  if (!after) return undefined;
  if (!before) return WAITING.includes(after.processing_status) ? 'document.registered' : 'document.received';
  if (after.purge_started_at && !before.purge_started_at) return 'document.purged';
  if (after.is_deleted !== before.is_deleted) return after.is_deleted ? 'document.deleted' : 'document.restored';
  const status = after.processing_status;
  if (status === before.processing_status) return 'document.updated';
  if (status === 'QUEUED' && WAITING.includes(before.processing_status)) return 'document.received';
  return ENDINGS[status] ?? 'document.updated';
};
