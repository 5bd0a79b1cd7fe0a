import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { startDynamoDb } from '../../../infra/local/dynamodb/dynamodb.ts';
import { ensureTable } from '../../../infra/local/dynamodb/table.ts';
import { tableOf } from '../../../shared/aws/clients/table.ts';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { newDocument } from '../../../shared/domain/documents/new-document.ts';
import { parseEnvironment } from '../../../shared/environment.ts';
import { changedKey, documentKey, registerKey } from '../../../shared/table/keys.ts';
import { registerEntryOf } from '../../../shared/table/register-entry.ts';
import { importTable } from './import-table.ts';

const TABLE = 'register';

/** The few requests of an object store that snapshots need. Answers 503 to everything while `down`. */
const startBucket = async () => {
  const objects = new Map<string, Buffer>();
  const state = { down: false };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = new URL(request.url ?? '/', 'http://store').pathname;
    if (state.down) return response.writeHead(503).end();
    if (request.method === 'PUT') objects.set(path, Buffer.concat(chunks));
    const found = objects.get(path);
    if (request.method === 'GET' && !found) {
      return response
        .writeHead(404, { 'content-type': 'application/xml' })
        .end('<Error><Code>NoSuchKey</Code></Error>');
    }
    response.writeHead(200).end(request.method === 'GET' ? found : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { endpoint, objects, state, stop };
};

export const caller: Caller = {
  issuer: 'https://id.example.com',
  subject: 'u1',
  organizationId: 'o1',
  roles: ['service'],
  scopes: undefined,
  name: 'Uma',
  email: null,
  company: null,
};

/** A record that differs in what lists filter and sort by. */
export const recordOf = (index: number, given: Partial<DocumentRecord> = {}, now = new Date()): DocumentRecord => ({
  ...newDocument(caller, now, {
    document_id: `doc-${index}`,
    project_id: 'p1',
    filename: `sheet ${index}.pdf`,
    store_path: `uploads/o1/doc-${index}`,
    processing_status: 'PROCESSED',
    write_id: `w-${index}`,
    title: `Sheet ${String(index % 1000).padStart(4, '0')}`,
    description: `Level ${index % 40} of the main building`,
    document_reference: `A-${index}`,
    document_type: index % 3 === 0 ? 'DRAWING' : 'SPECIFICATION',
    uploaded_at: now.toISOString(),
    file_size: index,
  }),
  ...given,
});

/** The entry of a record, and on request the record as well, as they are stored. */
export const itemsOf = (record: DocumentRecord, { changed = new Date(), withRecord = false } = {}) => {
  const { organization_id: org, project_id: project, document_id: id } = record;
  const entry = { ...registerKey(org, project, id), ...registerEntryOf(record, changedKey(changed, id)) };
  return withRecord ? [entry, { ...documentKey(org, id), ...record }] : [entry];
};

/**
 * An embedded table and a bucket, named by the process's environment as the adapters read it.
 *
 * @param items what the table holds from the start
 */
export const startWorld = async (items?: Iterable<Record<string, unknown>>) => {
  const directory = await mkdtemp(join(tmpdir(), 'register-'));
  if (items) await importTable(directory, TABLE, items);
  const database = await startDynamoDb(directory);
  const bucket = await startBucket();
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    AWS_ENDPOINT_URL_S3: bucket.endpoint,
    TABLE_NAME: TABLE,
    FILES_BUCKET: 'files',
    LOG_LEVEL: 'silent',
  });
  const environment = parseEnvironment(process.env);
  const table = tableOf(environment);
  await ensureTable(table.client as never, table.name, directory);

  /** Stores an item past the adapters: an entry as a writer with any clock would. */
  const put = (Item: Record<string, unknown>) => table.client.send(new PutCommand({ TableName: table.name, Item }));

  const stop = async () => {
    table.client.destroy();
    await database.stop();
    await bucket.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { environment, table, bucket, put, stop };
};
export type World = Awaited<ReturnType<typeof startWorld>>;
