import type { Environment } from '../../environment.ts';
import type { SheetIndexRead } from '../../ports.ts';
import { tableOf } from '../clients/table.ts';
import { documentsBySheet } from '../documents/stored-sheet-index.ts';

export const adapter = (environment: Environment): SheetIndexRead => {
  const table = tableOf(environment);
  return {
    documents: (organization_id, project_id, { key, role }, limit) =>
      documentsBySheet(table, { organization_id, project_id }, key, role, limit),
  };
};
