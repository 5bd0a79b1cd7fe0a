import type { DocumentChange } from './document.ts';

/** Returns the changes that queue a document, with its attempts reset. */
export const queuedChange = (now: Date) =>
  ({
    queued_at: now.toISOString(),
    attempts: 0,
    lease: null,
    text_status: null,
    error: null,
    error_detail: null,
  }) satisfies DocumentChange;
