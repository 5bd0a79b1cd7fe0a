import type { Environment } from '../../environment.ts';
import type { CallsWrite } from '../../ports.ts';
import { EXPIRES } from '../../table/definition.ts';
import { Expression } from '../../table/expression.ts';
import { callsKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { updateUnseen } from '../dynamodb/items.ts';

const KEPT_SECONDS = 3600;

export const adapter = (environment: Environment): CallsWrite => {
  const table = tableOf(environment);
  return {
    admit: async ({ organization_id, system_id }, { id, perMinute, now }) => {
      const minute = now.toISOString().slice(0, 16);
      const counted = new Expression()
        .add('calls', 1)
        .set('last_call', id)
        .set(EXPIRES, Math.floor(now.getTime() / 1000) + KEPT_SECONDS);
      const [calls, last] = [counted.name('calls'), counted.name('last_call')];
      const room = `${calls} < ${counted.value(perMinute)} AND ${last} <> ${counted.value(id)}`;
      counted.when(`attribute_not_exists(${calls}) OR (${room})`);
      const refused = await updateUnseen(table, callsKey(organization_id, system_id, minute), counted);
      // An earlier attempt of this very write may have succeeded and its answer have been lost.
      return !refused || refused.standing?.last_call === id;
    },
  };
};
