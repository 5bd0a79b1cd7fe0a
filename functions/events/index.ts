import * as auditProject from './audit-project.ts';
import * as getDocumentHistory from './get-document-history.ts';
import * as getExternalSystemHistory from './get-external-system-history.ts';
import * as getProjectHistory from './get-project-history.ts';
import * as getTaskHistory from './get-task-history.ts';
import * as listEvents from './list-events.ts';

/** In the order of the reference pages. */
export const operations = [
  listEvents,
  getDocumentHistory,
  getTaskHistory,
  getProjectHistory,
  auditProject,
  getExternalSystemHistory,
];
