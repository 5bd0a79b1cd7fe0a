import { setTimeout as delay } from 'node:timers/promises';
import { errorFields, log } from '../../log.ts';
import type { Queue } from '../../ports.ts';
import type { SentMessage } from '../../queue/messages.ts';
import { CHANGES_KEPT_SECONDS, EXPIRES } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { snapshotRequestKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { updateUnseen } from '../dynamodb/items.ts';
import type { RegisterOf } from './read-changes.ts';

/** Minimum milliseconds between two requests for one project. */
const PAUSE = 60_000;
/** Milliseconds after which a request that led to no snapshot may be repeated. */
const PATIENCE = 900_000;
/** Milliseconds that a reader waits for the queue to accept its message. */
const WAIT = 2_000;

const failed = (projectId: string, error: unknown): void =>
  log('warn', 'The register snapshot could not be requested', { project_id: projectId, ...errorFields(error) });

/**
 * Requests a snapshot from the worker, unless another reader did so after `since` (epoch milliseconds), the time from
 * which this reader has counted changes. Of many readers, one wins the conditional write and sends the message. Never
 * throws: without a snapshot, reading only takes longer.
 */
export const askForSnapshot = async (
  table: Table,
  queue: Queue<SentMessage<'snapshots'>>,
  { organizationId, projectId }: RegisterOf,
  since: number,
  now = Date.now(),
): Promise<void> => {
  const latest = Math.max(Math.min(since, now - PAUSE), now - PATIENCE);
  const claim = new Expression().set('asked_at', now).set(EXPIRES, Math.ceil(now / 1000) + CHANGES_KEPT_SECONDS);
  const askedAt = claim.name('asked_at');
  claim.when(`attribute_not_exists(${askedAt}) OR ${askedAt} <= ${claim.value(latest)}`);
  try {
    if (await updateUnseen(table, snapshotRequestKey(organizationId, projectId), claim)) return;
  } catch (error) {
    failed(projectId, error);
    return;
  }
  const sending = queue
    .send({ organization_id: organizationId, project_id: projectId })
    .catch((error: unknown) => failed(projectId, error));
  await Promise.race([sending, delay(WAIT, undefined, { ref: false })]);
};
