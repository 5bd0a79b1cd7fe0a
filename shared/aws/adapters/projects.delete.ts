import type { Deletion } from '../../domain/due.ts';
import { Conflict } from '../../domain/errors.ts';
import type { ProjectRecord } from '../../domain/projects/project.ts';
import type { Environment } from '../../environment.ts';
import type { ProjectsDelete } from '../../ports.ts';
import { PROJECTS } from '../../table/kinds/projects.ts';
import { tableOf } from '../clients/table.ts';
import { becomingDue } from '../dynamodb/due-entries.ts';
import { Refusal } from '../dynamodb/refusal.ts';
import { transact } from '../dynamodb/transaction.ts';
import { deleteRecord } from '../records/delete-record.ts';
import { closeGates, closeGatesPermanently, openGates } from '../records/project-gate.ts';
import { searchChange } from '../search/search-changes.ts';

/** Longer than the function that counts the project's contents can run. */
const COUNTING = 60_000;
/** Longer than any request that has read the project before its deletion. */
const PERMANENTLY = 3_600_000;

const placeOf = ({ organization_id, id }: ProjectRecord) => ({ organization_id, project_id: id });

export const adapter = (environment: Environment): ProjectsDelete => {
  const table = tableOf(environment);
  return {
    begin: async (record, { ifVersion, now, closedBy }) => {
      const { organization_id, id } = record;
      const deletion: Deletion = { organization_id, id, at: now.toISOString(), held_until: 0 };
      const deleted = await deleteRecord(table, PROJECTS, record, { ifVersion }, () => ({
        due: becomingDue(table, 'PROJECT', deletion),
        gates: closeGatesPermanently(table, placeOf(record), Date.now() + PERMANENTLY, closedBy),
        search: searchChange(table, organization_id, 'project', id),
      }));
      if (deleted instanceof Refusal) throw new Conflict('Another request is deleting the project');
      return deletion;
    },
    close: async (record, by) => {
      const gates = closeGates(table, placeOf(record), by, Date.now() + COUNTING);
      const refused = await transact(table, { gates });
      if (refused) throw new Conflict('Another request is deleting the project');
    },
    reopen: async (record, by) => {
      await transact(table, { gates: openGates(table, placeOf(record), by) });
    },
  };
};
