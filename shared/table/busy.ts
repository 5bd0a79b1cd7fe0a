import { busyPartition, busyShard } from './keys.ts';

/** True while a worker has or awaits the document. */
export const isBusy = (status: string | undefined): boolean => status === 'QUEUED' || status === 'PROCESSING';

/** The sparse index's attributes of a busy document; none otherwise. */
export const busyFields = (
  documentId: string,
  status: string,
  queuedAt: string | null | undefined,
): { gsi1pk?: string; gsi1sk?: string } =>
  isBusy(status) ? { gsi1pk: busyPartition(busyShard(documentId)), ...(queuedAt && { gsi1sk: queuedAt }) } : {};
