import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { type Environment, required } from '../../environment.ts';
import type { Queue } from '../../ports.ts';
import { type QueueName, queueVariable, type SentMessage } from '../../queue/queues.ts';
import { sqsClient } from './sqs.ts';

/** The adapter of the port `queue.<name>`: sends JSON messages. */
export const queueAdapter =
  <N extends QueueName>(name: N) =>
  (environment: Environment): Queue<SentMessage<N>> => {
    const QueueUrl = required(environment, queueVariable(name));
    return {
      send: async (message) => {
        await sqsClient().send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
      },
    };
  };
