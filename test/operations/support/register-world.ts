import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDynamoDb } from '../../../infra/local/dynamodb/dynamodb.ts';
import { ensureTable } from '../../../infra/local/dynamodb/ensure-table.ts';
import { tableOf } from '../../../shared/aws/clients/table.ts';
import { transact } from '../../../shared/aws/dynamodb/transaction.ts';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { newDocument } from '../../../shared/domain/documents/new-document.ts';
import { parseEnvironment } from '../../../shared/environment.ts';
import { changePartition, changeSort, documentKey, registerKey } from '../../../shared/table/keys.ts';
import { registerEntryOf } from '../../../shared/table/register-entry.ts';
import { importTable } from './import-table.ts';

const TABLE = 'register';

/** The few object store requests that snapshots and indexes need. Answers 503 to everything while `down`. */
export const startBucket = async () => {
  const objects = new Map<string, Buffer>();
  const state = { down: false, requests: 0 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = new URL(request.url ?? '/', 'http://store').pathname;
    state.requests++;
    if (state.down) return response.writeHead(503).end();
    if (request.method === 'PUT') objects.set(path, Buffer.concat(chunks));
    const found = objects.get(path);
    if (request.method === 'GET' && !found) {
      return response
        .writeHead(404, { 'content-type': 'application/xml' })
        .end('<Error><Code>NoSuchKey</Code></Error>');
    }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = from === undefined ? found : found?.subarray(Number(from), Number(to) + 1);
    response.writeHead(from === undefined ? 200 : 206).end(request.method === 'GET' ? part : undefined);
  });
  return { objects, state, ...(await listening(server)) };
};

/** A queue that stores the messages it is sent. */
const startQueue = async () => {
  const messages: unknown[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = String(JSON.parse(Buffer.concat(chunks).toString()).MessageBody);
    messages.push(JSON.parse(body));
    const answer = { MessageId: randomUUID(), MD5OfMessageBody: createHash('md5').update(body).digest('hex') };
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(answer));
  });
  return { messages, ...(await listening(server)) };
};

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { endpoint, stop };
};

export const caller: Caller = {
  issuer: 'https://id.example.com',
  subject: 'u1',
  organizationId: 'o1',
  roles: ['service'],
  scopes: [],
  isLimitedByScope: false,
  name: 'Uma',
  email: null,
  company: null,
};

/** A record whose values differ in what lists filter and sort by. */
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

/** Returns a record's entry as it is stored, and on request the record and its change item. */
export const itemsOf = (
  record: DocumentRecord,
  { changed, withRecord }: { changed?: Date; withRecord?: true } = {},
) => {
  const { organization_id: org, project_id: project, document_id: id } = record;
  const items: Record<string, unknown>[] = [{ ...registerKey(org, project, id), ...registerEntryOf(record) }];
  if (changed) items.push({ pk: changePartition(org, project), sk: changeSort(changed, id, randomUUID()) });
  if (withRecord) items.push({ ...documentKey(org, id), ...record });
  return items;
};

/**
 * Starts an embedded table and a bucket, and sets the environment variables that the adapters read.
 *
 * @param items initial content of the table
 */
export const startWorld = async (items?: Iterable<Record<string, unknown>>) => {
  const directory = await mkdtemp(join(tmpdir(), 'register-'));
  if (items) await importTable(directory, TABLE, items);
  const database = await startDynamoDb(directory);
  const bucket = await startBucket();
  const queue = await startQueue();
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    AWS_ENDPOINT_URL_S3: bucket.endpoint,
    AWS_ENDPOINT_URL_SQS: queue.endpoint,
    SNAPSHOTS_QUEUE_URL: `${queue.endpoint}/000000000000/snapshots`,
    COMPARE_QUEUE_URL: `${queue.endpoint}/000000000000/compare`,
    SEARCH_QUEUE_URL: `${queue.endpoint}/000000000000/search`,
    TABLE_NAME: TABLE,
    FILES_BUCKET: 'files',
    LOG_LEVEL: 'silent',
  });
  const environment = parseEnvironment(process.env);
  const table = tableOf(environment);
  await ensureTable(table.client as never, table.name, directory);

  /**
   * Stores items in one transaction without the adapters: an entry and its change item, as from a writer with any
   * clock.
   */
  const put = (items: readonly Record<string, unknown>[]) =>
    transact(table, { items: items.map((Item) => ({ Put: { TableName: table.name, Item } })) });

  const stop = async () => {
    table.client.destroy();
    await database.stop();
    await bucket.stop();
    await queue.stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { environment, table, bucket, asked: queue.messages, put, stop };
};
export type World = Awaited<ReturnType<typeof startWorld>>;
