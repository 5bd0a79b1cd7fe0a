import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { marshall } from '@aws-sdk/util-dynamodb';
import { dynoxideBinary } from '../../../infra/local/dynamodb/dynoxide-binary.ts';
import { tableDefinition } from '../../../shared/table/definition.ts';

/**
 * Writes items to the file of the embedded table before it is opened: ten thousand a second, ten times as fast as
 * through its API.
 *
 * @param directory the data directory to pass to `startDynamoDb`
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
