import type { DocumentChange } from './document.ts';

/** What queueing a document resets, so that the worker counts its attempts afresh. */
export const queuedChange = (now: Date) =>
  ({
    queued_at: now.toISOString(),
    attempts: 0,
    lease: null,
    text_status: null,
    error: null,
    error_detail: null,
  }) satisfies DocumentChange;
