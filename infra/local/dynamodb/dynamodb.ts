import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Child, startChild } from '../child-process.ts';
import { LocalError } from '../local-error.ts';
import { closeServer, listenOnLoopback, type ServicePart } from '../loopback.ts';
import { openDatabase, prepareDatabase, type TableDatabase } from './database.ts';
import { dynoxideBinary } from './dynoxide-binary.ts';

export interface DynamoDbPart extends ServicePart {
  database: TableDatabase;
  /** Resolves with a message if the process ends without having been stopped. */
  died: Promise<string>;
}

/**
 * Starts the embedded DynamoDB on a free port with its file in the data directory and waits until it responds.
 * @throws LocalError if the file is damaged or the program does not start
 */
export async function startDynamoDb(dataDirectory: string): Promise<DynamoDbPart> {
  const binary = dynoxideBinary();
  const file = prepareDatabase(dataDirectory);
  // Another program may take the free port before the database does.
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const child = startChild(binary, ['serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', file]);
    const endpoint = `http://127.0.0.1:${port}`;
    const failure = await Promise.race([answers(endpoint), child.ended.then(({ stderr }) => stderr)]);
    if (failure === undefined) return running(child, endpoint, openDatabase(file));
    await child.stop();
    if (attempt === 5 || !/in use/i.test(failure)) throw cannotStart(file, failure);
  }
}

function running(child: Child, endpoint: string, database: TableDatabase): DynamoDbPart {
  let stopping = false;
  const { promise: died, resolve } = Promise.withResolvers<string>();
  child.ended.then(({ code, stderr }) => {
    if (!stopping) resolve(`The embedded DynamoDB ended by itself (code ${code}). ${stderr.trim()}`.trim());
  });
  return {
    endpoint,
    database,
    died,
    async stop() {
      stopping = true;
      database.close();
      await child.stop();
    },
  };
}

function cannotStart(file: string, stderr: string): LocalError {
  const reason = stderr.trim().split('\n')[0] ?? '';
  return new LocalError(
    `The embedded DynamoDB does not start with ${file} (${reason}): check that the file is writable, or restore it from a backup.`,
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenOnLoopback(server, 0);
  await closeServer(server, 0);
  return port;
}

/** Resolves with undefined once the server responds, or with a reason after ten seconds. */
async function answers(endpoint: string): Promise<string | undefined> {
  const deadline = Date.now() + 10_000;
  while (Date.now() < deadline) {
    const response = await fetch(endpoint, { signal: AbortSignal.timeout(1000) }).catch(() => undefined);
    if (response) {
      await response.arrayBuffer();
      return undefined;
    }
    await delay(10);
  }
  return 'no answer within ten seconds';
}
