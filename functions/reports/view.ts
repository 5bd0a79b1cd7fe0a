import * as z from 'zod';
import { updatedBy } from '../../shared/domain/events/event.ts';
import { ReportRecord } from '../../shared/domain/reports/report.ts';

const time = z.string().meta({ format: 'date-time' });

/** A report as it appears in responses; its file is available through its download link. */
export const Report = ReportRecord.omit({
  organization_id: true,
  file_path: true,
  attempts: true,
  queued_at: true,
  lease: true,
  record_version: true,
  write_id: true,
})
  .extend({ created_at: time, updated_at: time, updated_by: updatedBy })
  .meta({ id: 'Report' });

/** Returns the record without internal fields: the schema drops every other field. */
export const toReport = (record: ReportRecord): z.output<typeof Report> =>
  Report.parse({ ...record, updated_by: record.updated_by ?? null });
