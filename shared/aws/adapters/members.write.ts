import type { Environment } from '../../environment.ts';
import type { MembersWrite } from '../../ports.ts';
import { MEMBERS } from '../../table/kinds/members.ts';
import { tableOf } from '../clients/table.ts';
import { whileOpen } from '../projects/project-gate.ts';
import { createRecord } from '../records/create-record.ts';
import { recordsWrite } from '../records/write-records.ts';

export const adapter = (environment: Environment): MembersWrite => {
  const table = tableOf(environment);
  return {
    ...recordsWrite(table, MEMBERS),
    create: (record) => createRecord(table, MEMBERS, record, [whileOpen(table, record, record.user_id)]),
  };
};
