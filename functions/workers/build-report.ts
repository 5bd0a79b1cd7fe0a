import { join } from 'node:path';
import { NotFound } from '../../shared/domain/errors.ts';
import { REPORT_TRANSITIONS, type ReportRecord, type ReportStatus } from '../../shared/domain/reports/report.ts';
import { reportPath } from '../../shared/domain/reports/report-path.ts';
import type { ReportCell, ReportTable } from '../../shared/domain/reports/report-table.ts';
import { type LeasedStore, leasedWork } from '../../shared/queue/leased-work.ts';
import { queueWorker } from '../../shared/queue/queue-worker.ts';
import { defineWorker, type HandleMessage } from '../../shared/queue/worker.ts';
import { MEDIA_TYPES, writeReport } from '../../shared/reports/write-report.ts';
import { filenameOf, reportHeading } from './build-report/heading.ts';
import { tableSources } from './build-report/tables/index.ts';

export const worker = defineWorker({
  id: 'build-report',
  description: 'Builds reports on projects as CSV, XLSX, PDF and JSON files',
  queue: 'reports',
  timeoutSeconds: 840,
  memoryMegabytes: 2048,
  uses: [
    'reports.read',
    'reports.write',
    'projects.read',
    'register.read',
    'sheet-corrections.read',
    'documents.read',
    'comparisons.read',
    'tasks.read',
    'files.read',
    'files.write',
  ],
  task: {
    agent: 'reports',
    name: 'Build a report',
    shownBy: 'get-report',
    steps: [
      'Takes a lease on the report.',
      'Reads the rows of its type from the project.',
      'Writes the file in its format, row by row, and stores it.',
      'Marks the report as ready, with its size and its number of rows.',
    ],
  },
});

type Handle = HandleMessage<typeof worker>;
type Ports = Parameters<Handle>[1];

const leasedReport = (
  { organization_id, report_id }: Parameters<Handle>[0],
  { 'reports.read': read, 'reports.write': write }: Ports,
): LeasedStore<ReportRecord, Partial<ReportRecord>, ReportStatus> => ({
  read: () => read.get(organization_id, report_id),
  change: (change, guard) => write.change(organization_id, report_id, change, guard),
  leaseExtension: (owner) => write.leaseExtension(organization_id, report_id, owner),
  extendLease: (lease) => write.extendLease(organization_id, report_id, lease),
  dropLease: (owner) => write.dropLease(organization_id, report_id, owner),
});

/** Counts the rows of a table as they are written; they end with an error when the signal aborts. */
const counted = ({ columns, rows }: ReportTable, signal: AbortSignal) => {
  let count = 0;
  const counting = async function* (): AsyncGenerator<readonly ReportCell[]> {
    for await (const row of rows) {
      signal.throwIfAborted();
      count++;
      yield row;
    }
  };
  return { table: { columns, rows: counting() }, count: () => count };
};

export const handle: Handle = async (message, ports, run) => {
  let stored: string | undefined;
  const store = leasedReport(message, ports);
  const ended = await leasedWork(
    { subject: 'The report', store, transitions: REPORT_TRANSITIONS, run },
    async (record, folder, signal) => {
      const project = await ports['projects.read'].get(record.organization_id, record.project_id);
      if (!project) throw new NotFound('The project has been deleted');
      const heading = reportHeading(record, project.name, run.now);
      const { table, count } = counted(await tableSources[record.type](record, ports), signal);
      const file = join(folder, `report.${record.format}`);
      await writeReport(record.format, table, heading, file);
      signal.throwIfAborted();
      const file_path = reportPath(record);
      stored = file_path;
      const file_size = await ports['files.write'].putFile(file_path, file, MEDIA_TYPES[record.format]);
      const change: Partial<ReportRecord> = {
        filename: filenameOf(record, heading),
        file_path,
        file_size,
        row_count: count(),
        completed_at: new Date().toISOString(),
        error: null,
        error_detail: null,
      };
      return { transition: REPORT_TRANSITIONS.finish, change: () => change };
    },
  );
  // If the report was deleted concurrently, no record refers to the stored file.
  if (!ended && stored !== undefined && !(await store.read())) await ports['files.write'].delete([stored]);
};

export const handler = queueWorker(worker, handle);
