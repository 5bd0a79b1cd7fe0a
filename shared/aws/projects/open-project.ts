import { NotFound } from '../../domain/errors.ts';
import { Expression } from '../../table/expression.ts';
import { projectKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { updateUnseen } from '../dynamodb/items.ts';
import { checking, type TransactionItem } from '../dynamodb/transaction.ts';

/** Epoch milliseconds until which a project takes nothing new, on its item beside the record. */
const CLOSED_UNTIL = 'closed_until';
/** Longer than the function that deletes a project may run: a deletion that died is over after that. */
const CLOSED_MILLISECONDS = 30_000;

/** Holds a record that is created below a project against the project: it must stand, and not be about to go. */
export const whileOpen = (
  table: Table,
  { organization_id, project_id, created_at }: { organization_id: string; project_id: string; created_at: string },
): TransactionItem => {
  const open = new Expression().exists();
  const until = open.name(CLOSED_UNTIL);
  open.when(`attribute_not_exists(${until}) OR ${until} < ${open.value(Date.parse(created_at))}`);
  return checking(table, projectKey(organization_id, project_id), open);
};

/**
 * From here on nothing new comes below the project: what is looked for and not found stays away until it is deleted.
 * @throws NotFound where the project is gone
 */
export const closeProject = async (
  table: Table,
  { organization_id, id }: { organization_id: string; id: string },
  now: Date,
): Promise<void> => {
  const closed = new Expression().set(CLOSED_UNTIL, now.getTime() + CLOSED_MILLISECONDS).exists();
  if (await updateUnseen(table, projectKey(organization_id, id), closed)) throw new NotFound();
};
