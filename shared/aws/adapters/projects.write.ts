import type { Environment } from '../../environment.ts';
import type { ProjectsWrite } from '../../ports.ts';
import { MEMBERS } from '../../table/kinds/members.ts';
import { PROJECTS } from '../../table/kinds/projects.ts';
import { tableOf } from '../clients/table.ts';
import { changeTogether } from '../records/change-record.ts';
import { createRecord, creatingRecord } from '../records/create-record.ts';
import { movingEntries } from '../records/entries.ts';
import { searchChange } from '../search/search-changes.ts';

export const adapter = (environment: Environment): ProjectsWrite => {
  const table = tableOf(environment);
  return {
    create: (record, { subject, name, email }) => {
      const { id, organization_id, created_at, updated_at, write_id } = record;
      const written = { organization_id, created_at, updated_at, record_version: 1, write_id };
      const member = { ...written, project_id: id, user_id: subject, name, email };
      return createRecord(table, PROJECTS, record, {
        member: creatingRecord(table, MEMBERS, member),
        search: searchChange(table, organization_id, 'project', id),
      });
    },
    change: (organizationId, id, change, guard) =>
      changeTogether(table, PROJECTS, organizationId, id, change, guard, (before, after) => [
        ...movingEntries(table, PROJECTS, before, after),
        searchChange(table, organizationId, 'project', id),
      ]),
  };
};
