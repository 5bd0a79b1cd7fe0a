import { adapter as documentsDelete } from '../../../shared/aws/adapters/documents.delete.ts';
import { adapter as documentsWrite } from '../../../shared/aws/adapters/documents.write.ts';
import type { Table } from '../../../shared/aws/clients/table.ts';
import { TRANSITIONS } from '../../../shared/domain/documents/transitions.ts';
import type { Environment } from '../../../shared/environment.ts';
import { recordOf } from '../../operations/support/register-world.ts';

/** Write units of one change: what the table reports for its transaction, indexes included. */
export interface WriteUnits {
  name: string;
  units: number;
}

const ofTransactions = async (table: Table, work: () => Promise<unknown>): Promise<number> => {
  const name = 'write-units';
  let units = 0;
  table.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'TransactWriteItemsCommand') return next(args);
        const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const { ConsumedCapacity } = result.output as { ConsumedCapacity?: { CapacityUnits?: number }[] };
        for (const each of ConsumedCapacity ?? []) units += each.CapacityUnits ?? 0;
        return result;
      },
    { step: 'initialize', name },
  );
  await work();
  table.client.middlewareStack.remove(name);
  return units;
};

/** The writes of a document's life cycle, and one whose entry is larger than a kilobyte. */
export const writeUnits = async (world: { table: Table; environment: Environment }): Promise<WriteUnits[]> => {
  const [write, remove] = [documentsWrite(world.environment), documentsDelete(world.environment)];
  const rows: WriteUnits[] = [];
  const measure = async <V>(name: string, work: () => Promise<V>): Promise<V> => {
    let made: V | undefined;
    const units = await ofTransactions(world.table, async () => {
      made = await work();
    });
    rows.push({ name, units });
    return made as V;
  };
  const terms = () => ({ writeId: `units-${rows.length}`, now: new Date() });
  const change = (id: string, given: object, guard: object = {}) =>
    write.change('o1', 'units', id, given, { ...terms(), ...guard });

  const queued = recordOf(1, { project_id: 'units', processing_status: 'QUEUED' });
  await measure('create', () => write.create(queued));
  await measure('a worker takes it', () => change('doc-1', {}, { transition: TRANSITIONS.start }));
  await measure('the worker finishes it', () => change('doc-1', {}, { transition: TRANSITIONS.finish }));
  const changed = await measure('change the title', () => change('doc-1', { title: 'Another title' }));
  const deleted = await measure('delete', () => remove.delete(changed, terms()));
  await measure('restore', () => remove.restore(deleted, terms()));
  const described = recordOf(2, { project_id: 'units', description: 'Level one, north wing. '.repeat(60) });
  await measure('create, 1,400 characters of description', () => write.create(described));
  await measure('change its title', () => change('doc-2', { title: 'Another title' }));
  return rows;
};
