import { type Environment, required } from '../../environment.ts';
import { clientOfTables, type Table } from './table.ts';

let credentials: Table | undefined;

/** Returns the table of external systems' credentials. */
export const credentialsTableOf = (environment: Environment): Table => {
  credentials ??= { client: clientOfTables(), name: required(environment, 'CREDENTIALS_TABLE_NAME') };
  return credentials;
};
