import type { Environment } from '../../environment.ts';
import type { MembersRead } from '../../ports.ts';
import { MEMBERS } from '../../table/kinds/members.ts';
import { tableOf } from '../clients/table.ts';
import { recordsRead } from '../records/read-records.ts';

export const adapter = (environment: Environment): MembersRead => recordsRead(tableOf(environment), MEMBERS);
