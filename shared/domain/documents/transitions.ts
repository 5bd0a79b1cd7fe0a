import type { StatusTransition } from '../transition.ts';
import type { ProcessingStatus } from './values.ts';

/** A legal move of `processing_status`. */
export type Transition = StatusTransition<ProcessingStatus>;

const idle = ['PENDING', 'PROCESSED', 'FAILED', 'DUPLICATE', 'PENDING_PROCESSING', 'UPLOADED', 'ACCEPTED'] as const;

export const TRANSITIONS = {
  /** The object arrived for a record that waited for it. */
  arrive: { name: 'arrive', from: ['PENDING', 'PENDING_PROCESSING', 'UPLOADED'], to: 'QUEUED' },
  /** A worker takes the document, or takes it over when the former worker's lease has run out. */
  start: { name: 'start', from: ['QUEUED', 'PROCESSING'], to: 'PROCESSING' },
  finish: { name: 'finish', from: ['PROCESSING'], to: 'PROCESSED' },
  accept: { name: 'accept', from: ['QUEUED', 'PROCESSING', 'UPLOADED'], to: 'ACCEPTED' },
  duplicate: { name: 'duplicate', from: ['QUEUED', 'PROCESSING'], to: 'DUPLICATE' },
  fail: { name: 'fail', from: ['QUEUED', 'PROCESSING'], to: 'FAILED' },
  /** The upload of the file is over, and it never came. */
  miss: { name: 'miss', from: ['PENDING', 'PENDING_PROCESSING'], to: 'FAILED' },
  /** From every state in which no worker has or awaits the document. */
  reprocess: { name: 'reprocess', from: idle, to: 'QUEUED' },
} as const satisfies Record<string, Transition>;

/** The move to `to` that a manager or a service may make: from every state with an arrow to it. */
export const transitionTo = (to: ProcessingStatus): Transition => ({
  name: `set-${to}`,
  from: Object.values(TRANSITIONS).flatMap((transition): ProcessingStatus[] =>
    transition.to === to ? [...transition.from] : [],
  ),
  to,
});
