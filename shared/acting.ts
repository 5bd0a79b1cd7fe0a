import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from './domain/events/event.ts';

interface Acting {
  actor: Actor;
  isRecorded: boolean;
}

const acting = new AsyncLocalStorage<Acting>();

/** Outside of requests and workers only operators' commands change records. */
const OPERATOR: Acting = { actor: { type: 'operator', id: 'operate', name: null }, isRecorded: true };

/** Runs a request or the work of a worker: events of the changes that it makes name this actor. */
export const actAs = <R>(actor: Actor, run: () => R): R => acting.run({ actor, isRecorded: true }, run);

/** Runs a removal that is one event as a whole: the records that it removes have no events of their own. */
export const withoutEvents = <R>(run: () => R): R => acting.run({ ...current(), isRecorded: false }, run);

const current = (): Acting => acting.getStore() ?? OPERATOR;

/** Returns who is making the current change; undefined if it is part of a removal without events. */
export const recordedActor = (): Actor | undefined => (current().isRecorded ? current().actor : undefined);
