import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { requestHandler } from './request-handler.ts';
import { watched } from './watched.ts';

type Transport = Pick<SQSClientConfig, 'signer' | 'requestHandler'>;

let transport: Transport = {};
let client: SQSClient | undefined;

/** Milliseconds that a request to a queue may take. */
export const SQS_TIMEOUT = 5_000;

/** Replaces how requests to queues are signed and sent. Must be called before the first request. */
export const reachQueuesBy = (given: Transport): void => {
  transport = given;
};

/** Returns the process's SQS client. Its endpoint is the SDK's own, never the host of a queue's URL. */
export const sqsClient = (): SQSClient => {
  const settings = { useQueueUrlAsEndpoint: false, requestHandler: requestHandler(SQS_TIMEOUT), maxAttempts: 4 };
  client ??= watched(new SQSClient({ ...settings, ...transport }), 'SQS');
  return client;
};
