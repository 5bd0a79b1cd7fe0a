import { Expression } from '../../table/expression.ts';
import { projectKey } from '../../table/keys.ts';
import type { Table } from '../clients/table.ts';
import { checking, type TransactionItem } from '../dynamodb/transaction.ts';

/** Holds a record that is created below a project against the project: it must stand, and not be deleted. */
export const whileOpen = (
  table: Table,
  { organization_id, project_id }: { organization_id: string; project_id: string },
): TransactionItem => checking(table, projectKey(organization_id, project_id), new Expression().exists());
