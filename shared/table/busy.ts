import { busyPartition, busyShard } from './keys.ts';

/** True while a worker has or awaits the document. */
export const isBusy = (status: string | undefined): boolean => status === 'QUEUED' || status === 'PROCESSING';

/** The sparse index's attributes of a busy document, by the time (ISO 8601) since which it is; none otherwise. */
export const busyFields = (documentId: string, status: string, since: string): { gsi1pk?: string; gsi1sk?: string } =>
  isBusy(status) ? { gsi1pk: busyPartition(busyShard(documentId)), gsi1sk: since } : {};
