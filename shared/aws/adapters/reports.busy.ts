import { BusyReport } from '../../domain/reports/report.ts';
import type { Environment } from '../../environment.ts';
import type { ReportsBusy } from '../../ports.ts';
import { BUSY_REPORTS, reportKey } from '../../table/keys.ts';
import { tableOf } from '../clients/table.ts';
import { busyRecords } from '../dynamodb/busy.ts';

export const adapter = (environment: Environment): ReportsBusy =>
  busyRecords(tableOf(environment), BusyReport, [BUSY_REPORTS], ({ organization_id, id }) =>
    reportKey(organization_id, id),
  );
