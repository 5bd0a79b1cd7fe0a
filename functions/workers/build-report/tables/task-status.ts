import type { ReportCell, ReportColumn } from '../../../../shared/domain/reports/report-table.ts';
import type { TaskRecord } from '../../../../shared/domain/tasks/task.ts';
import type { TableSource } from './source.ts';

const columns: readonly ReportColumn[] = [
  { key: 'title', title: 'Task', type: 'text', width: 34 },
  { key: 'status', title: 'Status', type: 'text', width: 11 },
  { key: 'priority', title: 'Priority', type: 'text', width: 9 },
  { key: 'assignee', title: 'Assignee', type: 'text', width: 18 },
  { key: 'due_date', title: 'Due', type: 'time', width: 9 },
  { key: 'became_due_at', title: 'Fell due', type: 'time', width: 9 },
  { key: 'documents', title: 'Documents', type: 'number', width: 9 },
  { key: 'created_at', title: 'Created', type: 'time', width: 9 },
  { key: 'updated_at', title: 'Changed', type: 'time', width: 9 },
  { key: 'task_id', title: 'Task ID', type: 'text', width: 14, isIdentifier: true },
];

const rowOf = (task: TaskRecord): ReportCell[] => [
  task.title,
  task.status,
  task.priority,
  task.assignee_email ?? task.assignee_id,
  task.due_date,
  task.became_due_at,
  task.document_ids.length,
  task.created_at,
  task.updated_at,
  task.id,
];

/** Tasks held in memory together. */
const BATCH = 100;

/** One row per task of the project, newest first. */
export const taskStatus: TableSource = async ({ organization_id, project_id }, ports) => {
  const rows = async function* () {
    let cursor: string | undefined;
    do {
      const place = { list: 'inProject', parent: project_id, cursor, limit: BATCH } as const;
      const page = await ports['tasks.read'].list(organization_id, place);
      for (const task of page.records) yield rowOf(task);
      cursor = page.cursor ?? undefined;
    } while (cursor !== undefined);
  };
  return { columns, rows: rows() };
};
