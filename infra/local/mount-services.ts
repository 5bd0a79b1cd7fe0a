import type { SQSClient } from '@aws-sdk/client-sqs';
import { announcedPrefix, bucketLifecycle, cors } from '../../shared/domain/files/files-bucket.ts';
import { corsOf, timeoutSecondsOf } from '../../shared/http/http-api.ts';
import { RESOURCE_METADATA_PATH } from '../../shared/http/resource-metadata.ts';
import { createGateway } from './gateway/gateway.ts';
import type { Route } from './gateway/routes.ts';
import { createIdentityProvider } from './identity/provider.ts';
import type { Registry } from './load-registry.ts';
import type { LocalCredentials } from './local-environment.ts';
import type { LocalSettings } from './local-settings.ts';
import type { HttpListener, PublicServer } from './public-server.ts';
import { openObjectStore } from './s3/object-store.ts';
import type { Mailbox } from './ses/mailbox.ts';
import { mailViewer } from './ses/viewer/viewer.ts';
import { startNotifier } from './sqs/notifier.ts';
import { acceptBody } from './unread-body.ts';

export interface MountOptions {
  settings: LocalSettings;
  dataDirectory: string;
  baseUrl: string;
  credentials: LocalCredentials;
  bucket: string;
  sqs: SQSClient;
  uploadEventsUrl: string;
  mailEventsUrl: string;
  /** Undefined if an external SES is used. */
  mailbox: Mailbox | undefined;
  operations: Registry['operations'];
  onError: (where: string, error: unknown) => void;
  onStop: (cleanup: () => Promise<void> | void) => void;
}

/** Mounts the API, the object store, the identity provider and the mail viewer on the public server. */
export async function mountServices(
  publicServer: PublicServer,
  options: MountOptions,
): Promise<{ filesDirectory?: string }> {
  const { settings, onError } = options;
  const routes = options.operations.map(({ operation, handler }): Route => {
    const { id: operationId, method, path, uses } = operation;
    const callsOthers = uses?.includes('api.call') ?? false;
    return { operationId, method, path, timeoutSeconds: timeoutSecondsOf(operation), callsOthers, handler };
  });
  const apiCors = corsOf(options.operations.map(({ operation }) => operation));
  const gateway = createGateway(routes, { region: settings.AWS_REGION, cors: apiCors, onError });
  for (const prefix of ['/api', '/mcp', RESOURCE_METADATA_PATH, '/']) publicServer.mount(prefix, gateway.handle);
  if (options.mailbox) serveMails(publicServer, options.mailbox, options);
  if (settings.JWT_ISSUER === undefined) serveIdentity(publicServer, options);
  return settings.AWS_ENDPOINT_URL_S3 === undefined
    ? { filesDirectory: await serveObjects(publicServer, options) }
    : {};
}

function serveIdentity(publicServer: PublicServer, { baseUrl, dataDirectory, onStop }: MountOptions): void {
  const identity = createIdentityProvider(baseUrl, dataDirectory);
  onStop(() => identity.close());
  const listener: HttpListener = (request, response) => {
    acceptBody(request, response);
    return identity.handle(request, response);
  };
  publicServer.mount('/oauth', listener);
  publicServer.mount('/.well-known', listener);
}

/** Serves the mail viewer, and notifies the service of the mails' events. */
function serveMails(publicServer: PublicServer, mailbox: Mailbox, { sqs, mailEventsUrl, onStop }: MountOptions): void {
  publicServer.mount('/mail', mailViewer(mailbox));
  const notifier = startNotifier(mailbox, sqs, mailEventsUrl);
  onStop(() => notifier.stop());
  mailbox.onEvents = () => notifier.notify();
  notifier.notify();
}

async function serveObjects(publicServer: PublicServer, options: MountOptions): Promise<string> {
  const { bucket, sqs: client, uploadEventsUrl: queueUrl, onError } = options;
  const objects = await openObjectStore({
    dataDirectory: options.dataDirectory,
    region: options.settings.AWS_REGION,
    prefix: '/s3',
    credentials: options.credentials,
    buckets: [bucket],
    notification: { bucket, prefix: announcedPrefix, queueUrl, client },
    lifecycle: {
      incompleteUploadDays: bucketLifecycle.incompleteUploadDays,
      expiring: [bucketLifecycle.unregistered, bucketLifecycle.archives],
    },
    cors,
    onError: (error) => onError('object store', error),
  });
  options.onStop(() => objects.stop());
  publicServer.mount('/s3', objects.handle);
  return objects.directory;
}
