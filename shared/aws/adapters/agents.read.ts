import type { Environment } from '../../environment.ts';
import type { AgentsRead } from '../../ports.ts';
import { AGENTS } from '../../table/kinds/agents.ts';
import { tableOf } from '../clients/table.ts';
import { recordsRead } from '../records/read-records.ts';

export const adapter = (environment: Environment): AgentsRead => recordsRead(tableOf(environment), AGENTS);
