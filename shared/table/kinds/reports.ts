import { ReportRecord } from '../../domain/reports/report.ts';
import { BUSY_REPORTS, byTime, organizationList, projectList, reportKey } from '../keys.ts';
import type { Kind } from '../kind.ts';
import { WORK_FIELDS, workEvents } from '../kind-events.ts';

const newestFirst = {
  prefix: 'REPORT#',
  sort: ({ created_at, id }: ReportRecord) => byTime(created_at, id),
};

export const REPORTS = {
  name: 'report',
  schema: ReportRecord,
  belongsTo: ['project'],
  ports: ['read'],
  key: reportKey,
  idOf: ({ id }) => id,
  lists: {
    inOrganization: { partition: organizationList('REPORTS'), ...newestFirst },
    inProject: { partition: projectList('REPORTS'), parentOf: ({ project_id }) => project_id, ...newestFirst },
  },
  status: 'status',
  indexed: (status, _, at) => {
    if (status === 'queued') return { gsi1pk: BUSY_REPORTS, gsi1sk: at };
    return status === 'running' ? undefined : null;
  },
  events: {
    entity: 'report',
    typeOf: workEvents('report'),
    ignores: WORK_FIELDS,
    values: ['type', 'format', 'title', 'from', 'to', 'status', 'filename', 'file_size', 'row_count', 'error'],
  },
} as const satisfies Kind<ReportRecord>;
