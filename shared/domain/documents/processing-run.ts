import type { DocumentRecord } from './document.ts';

/** Returns the document's current or last processing run; queueing the document again starts another. */
export const processingRun = ({ queued_at, creation_id }: DocumentRecord): string => queued_at ?? creation_id;
