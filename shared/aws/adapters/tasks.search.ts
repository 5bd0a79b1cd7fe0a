import type { Environment } from '../../environment.ts';
import type { TextSearch } from '../../ports.ts';
import { TASKS } from '../../table/kinds/tasks.ts';
import { tableOf } from '../clients/table.ts';
import { textSearch } from '../records/search-texts.ts';

export const adapter = (environment: Environment): TextSearch => textSearch(tableOf(environment), TASKS);
