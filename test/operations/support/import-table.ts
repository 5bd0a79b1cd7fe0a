import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { marshall } from '@aws-sdk/util-dynamodb';
import { dynoxideBinary } from '../../../infra/local/dynamodb/binary.ts';
import { tableDefinition } from '../../../shared/table/definition.ts';

/**
 * Fills the embedded table's file before it is served: ten thousand items a second, where writing them through the
 * interface takes ten times as long.
 *
 * @param directory the data directory that `startDynamoDb` is given afterwards
 */
export const importTable = async (
  directory: string,
  tableName: string,
  items: Iterable<Record<string, unknown>>,
): Promise<void> => {
  const source = join(directory, 'import');
  await mkdir(join(source, tableName, 'data'), { recursive: true });
  await mkdir(join(directory, 'dynamodb'), { recursive: true });
  const schema = join(directory, 'schema.json');
  await writeFile(schema, JSON.stringify({ Table: { ...tableDefinition, TableName: tableName } }));
  const lines = function* () {
    for (const item of items) yield `${JSON.stringify({ Item: marshall(item, { removeUndefinedValues: true }) })}\n`;
  };
  const file = createWriteStream(join(source, tableName, 'data', 'items.json.gz'));
  await pipeline(Readable.from(lines()), createGzip({ level: 1 }), file);
  const output = join(directory, 'dynamodb', 'table.db');
  const args = ['import', '--source', source, '--schema', schema, '--output', output, '--force'];
  await promisify(execFile)(dynoxideBinary(), args, { timeout: 600_000 });
  await rm(source, { recursive: true });
};
