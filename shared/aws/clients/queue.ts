import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { type Environment, required } from '../../environment.ts';
import type { Queue } from '../../ports.ts';
import type { SentMessage } from '../../queue/messages.ts';
import { groupOf, type QueueName, queueVariable } from '../../queue/queues.ts';
import { sentMessage } from './sent-message.ts';
import { sqsClient } from './sqs-client.ts';

/** Returns the adapter of the port `queue.<name>`, which sends JSON messages in the groups of that queue. */
export const queueAdapter =
  <N extends QueueName>(name: N) =>
  (environment: Environment): Queue<SentMessage<N>> => {
    const QueueUrl = required(environment, queueVariable(name));
    return {
      send: async (message, options) => {
        const to = { QueueUrl, ...(options && { DelaySeconds: options.delaySeconds }) };
        // On a standard queue a message group implies no order, only fair delivery among the groups.
        await sqsClient().send(new SendMessageCommand({ ...to, ...sentMessage(message, groupOf(name, message)) }));
      },
    };
  };
