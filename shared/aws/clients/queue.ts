import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { Queue } from '../../ports.ts';
import { requestHandler } from './request-handler.ts';

let client: SQSClient | undefined;

/** A queue that takes JSON messages. The endpoint is the SDK's own, never the host of the queue's URL. */
export const queueAt = <M>(url: string): Queue<M> => ({
  send: async (message) => {
    client ??= new SQSClient({ useQueueUrlAsEndpoint: false, requestHandler: requestHandler(5_000), maxAttempts: 4 });
    await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: JSON.stringify(message) }));
  },
});
