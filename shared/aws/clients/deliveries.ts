import { ChangeMessageVisibilityCommand } from '@aws-sdk/client-sqs';
import { type Environment, required } from '../../environment.ts';
import type { Deliveries } from '../../ports.ts';
import { type QueueName, queueVariable } from '../../queue/queues.ts';
import { sqsClient } from './sqs-client.ts';

/** Returns the adapter of the port `deliveries.<name>`. */
export const deliveriesAdapter =
  (name: QueueName) =>
  (environment: Environment): Deliveries => {
    const QueueUrl = required(environment, queueVariable(name));
    return {
      delay: async (ReceiptHandle, VisibilityTimeout) => {
        await sqsClient().send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
      },
    };
  };
