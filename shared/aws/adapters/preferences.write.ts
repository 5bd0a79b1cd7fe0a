import type { Environment } from '../../environment.ts';
import type { PreferencesWrite } from '../../ports.ts';
import { PREFERENCES } from '../../table/kinds/preferences.ts';
import { tableOf } from '../clients/table.ts';
import { recordsWrite } from '../records/write-records.ts';

export const adapter = (environment: Environment): PreferencesWrite => recordsWrite(tableOf(environment), PREFERENCES);
