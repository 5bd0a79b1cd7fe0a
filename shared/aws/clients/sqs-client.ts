import { SQSClient } from '@aws-sdk/client-sqs';
import { requestHandler } from './request-handler.ts';
import { watched } from './watched.ts';

let client: SQSClient | undefined;

/** Returns the process's SQS client. Its endpoint is the SDK's own, never the host of a queue's URL. */
export const sqsClient = (): SQSClient => {
  client ??= watched(
    new SQSClient({ useQueueUrlAsEndpoint: false, requestHandler: requestHandler(5_000), maxAttempts: 4 }),
    'SQS',
  );
  return client;
};
