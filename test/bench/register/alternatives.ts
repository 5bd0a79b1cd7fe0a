import { paginateQuery, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { readEntries } from '../../../shared/aws/register/read-entries.ts';
import { MemoryRegister } from '../../../shared/domain/register/memory-register.ts';
import { GSI1 } from '../../../shared/table/definition.ts';
import { projectPartition } from '../../../shared/table/keys.ts';
import type { World } from '../../operations/support/register-world.ts';

/** No index: every request reads all entries of the project and sorts them. */
export const readEverything = async ({ table }: World, project: string): Promise<number> => {
  const register = new MemoryRegister();
  for await (const lines of readEntries(table, projectPartition('o1', project))) {
    for (const line of lines) register.put(line);
  }
  return register.page({ sortBy: 'title', sortOrder: 'asc', skip: 0, limit: 10, isDeleted: false }).total;
};

/**
 * An index by creation time, which supports this order only and is eventually consistent: the page, and a count of all
 * matches for the total. Further pages would require reading all previous ones.
 */
export const queryIndex = async ({ table }: World, project: string): Promise<number> => {
  const input = {
    TableName: table.name,
    IndexName: GSI1.name,
    KeyConditionExpression: '#pk = :pk',
    FilterExpression: '#deleted = :no',
    ExpressionAttributeNames: { '#pk': GSI1.partition, '#deleted': 'is_deleted' },
    ExpressionAttributeValues: { ':pk': `ALTERNATIVE#${project}`, ':no': false },
    ScanIndexForward: false,
  };
  const count = async () => {
    let total = 0;
    for await (const { Count } of paginateQuery({ client: table.client }, { ...input, Select: 'COUNT' })) {
      total += Count ?? 0;
    }
    return total;
  };
  const firstPage = table.client.send(new QueryCommand({ ...input, Limit: 12 }));
  const [total] = await Promise.all([count(), firstPage]);
  return total;
};
