import type { Environment } from '../../environment.ts';
import type { ProjectsRead } from '../../ports.ts';
import { PROJECTS } from '../../table/kinds/projects.ts';
import { tableOf } from '../clients/table.ts';
import { recordsRead } from '../records/read-records.ts';

export const adapter = (environment: Environment): ProjectsRead => recordsRead(tableOf(environment), PROJECTS);
