import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { type Environment, required } from '../../environment.ts';
import type { Queue } from '../../ports.ts';
import { type QueueName, queueVariable, type SentMessage } from '../../queue/queues.ts';
import { sentMessage } from './sent-message.ts';
import { sqsClient } from './sqs.ts';

/** The adapter of the port `queue.<name>`: sends JSON messages, grouped by organization. */
export const queueAdapter =
  <N extends QueueName>(name: N) =>
  (environment: Environment): Queue<SentMessage<N>> => {
    const QueueUrl = required(environment, queueVariable(name));
    return {
      send: async (message) => {
        const organizationId = 'organization_id' in message ? message.organization_id : undefined;
        // On a standard queue a group makes no order: SQS only delivers fairly among the groups.
        await sqsClient().send(new SendMessageCommand({ QueueUrl, ...sentMessage(message, organizationId) }));
      },
    };
  };
