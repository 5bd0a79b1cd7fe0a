import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { sqsClient } from '../../shared/aws/clients/sqs.ts';
import { deadLetterName, type QueueName } from '../../shared/queue/queues.ts';
import type { Target } from './target.ts';

/** Seconds for which a message that was read is hidden from the next read. */
const HIDDEN = 60;

/** Messages of a dead-letter queue, each once, hidden for a minute; the end is an empty answer. */
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

/** Ends the hiding of messages that were read and stay in their queue. */
export const showAgain = async (QueueUrl: string, receipts: readonly string[]): Promise<void> => {
  for (const ReceiptHandle of receipts) {
    await sqsClient().send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
  }
};

/**
 * Sends the messages of a queue's dead-letter queue again, each removed there only when it has been sent: a message may
 * come twice and none is lost. With `isDry` they are told and stay.
 *
 * @param tell is given each message's text
 */
export const redrive = async (
  target: Target,
  queue: QueueName,
  isDry: boolean,
  tell: (text: string) => void,
): Promise<number> => {
  const [from, to] = await Promise.all([target.queueUrl(deadLetterName(queue)), target.queueUrl(queue)]);
  const seen: Message[] = [];
  for await (const message of deadLettersOf(from)) {
    seen.push(message);
    tell(message.Body ?? '');
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
