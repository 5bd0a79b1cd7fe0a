import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type BuildAppOptions, buildApp } from 'fauxqs';
import type { CalledPart } from '../in-process-handler.ts';
import { LocalError } from '../local-error.ts';
import type { ServicePart } from '../loopback.ts';
import { makeFair, type SqsQueue } from './fair-queue.ts';
import { refusedBySqs } from './refused-by-sqs.ts';

type Stores = NonNullable<BuildAppOptions['stores']>;

/** The members of fauxqs's persistence used here. */
interface Persistence {
  db: DatabaseSync;
  loadSqsAndSns(sqs: Stores['sqsStore'], sns: Stores['snsStore']): void;
  updateMessageReady(messageId: string): void;
  close(): void;
}

/**
 * Starts the embedded SQS on a free loopback port with its queues and messages in the data directory. Assembled from
 * fauxqs's modules, because its own start function listens on every interface.
 */
export async function startSqs(dataDirectory: string, region: string): Promise<ServicePart & CalledPart> {
  const directory = join(dataDirectory, 'queues');
  mkdirSync(directory, { recursive: true });
  const { SqsQueue, SqsStore, SnsStore, S3Store, PersistenceManager } = await internals();
  makeFair(SqsQueue);
  const stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() };
  // Without a configured host, queue URLs contain the address that the client used, which always resolves.
  stores.sqsStore.host = '';
  const app = buildApp({ logger: false, defaultRegion: region, stores });
  /** The signal of the client that calls from this process. */
  const calling = new AsyncLocalStorage<AbortSignal | undefined>();
  app.addHook('preHandler', async (request, reply) => {
    // A request that begins after its client has gone would consume a message too.
    if (calling.getStore()?.aborted) return reply.status(503).send();
    const refused = refusedBySqs(request.headers['x-amz-target'], request.body);
    if (refused) return reply.status(400).header('content-type', 'application/x-amz-json-1.0').send(refused);
  });
  // Otherwise the long poll of a client that has gone would keep waiting, and consume the next message.
  app.server.on('request', (_request, response) => {
    response.once('close', () => {
      if (!response.writableFinished) stores.sqsStore.shutdown();
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const endpoint = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  try {
    const persistence = new PersistenceManager(directory);
    load(persistence, stores, endpoint);
    return {
      endpoint,
      async answer({ path: url, headers, body: payload }, signal) {
        const stopWaiting = () => stores.sqsStore.shutdown();
        signal?.addEventListener('abort', stopWaiting, { once: true });
        try {
          // Awaited inside, because the request begins when it is awaited.
          const answer = await calling.run(
            signal,
            async () => await app.inject({ method: 'POST', url, headers, payload }),
          );
          return {
            status: answer.statusCode,
            headers: answer.headers as Record<string, string>,
            body: answer.rawPayload,
          };
        } finally {
          signal?.removeEventListener('abort', stopWaiting);
        }
      },
      async stop() {
        await app.close();
        persistence.close();
      },
    };
  } catch (error) {
    await app.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new LocalError(
      `The queues in ${directory} cannot be read (${reason}): delete that folder to start with empty queues.`,
    );
  }
}

function load(persistence: Persistence, stores: Stores, endpoint: string): void {
  const { db } = persistence;
  // The original statement also clears the receive count, which the schema rejects, and the message is lost.
  const ready = db.prepare(
    'UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?',
  );
  persistence.updateMessageReady = (messageId) => void ready.run(messageId);
  // The port changes with each start, and receivers of the last run no longer exist.
  db.prepare(`UPDATE sqs_queues SET url = ? || '/000000000000/' || name`).run(endpoint);
  db.exec('UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL');
  persistence.loadSqsAndSns(stores.sqsStore, stores.snsStore);
  const attached = persistence as unknown as Stores['sqsStore']['persistence'];
  stores.sqsStore.persistence = attached;
  for (const queue of stores.sqsStore.allQueues()) queue.persistence = attached;
}

async function internals() {
  const manifest = findPackageJSON('fauxqs', import.meta.url);
  if (manifest === undefined) throw new LocalError('The package fauxqs is missing: run "npm ci".');
  const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(join(dirname(manifest), 'dist', file)).href);
  const [sqs, sns, s3, persistence] = await Promise.all(
    ['sqs/sqsStore.js', 'sns/snsStore.js', 's3/s3Store.js', 'persistence.js'].map(load),
  );
  return {
    SqsQueue: sqs.SqsQueue as { prototype: SqsQueue },
    SqsStore: sqs.SqsStore as new () => Stores['sqsStore'],
    SnsStore: sns.SnsStore as new () => Stores['snsStore'],
    S3Store: s3.S3Store as new () => Stores['s3Store'],
    PersistenceManager: persistence.PersistenceManager as new (directory: string) => Persistence,
  };
}
