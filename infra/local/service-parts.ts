import type { DynamoDbPart } from './dynamodb/dynamodb.ts';
import { startDynamoDb } from './dynamodb/dynamodb.ts';
import { startStrictTable } from './dynamodb/strict-table.ts';
import type { CalledPart } from './in-process-handler.ts';
import { openKeyStore } from './kms/key-store.ts';
import { startKms } from './kms/kms.ts';
import {
  type EndpointName,
  type Endpoints,
  externalEndpoint,
  type LocalCredentials,
  resourceNames,
} from './local-environment.ts';
import { LocalError } from './local-error.ts';
import type { LocalSettings } from './local-settings.ts';
import type { ServicePart } from './loopback.ts';
import type { Mailbox } from './ses/mailbox.ts';
import { startMail } from './ses/ses.ts';
import { startSqs } from './sqs/sqs.ts';

interface TablePart extends DynamoDbPart {
  /** How clients in this process reach a table that is part of it. */
  called?: CalledPart;
}

export interface Parts {
  endpoints: Endpoints;
  keyId: string;
  /** The embedded DynamoDB, whose process may end; undefined if an external endpoint is used. */
  dynamoDb: TablePart | undefined;
  /** The embedded SQS; undefined if an external endpoint is used. */
  sqs: CalledPart | undefined;
  /** The mails of the embedded SES; undefined if an external endpoint is used. */
  mailbox: Mailbox | undefined;
}

/**
 * Starts the embedded services in parallel, except those that an AWS_ENDPOINT_URL_* variable replaces. `onStarted`
 * receives each one's stop function as soon as it runs.
 */
export async function startParts(
  facts: {
    settings: LocalSettings;
    given: Record<string, string | undefined>;
    dataDirectory: string;
    baseUrl: string;
    credentials: LocalCredentials;
  },
  onStarted: (name: EndpointName, stop: () => Promise<void>) => void,
): Promise<Parts> {
  const { settings, given, dataDirectory, baseUrl, credentials } = facts;
  const region = settings.AWS_REGION;
  const unlessExternal = async <P extends ServicePart>(name: EndpointName, start: () => Promise<P>) => {
    const external = externalEndpoint(settings, name);
    if (external !== undefined) return { endpoint: external, part: undefined };
    const part = await start();
    onStarted(name, () => part.stop());
    return { endpoint: part.endpoint, part };
  };
  const { mailSender: sender, mailConfigurationSet: configurationSet } = resourceNames(given);
  const keys = keySource(settings, given, dataDirectory);
  const [dynamoDb, sqs, kms, ses] = await settled([
    unlessExternal('DYNAMODB', () => startTable(dataDirectory, settings)),
    unlessExternal('SQS', () => startSqs(dataDirectory, region)),
    unlessExternal('KMS', () => keys.start()),
    unlessExternal('SES', () => startMail({ dataDirectory, credentials, region, sender, configurationSet })),
  ] as const);
  const s3 = externalEndpoint(settings, 'S3') ?? `${baseUrl}/s3`;
  return {
    endpoints: { DYNAMODB: dynamoDb.endpoint, SQS: sqs.endpoint, S3: s3, KMS: kms.endpoint, SES: ses.endpoint },
    keyId: keys.keyId,
    dynamoDb: dynamoDb.part,
    sqs: sqs.part,
    mailbox: ses.part?.mailbox,
  };
}

async function startTable(dataDirectory: string, settings: LocalSettings): Promise<TablePart> {
  const table = await startDynamoDb(dataDirectory);
  if (settings.STRICT_TABLE === '0') return table;
  const strict = await startStrictTable(table.endpoint, {
    throttledEvery: settings.TABLE_THROTTLED_EVERY,
    staleReads: settings.TABLE_STALE_READS,
  });
  return {
    ...table,
    endpoint: strict.endpoint,
    called: strict,
    async stop() {
      await strict.stop();
      await table.stop();
    },
  };
}

function keySource(settings: LocalSettings, given: Record<string, string | undefined>, dataDirectory: string) {
  if (settings.AWS_ENDPOINT_URL_KMS === undefined) {
    const store = openKeyStore(dataDirectory, settings.AWS_REGION);
    return { keyId: store.defaultKey.id, start: () => startKms(store) };
  }
  if (!given.KMS_KEY_ID) throw new LocalError('With AWS_ENDPOINT_URL_KMS set, name a key of it in KMS_KEY_ID.');
  return { keyId: given.KMS_KEY_ID, start: () => Promise.reject(new Error('unreachable')) };
}

/**
 * Like Promise.all, but waits for all before it fails, so that every service that started has been passed to
 * `onStarted`.
 */
async function settled<T extends readonly Promise<unknown>[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
