import type { ReportType } from '../../../../shared/domain/reports/report.ts';
import { documentRegister } from './document-register.ts';
import { drawingChanges } from './drawing-changes.ts';
import { drawingRegister } from './drawing-register.ts';
import type { TableSource } from './source.ts';
import { taskStatus } from './task-status.ts';

export const tableSources: Readonly<Record<ReportType, TableSource>> = {
  document_register: documentRegister,
  drawing_register: drawingRegister,
  task_status: taskStatus,
  drawing_changes: drawingChanges,
};
