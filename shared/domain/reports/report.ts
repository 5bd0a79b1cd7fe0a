import * as z from 'zod';
import { Lease } from '../lease.ts';
import { storedFields } from '../record-fields.ts';
import type { StatusTransition } from '../transition.ts';

const REPORT_TYPES = ['document_register', 'drawing_register', 'task_status', 'drawing_changes'] as const;
export const ReportType = z.enum(REPORT_TYPES);
export type ReportType = z.infer<typeof ReportType>;

const REPORT_FORMATS = ['csv', 'xlsx', 'pdf', 'json'] as const;
export const ReportFormat = z.enum(REPORT_FORMATS);
export type ReportFormat = z.infer<typeof ReportFormat>;

const REPORT_STATUSES = ['queued', 'running', 'ready', 'failed'] as const;
const ReportStatus = z.enum(REPORT_STATUSES);
export type ReportStatus = z.infer<typeof ReportStatus>;

const text = z.string().nullable();

/** A stored report of one project. Its file is in the object store, at the path in the record. */
export const ReportRecord = z.object({
  ...storedFields,
  type: ReportType,
  format: ReportFormat,
  title: z.string(),
  /** The period of a report of changes, ISO 8601, inclusive; null if unbounded. */
  from: text,
  to: text,
  status: ReportStatus,
  /** The name of the file when downloaded; null until the file exists, as are the three fields below. */
  filename: text,
  file_path: text,
  /** Bytes. */
  file_size: z.int().nullable(),
  row_count: z.int().nullable(),
  completed_at: text,
  error: text,
  error_detail: z.record(z.string(), z.unknown()).nullable(),
  attempts: z.int(),
  queued_at: z.string(),
  lease: Lease.nullable(),
});
export type ReportRecord = z.infer<typeof ReportRecord>;

/** The fields that the sweep reads of a queued or running report. */
export const BusyReport = ReportRecord.pick({
  organization_id: true,
  id: true,
  attempts: true,
  queued_at: true,
  lease: true,
});
export type BusyReport = z.infer<typeof BusyReport>;

export const REPORT_TRANSITIONS = {
  /** A worker takes the report, or takes it over after the previous worker's lease has expired. */
  start: { name: 'start', from: ['queued', 'running'], to: 'running' },
  finish: { name: 'finish', from: ['running'], to: 'ready' },
  fail: { name: 'fail', from: ['queued', 'running'], to: 'failed' },
} as const satisfies Record<string, StatusTransition<ReportStatus>>;
