import type { ReportRecord } from '../../../../shared/domain/reports/report.ts';
import type { ReportTable } from '../../../../shared/domain/reports/report-table.ts';
import type { Ports } from '../../../../shared/ports.ts';

export type SourcePorts = Pick<
  Ports,
  'register.read' | 'sheet-corrections.read' | 'documents.read' | 'comparisons.read' | 'tasks.read' | 'files.read'
>;

/** Creates the table of one type of report; its rows are read lazily. */
export type TableSource = (record: ReportRecord, ports: SourcePorts) => Promise<ReportTable>;
