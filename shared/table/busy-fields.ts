import { busyPartition, busyShard } from './keys.ts';

/** Returns true while the document waits for a worker or is being processed. */
export const isBusy = (status: string | undefined): boolean => status === 'QUEUED' || status === 'PROCESSING';

/**
 * Returns the attributes of the sparse index for a busy document, sorted by the time (ISO 8601) since which it is busy;
 * none for others.
 */
export const busyFields = (documentId: string, status: string, since: string): { gsi1pk?: string; gsi1sk?: string } =>
  isBusy(status) ? { gsi1pk: busyPartition(busyShard(documentId)), gsi1sk: since } : {};
