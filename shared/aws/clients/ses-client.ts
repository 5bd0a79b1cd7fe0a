import { SESClient } from '@aws-sdk/client-ses';
import { requestHandler } from './request-handler.ts';
import { watched } from './watched.ts';

let client: SESClient | undefined;

/**
 * Returns the process's SES client. It never retries: SES has no idempotent requests, so that a retry could send twice.
 */
export const mailClient = (): SESClient => {
  client ??= watched(new SESClient({ requestHandler: requestHandler(20_000), maxAttempts: 1 }), 'SES');
  return client;
};
