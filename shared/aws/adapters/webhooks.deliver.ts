import * as z from 'zod';
import { Due } from '../../domain/due.ts';
import { type WebhookState, WebhookState as WebhookStateSchema } from '../../domain/events/webhook.ts';
import type { Environment } from '../../environment.ts';
import type { DeliveryHolder, WebhooksDeliver } from '../../ports.ts';
import { EVENTS_KEPT_SECONDS, EXPIRES } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { dueKey, webhookDeliveryKey, webhookStateKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { becomingDue, listDue } from '../dynamodb/due-entries.ts';
import { deleteItem, putItem, updateItem, updateUnseen } from '../dynamodb/items.ts';
import { patience } from '../dynamodb/patience.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { transact, updating } from '../dynamodb/transaction.ts';

const CONTENDED = 'Other workers keep taking the deliveries of the webhook';

const Held = z.object({ held_by: z.string() });

/** Claims deliveries that are free, were left by an earlier delivery of the same message, or whose time is over. */
const claiming = ({ owner, message }: DeliveryHolder, until: number): Expression => {
  const claim = new Expression().setAll({ held_by: owner, held_for: message, held_until: until });
  claim.add('wanted', 1).exists();
  const held = claim.name('held_until');
  const isSame = `${claim.name('held_for')} = ${claim.value(message)}`;
  return claim.when(`attribute_not_exists(${held}) OR ${held} < ${claim.value(Date.now())} OR ${isSame}`);
};

export const adapter = (environment: Environment): WebhooksDeliver => {
  const table = tableOf(environment);
  const keyOf = ({ organization_id, id }: Pick<WebhookState, 'organization_id' | 'id'>) =>
    webhookStateKey(organization_id, id);
  const progress = ({ position, failures, failing_since, retry_at }: WebhookState) =>
    new Expression().setAll({ position, failures, failing_since, retry_at });

  return {
    claim: async (organizationId, id, holder, until) => {
      const key = webhookStateKey(organizationId, id);
      for (const wait = patience(CONTENDED); ; await wait()) {
        const claimed = await updateItem(table, WebhookStateSchema, key, claiming(holder, until));
        if (!(claimed instanceof Refusal)) return claimed;
        if (!claimed.existing) return undefined;
        const { held_by } = Held.parse(claimed.existing);
        // A holder that has ended in the meantime would not see the request to read the feed again.
        const stillHeld = new Expression().add('wanted', 1).equals('held_by', held_by);
        stillHeld.when(`${stillHeld.name('held_until')} >= ${stillHeld.value(Date.now())}`);
        if (!(await updateUnseen(table, key, stillHeld))) return undefined;
      }
    },
    advance: async (state, owner, until) => {
      const advancing = progress(state).set('held_until', until).equals('held_by', owner);
      return (await updateUnseen(table, keyOf(state), advancing)) === undefined;
    },
    release: async (state, former, owner) => {
      const releasing = progress(state).set('held_until', 0).equals('held_by', owner);
      if (state.retry_at === null) releasing.equals('wanted', former.wanted);
      const { organization_id, id, retry_at } = state;
      if (retry_at !== null) {
        const due = becomingDue(table, 'WEBHOOK', { organization_id, id, at: retry_at });
        return (await transact(table, { state: updating(table, keyOf(state), releasing), due })) === undefined;
      }
      if (!(await updateUnseen(table, keyOf(state), releasing))) return true;
      await updateUnseen(table, keyOf(state), progress(state).equals('held_by', owner));
      return false;
    },
    log: async (organizationId, id, delivery) => {
      await putItem(table, {
        ...webhookDeliveryKey(organizationId, id, delivery.id),
        ...delivery,
        [EXPIRES]: Math.ceil(Date.now() / 1000) + EVENTS_KEPT_SECONDS,
      });
    },
    due: (before, limit) => listDue(table, 'WEBHOOK', Due, before, limit),
    settle: async ({ at, organization_id, id }) => {
      await deleteItem(table, dueKey('WEBHOOK', at, organization_id, id), new Expression());
    },
  };
};
