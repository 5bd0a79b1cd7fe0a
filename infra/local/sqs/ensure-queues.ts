import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type QueueAttributeName,
  QueueDoesNotExist,
  SetQueueAttributesCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { deadLetterName } from '../../../shared/queue/queues.ts';

/** The attributes of a queue. */
export interface QueueSettings {
  name: string;
  visibilitySeconds: number;
  maximumReceives: number;
}

type Attributes = Partial<Record<QueueAttributeName, string>>;

const FOURTEEN_DAYS = String(14 * 24 * 60 * 60);

/**
 * Creates a dead-letter queue, or updates its attributes.
 * @returns its URL
 */
export const ensureDeadLetters = (client: SQSClient, name: string): Promise<string> =>
  ensureQueue(client, deadLetterName(name), { MessageRetentionPeriod: FOURTEEN_DAYS });

/**
 * Creates each queue and its dead-letter queue, or updates their attributes.
 * @returns the URLs by name
 */
export async function ensureQueues(client: SQSClient, queues: QueueSettings[]): Promise<Record<string, string>> {
  const urls: Record<string, string> = {};
  for (const queue of queues) {
    const deadLetter = deadLetterName(queue.name);
    urls[deadLetter] = await ensureDeadLetters(client, queue.name);
    const deadLetterTargetArn = await arnOf(client, urls[deadLetter]);
    urls[queue.name] = await ensureQueue(client, queue.name, {
      MessageRetentionPeriod: FOURTEEN_DAYS,
      VisibilityTimeout: String(queue.visibilitySeconds),
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: queue.maximumReceives }),
    });
  }
  return urls;
}

async function ensureQueue(client: SQSClient, name: string, attributes: Attributes): Promise<string> {
  try {
    const { QueueUrl: url = '' } = await client.send(new GetQueueUrlCommand({ QueueName: name }));
    await client.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: attributes }));
    return url;
  } catch (error) {
    if (!(error instanceof QueueDoesNotExist)) throw error;
    const { QueueUrl: url = '' } = await client.send(
      new CreateQueueCommand({ QueueName: name, Attributes: attributes }),
    );
    return url;
  }
}

async function arnOf(client: SQSClient, url: string): Promise<string> {
  const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['QueueArn'] });
  const { Attributes: attributes } = await client.send(command);
  return attributes?.QueueArn ?? '';
}
