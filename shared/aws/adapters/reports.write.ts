import { reportNotices } from '../../domain/notifications/notices.ts';
import type { Environment } from '../../environment.ts';
import type { ReportsWrite } from '../../ports.ts';
import { reportKey } from '../../table/keys.ts';
import { REPORTS } from '../../table/kinds/reports.ts';
import { tableOf } from '../clients/table.ts';
import { dropLease, extendLease, leaseExtension } from '../dynamodb/leases.ts';
import { changeAndNotify } from '../mail/change-and-notify.ts';
import { recordsWrite } from '../records/write-records.ts';

export const adapter = (environment: Environment): ReportsWrite => {
  const table = tableOf(environment);
  return {
    ...recordsWrite(table, REPORTS),
    change: changeAndNotify(table, REPORTS, reportNotices),
    dropLease: async (organizationId, id, owner) => {
      await dropLease(table, reportKey(organizationId, id), owner);
    },
    extendLease: (organizationId, id, lease) => extendLease(table, reportKey(organizationId, id), lease),
    leaseExtension: (organizationId, id, owner) => leaseExtension(table, reportKey(organizationId, id), owner),
  };
};
