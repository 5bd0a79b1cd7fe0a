import { type Environment, required } from '../../environment.ts';
import { clientOfTables, type Table } from './table.ts';

let requests: Table | undefined;

/** Returns the table of rate counters and idempotency claims. */
export const requestsTableOf = (environment: Environment): Table => {
  requests ??= { client: clientOfTables(), name: required(environment, 'REQUESTS_TABLE_NAME') };
  return requests;
};
