import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { type Environment, required } from '../../environment.ts';
import type { Queue } from '../../ports.ts';
import { type QueueName, queueVariable, type SentMessage } from '../../queue/queues.ts';
import { sqsClient } from './sqs.ts';

/** The adapter of the port `queue.<name>`: sends JSON messages, grouped by organization. */
export const queueAdapter =
  <N extends QueueName>(name: N) =>
  (environment: Environment): Queue<SentMessage<N>> => {
    const QueueUrl = required(environment, queueVariable(name));
    return {
      send: async (message) => {
        // On a standard queue a group makes no order: SQS only delivers fairly among the groups.
        const group = 'organization_id' in message ? { MessageGroupId: message.organization_id } : {};
        const command = { QueueUrl, MessageBody: JSON.stringify(message), ...group };
        await sqsClient().send(new SendMessageCommand(command));
      },
    };
  };
