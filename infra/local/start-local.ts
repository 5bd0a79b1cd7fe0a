import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient, type DynamoDBStreamsClientConfig } from '@aws-sdk/client-dynamodb-streams';
import { SQSClient } from '@aws-sdk/client-sqs';
import { requestHandler } from '../../shared/aws/clients/request-handler.ts';
import { reachQueuesBy, SQS_TIMEOUT } from '../../shared/aws/clients/sqs-client.ts';
import { reachTablesBy, TABLE_TIMEOUT } from '../../shared/aws/clients/table.ts';
import { parseEnvironment } from '../../shared/environment.ts';
import {
  deadLetterName,
  queues as queueDefinitions,
  queueVariable,
  streamWorkerIds,
} from '../../shared/queue/queues.ts';
import { credentialsDefinition, requestsDefinition } from '../../shared/table/definition.ts';
import { allowedHosts } from './allowed-hosts.ts';
import { openDataDirectory, removeInstance, writeInstance } from './data-directory.ts';
import { ensureTable } from './dynamodb/ensure-table.ts';
import { ENDPOINT_NAMES, localEndpoint } from './endpoints/endpoint.ts';
import { type CalledPart, InProcessHandler } from './in-process-handler.ts';
import { loadRegistry, type Registry, withTimeouts } from './load-registry.ts';
import { applyEnvironment, handlerEnvironment, localCredentials, resourceNames } from './local-environment.ts';
import { LocalError } from './local-error.ts';
import { parseLocalSettings } from './local-settings.ts';
import { closeServer, listenOnLoopback } from './loopback.ts';
import { mountServices } from './mount-services.ts';
import { createPublicServer } from './public-server.ts';
import { type Parts, startParts } from './service-parts.ts';
import { ensureDeadLetters, ensureQueues } from './sqs/ensure-queues.ts';
import { startWorkers } from './start-workers.ts';

type Signer = Exclude<NonNullable<DynamoDBClientConfig['signer']>, (...given: never) => unknown>;

/**
 * Signs nothing. The embedded table requires the headers of a signature and verifies none, nor do the embedded queues, and
 * signing takes two fifths of the processor time of a call.
 */
const unsigned: Signer = {
  async sign(request) {
    request.headers.authorization = 'AWS4-HMAC-SHA256 Credential=local, SignedHeaders=host, Signature=none';
    request.headers['x-amz-date'] = '20260101T000000Z';
    return request;
  },
};

export interface LocalOptions {
  /** 0 selects a free port; by default PORT or 3000. */
  port?: number;
  /** By default DATA_DIR or `.local`. */
  dataDir?: string;
  /** Variables of this instance and its handlers in addition to `process.env`. */
  environment?: Record<string, string>;
  /** Replaces `functions/registry.ts` and `functions/workers/registry.ts`. */
  registry?: Registry;
  /**
   * For a process that lasts: runs workers that compute for seconds in threads of their own (`function-threads.ts`), instead
   * of in this one, and returns memory when no worker has work (`collect-when-idle.ts`).
   */
  threads?: boolean;
  /** Suppresses errors of handlers and embedded services. */
  quiet?: boolean;
  /** Called with the name of each component that has started. */
  onProgress?: (text: string) => void;
  /** Called when the service cannot continue. */
  onFatal?: (reason: string) => void;
}

export interface LocalService {
  /** `http://localhost:PORT` */
  baseUrl: string;
  dataDirectory: string;
  /** Folder of the stored files, for inspection; undefined with an external object store. */
  filesDirectory: string | undefined;
  /** URL of the mail viewer; undefined with an external SES. */
  mailsUrl: string | undefined;
  /** The handlers' variables, which are in `process.env` until the service stops. */
  environment: Record<string, string>;
  operations: Registry['operations'];
  /** Stops everything within a few seconds; unfinished messages return to their queue. */
  stop(): Promise<void>;
}

const partNames = {
  DYNAMODB: 'table (DynamoDB)',
  SQS: 'queues (SQS)',
  S3: 'files (S3)',
  KMS: 'keys (KMS)',
  SES: 'mails (SES)',
};

type Cleanup = () => Promise<void> | void;

/**
 * Starts the whole service on this machine. The handlers run in this process and read `process.env`, so a process can
 * have only one running instance at a time.
 * @throws LocalError for problems that the user can solve
 */
export async function startLocal(options: LocalOptions = {}): Promise<LocalService> {
  const cleanups: Cleanup[] = [];
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= runAll(cleanups.toReversed());
    return stopped;
  };
  try {
    return { ...(await compose(options, (cleanup) => cleanups.push(cleanup))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function compose(options: LocalOptions, onStop: (cleanup: Cleanup) => void): Promise<Omit<LocalService, 'stop'>> {
  const { onProgress = () => undefined, onFatal = () => undefined } = options;
  const onError = (where: string, error: unknown) => {
    if (!options.quiet) console.error(`${where}:`, error);
  };
  const given = givenVariables(options);
  const settings = parseLocalSettings(given);
  requireEnvironment(given);
  allowedHosts(given.OUTBOUND_ALLOWED_HOSTS);
  for (const name of ENDPOINT_NAMES) localEndpoint(name, given);
  const region = settings.AWS_REGION;

  const data = openDataDirectory(settings.DATA_DIR);
  onStop(() => data.release());
  const publicServer = createPublicServer((error) => onError('request', error));
  const port = await listenOnLoopback(publicServer.server, settings.PORT);
  onStop(() => closeServer(publicServer.server, 0));
  const baseUrl = `http://localhost:${port}`;

  const credentials = localCredentials(data.path, settings);
  const facts = { settings, given, dataDirectory: data.path, baseUrl, credentials };
  const parts = await startParts(facts, (name, stop) => {
    onStop(stop);
    onProgress(partNames[name]);
  });
  parts.dynamoDb?.died.then(onFatal);

  const client = (endpoint: string) => ({ endpoint, region, credentials });
  const { toTable, toQueues } = reachParts(parts);
  const table = new DynamoDBClient({ ...client(parts.endpoints.DYNAMODB), ...toTable });
  const streams = streamsClient(client, toTable, parts.endpoints.DYNAMODB, given.AWS_ENDPOINT_URL_DYNAMODB_STREAMS);
  const sqs = new SQSClient({ ...client(parts.endpoints.SQS), useQueueUrlAsEndpoint: false, ...toQueues });
  onStop(() => {
    table.destroy();
    streams.destroy();
    sqs.destroy();
  });

  const environment: Record<string, string> = {
    ...options.environment,
    ...handlerEnvironment({
      ...{ ...facts, endpoints: parts.endpoints, keyId: parts.keyId },
    }),
    ...(parts.mailbox && { MAILBOX_URL: `${baseUrl}/mail` }),
  };
  onStop(applyEnvironment(environment));
  const registry = withTimeouts(options.registry ?? (await loadRegistry()), settings.FUNCTION_TIMEOUT_FACTOR);
  onProgress(`${registry.operations.length} operations`);

  const { tableName, credentialsTableName, requestsTableName, bucket } = resourceNames(given);
  const queues = Object.entries(queueDefinitions).map(([name, definition]) => ({ name, ...definition }));
  const [urls, [deadLetters = '']] = await Promise.all([
    ensureQueues(sqs, queues),
    Promise.all(streamWorkerIds.map((id) => ensureDeadLetters(sqs, id))),
    ensureTable(table, tableName, data.path),
    ensureTable(table, credentialsTableName, data.path, credentialsDefinition),
    ensureTable(table, requestsTableName, data.path, requestsDefinition),
  ]);
  await parts.dynamoDb?.database.moveRequests(tableName, async (Item) => {
    await table.send(new PutItemCommand({ TableName: requestsTableName, Item }));
  });
  for (const [name, url] of Object.entries(urls)) environment[queueVariable(name)] = url;
  environment.DEAD_LETTERS_URL = deadLetters.slice(0, -deadLetterName(streamWorkerIds[0]).length);
  onStop(applyEnvironment(environment));
  onProgress('tables and queues are in place');

  const { mailbox } = parts;
  const uploadEventsUrl = urls['upload-events'] ?? '';
  const { operations, workers } = registry;
  const common = { settings, baseUrl, credentials, bucket, sqs, onError, onStop, operations, mailbox };
  const { filesDirectory } = await mountServices(publicServer, {
    ...common,
    dataDirectory: data.path,
    uploadEventsUrl,
    mailEventsUrl: urls['mail-events'] ?? '',
  });
  onProgress('files (S3) and sign-in');

  writeInstance(data.path, { pid: process.pid, baseUrl, endpoints: parts.endpoints });
  onStop(() => removeInstance(data.path));
  publicServer.open();
  onStop(() => closeServer(publicServer.server, 2000));
  onStop(
    startWorkers(workers, {
      sqs,
      urls,
      region,
      onError,
      dataDirectory: data.path,
      threads: options.threads ?? false,
      table: { client: table, streams, name: tableName, database: parts.dynamoDb?.database },
    }),
  );
  const mailsUrl = environment.MAILBOX_URL;
  return { baseUrl, dataDirectory: data.path, filesDirectory, mailsUrl, environment, operations };
}

/** Makes the handlers reach embedded parts without signatures and connections; returns the same for other clients. */
function reachParts({ dynamoDb, sqs }: Parts) {
  const toTable = dynamoDb && { signer: unsigned, ...calling(dynamoDb.called, TABLE_TIMEOUT) };
  if (toTable) reachTablesBy(toTable);
  const toQueues = sqs && { signer: unsigned, ...calling(sqs, SQS_TIMEOUT) };
  if (toQueues) reachQueuesBy(toQueues);
  return { toTable, toQueues };
}

/** @param timeout milliseconds of a request to another endpoint */
const calling = (part: CalledPart | undefined, timeout: number) =>
  part && { requestHandler: new InProcessHandler(part, requestHandler(timeout)) };

function streamsClient(
  client: (endpoint: string) => DynamoDBStreamsClientConfig,
  transport: DynamoDBStreamsClientConfig | undefined,
  embedded: string,
  external: string | undefined,
): DynamoDBStreamsClient {
  return new DynamoDBStreamsClient(external === undefined ? { ...client(embedded), ...transport } : client(external));
}

/** Validates the environment at the start; otherwise an invalid variable would fail each request. */
function requireEnvironment(given: Record<string, string | undefined>): void {
  try {
    parseEnvironment(given);
  } catch (error) {
    throw new LocalError(error instanceof Error ? error.message : String(error));
  }
}

function givenVariables(options: LocalOptions): Record<string, string | undefined> {
  return {
    ...process.env,
    ...options.environment,
    ...(options.port === undefined ? {} : { PORT: String(options.port) }),
    ...(options.dataDir === undefined ? {} : { DATA_DIR: options.dataDir }),
  };
}

async function runAll(cleanups: Cleanup[]): Promise<void> {
  const errors: unknown[] = [];
  for (const cleanup of cleanups) {
    try {
      await cleanup();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'The service did not stop cleanly.');
}
