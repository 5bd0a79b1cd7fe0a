import type { ProjectDeletion } from '../../domain/due.ts';
import type { Environment } from '../../environment.ts';
import type { ProjectsDelete } from '../../ports.ts';
import { PROJECTS } from '../../table/kinds/projects.ts';
import { tableOf } from '../clients/table.ts';
import { becomingDue } from '../dynamodb/due.ts';
import { deleteRecord } from '../records/delete-record.ts';
import { searchChange } from '../search/changes.ts';

export const adapter = (environment: Environment): ProjectsDelete => {
  const table = tableOf(environment);
  return {
    begin: async (record, { ifVersion, now }) => {
      const { organization_id, id } = record;
      const deletion: ProjectDeletion = { organization_id, id, at: now.toISOString(), held_until: 0 };
      await deleteRecord(table, PROJECTS, record, { ifVersion }, () => [
        becomingDue(table, 'PROJECT', deletion),
        searchChange(table, organization_id, 'project', id),
      ]);
      return deletion;
    },
  };
};
