import { KMSClient } from '@aws-sdk/client-kms';
import { requestHandler } from './request-handler.ts';
import { watched } from './watched.ts';

let client: KMSClient | undefined;

/** Returns the process's KMS client. */
export const keysClient = (): KMSClient => {
  client ??= watched(new KMSClient({ requestHandler: requestHandler(3_000), maxAttempts: 4 }), 'KMS');
  return client;
};
