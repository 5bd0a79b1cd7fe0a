import type { Environment } from '../../environment.ts';
import type { TasksRead } from '../../ports.ts';
import { TASKS } from '../../table/kinds/tasks.ts';
import { tableOf } from '../clients/table.ts';
import { recordsRead } from '../records/read-records.ts';

export const adapter = (environment: Environment): TasksRead => recordsRead(tableOf(environment), TASKS);
