import { ReportRecord } from '../../domain/reports/report.ts';
import { BUSY_REPORTS, byTime, organizationList, projectList, reportKey } from '../keys.ts';
import type { Kind } from '../kind.ts';

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
} as const satisfies Kind<ReportRecord>;
