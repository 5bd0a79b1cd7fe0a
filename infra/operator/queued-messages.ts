import { GetQueueAttributesCommand, type QueueAttributeName } from '@aws-sdk/client-sqs';
import { sqsClient } from '../../shared/aws/clients/sqs-client.ts';
import { queueNames } from '../../shared/queue/queues.ts';
import type { Target } from './target.ts';

const COUNTS = [
  'ApproximateNumberOfMessages',
  'ApproximateNumberOfMessagesNotVisible',
  'ApproximateNumberOfMessagesDelayed',
] as const satisfies readonly QueueAttributeName[];

/** How many messages wait or are worked on, by queue; empty queues are left out. */
export const queuedMessages = async ({ queueUrl }: Target): Promise<Record<string, number>> => {
  const counted = queueNames.map(async (name): Promise<[string, number]> => {
    const command = new GetQueueAttributesCommand({ QueueUrl: await queueUrl(name), AttributeNames: [...COUNTS] });
    const { Attributes = {} } = await sqsClient().send(command);
    return [name, COUNTS.reduce((sum, count) => sum + Number(Attributes[count] ?? 0), 0)];
  });
  return Object.fromEntries((await Promise.all(counted)).filter(([, messages]) => messages > 0));
};
