import type { Environment } from '../../environment.ts';
import type { PreferencesRead } from '../../ports.ts';
import { PREFERENCES } from '../../table/kinds/preferences.ts';
import { tableOf } from '../clients/table.ts';
import { recordsRead } from '../records/read-records.ts';

export const adapter = (environment: Environment): PreferencesRead => recordsRead(tableOf(environment), PREFERENCES);
