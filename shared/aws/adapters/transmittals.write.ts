import * as z from 'zod';
import { Conflict, Unavailable } from '../../domain/errors.ts';
import { transmittalNotices } from '../../domain/notifications/notices.ts';
import { transmittalNumber } from '../../domain/transmittals/transmittal.ts';
import type { Environment } from '../../environment.ts';
import type { TransmittalsWrite } from '../../ports.ts';
import { Expression } from '../../table/expression.ts';
import { transmittalNumberKey } from '../../table/keys.ts';
import { TRANSMITTALS } from '../../table/kinds/transmittals.ts';
import { tableOf } from '../clients/table.ts';
import { deletingSentSheets, puttingSentSheets } from '../documents/sent-sheets.ts';
import { getItem } from '../dynamodb/items.ts';
import { backOff } from '../dynamodb/patience.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { putting } from '../dynamodb/transaction.ts';
import { notificationItems } from '../mail/notification-items.ts';
import { storeRecord } from '../records/create-record.ts';
import { deleteRecord } from '../records/delete-record.ts';

const Last = z.object({ last: z.int() });

/** Concurrent creates in one project that may come first before a create fails. */
const ATTEMPTS = 60;

export const adapter = (environment: Environment): TransmittalsWrite => {
  const table = tableOf(environment);
  return {
    create: async (unnumbered) => {
      const { organization_id, project_id } = unnumbered;
      const key = transmittalNumberKey(organization_id, project_id);
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const former = await getItem(table, Last, key);
        const last = (former?.last ?? 0) + 1;
        const unchanged = former ? new Expression().equals('last', former.last) : new Expression().absent();
        const record = { ...unnumbered, number: transmittalNumber(last) };
        const stored = await storeRecord(table, TRANSMITTALS, record, {
          number: putting(table, { ...key, last }, unchanged),
          sheets: puttingSentSheets(table, record),
          notices: notificationItems(table, record, transmittalNotices(record)),
        });
        if (!(stored instanceof Refusal)) return stored;
        if (stored.member === 'record') throw new Conflict('The transmittal already exists');
        await backOff(Math.min(attempt, 4));
      }
      throw new Unavailable('Too many transmittals of the project are being created at the same time', 1);
    },

    delete: async (record, terms) => {
      const sheets = deletingSentSheets(table, record);
      return (await deleteRecord(table, TRANSMITTALS, record, terms, () => ({ sheets }))) as typeof record;
    },
  };
};
