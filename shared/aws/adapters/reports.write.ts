import { reportNotices } from '../../domain/notifications/notices.ts';
import type { Environment } from '../../environment.ts';
import type { ReportsWrite } from '../../ports.ts';
import { reportKey } from '../../table/keys.ts';
import { REPORTS } from '../../table/kinds/reports.ts';
import { tableOf } from '../clients/table.ts';
import { extendLease, leaseExtension } from '../dynamodb/leases.ts';
import { notifying } from '../mail/notifying.ts';
import { whileOpen } from '../projects/project-gate.ts';
import { changeRecord, changeTogether } from '../records/change-record.ts';
import { createRecord } from '../records/create-record.ts';
import { recordsWrite } from '../records/write-records.ts';

export const adapter = (environment: Environment): ReportsWrite => {
  const table = tableOf(environment);
  return {
    ...recordsWrite(table, REPORTS),
    change: (organizationId, id, change, guard) =>
      guard.transition?.to === 'ready'
        ? changeTogether(table, REPORTS, organizationId, id, change, guard, (before, after) =>
            notifying(table, after, reportNotices(before, after)),
          )
        : changeRecord(table, REPORTS, organizationId, id, change, guard),
    create: (record) => createRecord(table, REPORTS, record, [whileOpen(table, record, record.id)]),
    extendLease: (organizationId, id, lease) => extendLease(table, reportKey(organizationId, id), lease),
    leaseExtension: (organizationId, id, owner) => leaseExtension(table, reportKey(organizationId, id), owner),
  };
};
