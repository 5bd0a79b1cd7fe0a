import type { DocumentRecord } from './document.ts';

/** The processing run that a document is in, or was in last: queueing it again makes another. */
export const processingRun = ({ queued_at, creation_id }: DocumentRecord): string => queued_at ?? creation_id;
