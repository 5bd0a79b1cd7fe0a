import { Due } from '../../domain/due.ts';
import { type WebhookState, WebhookState as WebhookStateSchema } from '../../domain/webhooks/webhook.ts';
import type { Environment } from '../../environment.ts';
import type { WebhooksDeliver } from '../../ports.ts';
import { EVENTS_KEPT_SECONDS, EXPIRES } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { dueKey, webhookDeliveryKey, webhookStateKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { becomingDue, listDue } from '../dynamodb/due.ts';
import { deleteItem, putItem, updateItem, updateUnseen } from '../dynamodb/items.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { transact, updating } from '../dynamodb/transaction.ts';

export const adapter = (environment: Environment): WebhooksDeliver => {
  const table = tableOf(environment);
  const keyOf = ({ organization_id, id }: Pick<WebhookState, 'organization_id' | 'id'>) =>
    webhookStateKey(organization_id, id);
  const progress = ({ position, failures, failing_since, retry_at }: WebhookState) =>
    new Expression().setAll({ position, failures, failing_since, retry_at });

  return {
    claim: async (organizationId, id, owner, until) => {
      const key = webhookStateKey(organizationId, id);
      const claiming = new Expression().setAll({ held_by: owner, held_until: until }).add('wanted', 1).exists();
      const held = claiming.name('held_until');
      const isOwn = `${claiming.name('held_by')} = ${claiming.value(owner)}`;
      claiming.when(`attribute_not_exists(${held}) OR ${held} < ${claiming.value(Date.now())} OR ${isOwn}`);
      const claimed = await updateItem(table, WebhookStateSchema, key, claiming);
      if (!(claimed instanceof Refusal)) return claimed;
      if (claimed.existing) await updateUnseen(table, key, new Expression().add('wanted', 1).exists());
      return undefined;
    },
    advance: async (state, owner, until) => {
      const advancing = progress(state).set('held_until', until).equals('held_by', owner);
      return (await updateUnseen(table, keyOf(state), advancing)) === undefined;
    },
    release: async (state, former, owner) => {
      const releasing = progress(state).set('held_until', 0).equals('held_by', owner);
      if (state.retry_at === null) releasing.equals('wanted', former.wanted);
      const { organization_id, id, retry_at } = state;
      const due = retry_at === null ? [] : becomingDue(table, 'WEBHOOK', { organization_id, id, at: retry_at });
      return (await transact(table, { state: updating(table, keyOf(state), releasing), due })) === undefined;
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
