import type { Environment } from '../../environment.ts';
import type { SentSheetsRead } from '../../ports.ts';
import { tableOf } from '../clients/table.ts';
import { findSentSheets } from '../documents/sent-sheets.ts';

export const adapter = (environment: Environment): SentSheetsRead => {
  const table = tableOf(environment);
  return {
    find: (organizationId, projectId, sheetKeys) => findSentSheets(table, organizationId, projectId, sheetKeys),
  };
};
