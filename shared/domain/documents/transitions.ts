import type { StatusTransition } from '../transition.ts';
import type { ProcessingStatus } from './values.ts';

/** A permitted transition of `processing_status`. */
export type Transition = StatusTransition<ProcessingStatus>;

const idle = ['PENDING', 'PROCESSED', 'FAILED', 'DUPLICATE', 'PENDING_PROCESSING', 'UPLOADED', 'ACCEPTED'] as const;

export const TRANSITIONS = {
  /** The file of a waiting record has arrived. */
  arrive: { name: 'arrive', from: ['PENDING', 'PENDING_PROCESSING', 'UPLOADED'], to: 'QUEUED' },
  /** A worker takes the document, or takes it over after the previous worker's lease has expired. */
  start: { name: 'start', from: ['QUEUED', 'PROCESSING'], to: 'PROCESSING' },
  finish: { name: 'finish', from: ['PROCESSING'], to: 'PROCESSED' },
  accept: { name: 'accept', from: ['QUEUED', 'PROCESSING', 'UPLOADED'], to: 'ACCEPTED' },
  duplicate: { name: 'duplicate', from: ['QUEUED', 'PROCESSING'], to: 'DUPLICATE' },
  fail: { name: 'fail', from: ['QUEUED', 'PROCESSING'], to: 'FAILED' },
  /** The upload has expired without its file. */
  miss: { name: 'miss', from: ['PENDING', 'PENDING_PROCESSING'], to: 'FAILED' },
  /** From every status in which the document is neither queued nor being processed. */
  reprocess: { name: 'reprocess', from: idle, to: 'QUEUED' },
} as const satisfies Record<string, Transition>;

/** Returns the transition to `to` that a manager or a service may make: from every status with a transition to it. */
export const transitionTo = (to: ProcessingStatus): Transition => ({
  name: `set-${to}`,
  from: Object.values(TRANSITIONS).flatMap((transition): ProcessingStatus[] =>
    transition.to === to ? [...transition.from] : [],
  ),
  to,
});
