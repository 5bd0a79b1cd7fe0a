import type { MemberRecord } from '../../domain/projects/member.ts';
import type { Environment } from '../../environment.ts';
import type { MembersWrite } from '../../ports.ts';
import { formerMemberKey } from '../../table/keys.ts';
import { MEMBERS } from '../../table/kinds/members.ts';
import { tableOf } from '../clients/table.ts';
import { deleting, putting } from '../dynamodb/transaction.ts';
import { createRecord } from '../records/create-record.ts';
import { deleteRecord } from '../records/delete-record.ts';
import { recordsWrite } from '../records/write-records.ts';

const formerKeyOf = ({ organization_id, project_id, user_id }: MemberRecord) =>
  formerMemberKey(organization_id, project_id, user_id);

export const adapter = (environment: Environment): MembersWrite => {
  const table = tableOf(environment);
  return {
    ...recordsWrite(table, MEMBERS),
    create: (record) => createRecord(table, MEMBERS, record, { former: deleting(table, formerKeyOf(record)) }),
    delete: async (record, terms) => {
      const leaving = (existing: MemberRecord) => ({ former: putting(table, formerKeyOf(existing)) });
      return (await deleteRecord(table, MEMBERS, record, terms, leaving)) as MemberRecord;
    },
  };
};
