import type { Lease } from '../domain/lease.ts';
import type { BusyReport, ReportRecord } from '../domain/reports/report.ts';
import type { Busy, RecordsWrite, Since } from './record-ports.ts';

export interface ReportPorts {
  'reports.write': ReportsWrite;
  'reports.busy': ReportsBusy;
}

export interface ReportsWrite extends RecordsWrite<ReportRecord> {
  /** As `DocumentsWrite.extendLease`. */
  extendLease(organizationId: string, id: string, lease: Lease): Promise<boolean>;
  /** As `DocumentsWrite.dropLease`. */
  dropLease(organizationId: string, id: string, owner: string): Promise<void>;
  /** As `DocumentsWrite.leaseExtension`. */
  leaseExtension(organizationId: string, id: string, owner: string): Promise<number>;
}

export type ReportsBusy = Busy<BusyReport & Since>;
