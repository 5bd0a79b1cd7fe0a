import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { sqsClient } from '../../shared/aws/clients/sqs-client.ts';
import { deadLetterName, type QueueName } from '../../shared/queue/queues.ts';
import type { Target } from './target.ts';

/** Visibility timeout in seconds of a message that was read. */
const HIDDEN = 60;

/** Yields the messages of a dead-letter queue, each once, until a read returns none. */
export async function* deadLettersOf(QueueUrl: string): AsyncGenerator<Message> {
  for (;;) {
    const { Messages = [] } = await sqsClient().send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: HIDDEN,
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ['MessageGroupId', 'SentTimestamp'],
      }),
    );
    if (Messages.length === 0) return;
    yield* Messages;
  }
}

/** Makes messages that were read and remain in their queue visible again. */
export const showAgain = async (QueueUrl: string, receipts: readonly string[]): Promise<void> => {
  for (const ReceiptHandle of receipts) {
    await sqsClient().send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
  }
};

/**
 * Sends the messages of a dead-letter queue to their queue again. Each is removed only after it has been sent: a
 * message may be sent twice but none is lost. With `isDry`, messages are only reported.
 *
 * @param report receives each message's text
 * @returns the number of messages
 */
export const redrive = async (
  target: Target,
  queue: QueueName,
  isDry: boolean,
  report: (text: string) => void,
): Promise<number> => {
  const [from, to] = await Promise.all([target.queueUrl(deadLetterName(queue)), target.queueUrl(queue)]);
  const seen: Message[] = [];
  for await (const message of deadLettersOf(from)) {
    seen.push(message);
    report(message.Body ?? '');
    if (isDry) continue;
    const group = message.Attributes?.MessageGroupId;
    const sent = { QueueUrl: to, MessageBody: message.Body, ...(group !== undefined && { MessageGroupId: group }) };
    await sqsClient().send(new SendMessageCommand(sent));
    await sqsClient().send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle: message.ReceiptHandle }));
  }
  if (isDry)
    await showAgain(
      from,
      seen.map(({ ReceiptHandle }) => ReceiptHandle!),
    );
  return seen.length;
};
