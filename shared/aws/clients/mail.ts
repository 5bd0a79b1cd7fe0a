import { SESClient } from '@aws-sdk/client-ses';
import { requestHandler } from './request-handler.ts';
import { watched } from './watched.ts';

let client: SESClient | undefined;

/** The process's client of SES. It never tries again by itself: SES knows no repeated request, and would send twice. */
export const mailClient = (): SESClient => {
  client ??= watched(new SESClient({ requestHandler: requestHandler(20_000), maxAttempts: 1 }), 'SES');
  return client;
};
