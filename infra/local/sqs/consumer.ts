import { setTimeout as delay } from 'node:timers/promises';
import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { type AsyncHandler, invoke } from '../invoke.ts';
import { waitAtMost } from '../wait-at-most.ts';

/** Converts the messages of one receive call to the event of an SQS event source mapping. */
function toSqsEvent(messages: Message[], queueArn: string, region: string): SQSEvent {
  return { Records: messages.map((message) => toRecord(message, queueArn, region)) };
}

function toRecord(message: Message, queueArn: string, region: string): SQSRecord {
  const attributes = Object.entries(message.MessageAttributes ?? {}).map(([name, value]) => [
    name,
    {
      stringValue: value.StringValue,
      binaryValue: value.BinaryValue && Buffer.from(value.BinaryValue).toString('base64'),
      stringListValues: [],
      binaryListValues: [],
      dataType: value.DataType ?? 'String',
    },
  ]);
  return {
    messageId: message.MessageId ?? '',
    receiptHandle: message.ReceiptHandle ?? '',
    body: message.Body ?? '',
    attributes: { ...message.Attributes } as unknown as SQSRecord['attributes'],
    messageAttributes: Object.fromEntries(attributes),
    md5OfBody: message.MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: queueArn,
    awsRegion: region,
  };
}

// biome-ignore lint/suspicious/noConfusingVoidType: handlers without a report of failures return nothing
export type SqsHandler = AsyncHandler<SQSEvent, SQSBatchResponse | void>;

export interface ConsumerOptions {
  /** The function's name in its context and in errors. */
  id: string;
  client: SQSClient;
  queueUrl: string;
  region: string;
  handler: SqsHandler;
  /** Messages per event, 1 to 10. */
  batchSize: number;
  /** Concurrent events. */
  concurrency: number;
  timeoutSeconds: number;
  onError: (id: string, error: unknown) => void;
}

export interface Consumer {
  /** Stops receiving, waits up to `waitMilliseconds` for messages being processed and releases the rest. */
  stop(waitMilliseconds: number): Promise<void>;
}

/**
 * An event source mapping on one machine: long polls, calls the handler with batches, and deletes what succeeded. A
 * thrown error fails the whole batch, `batchItemFailures` fails the messages it lists; they are received again after
 * their visibility timeout, which the handler may change. The queue itself moves messages to its dead-letter queue.
 */
export function startConsumer(options: ConsumerOptions): Consumer {
  const stopping = new AbortController();
  const working = new Map<Promise<void>, Message[]>();
  const polling = poll(options, working, stopping.signal);
  return {
    async stop(waitMilliseconds) {
      stopping.abort();
      await polling;
      await waitAtMost(waitMilliseconds, Promise.all(working.keys()));
      await Promise.all([...working.values()].map((messages) => release(options, messages)));
    },
  };
}

async function poll(options: ConsumerOptions, working: Map<Promise<void>, Message[]>, signal: AbortSignal) {
  const queueArn = await arnOf(options, signal);
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  while (!signal.aborted) {
    if (working.size >= options.concurrency) {
      await Promise.race([...working.keys(), stopped]);
      continue;
    }
    const messages = await receive(options, signal);
    if (messages.length === 0) continue;
    const work = runBatch(options, messages, queueArn).finally(() => working.delete(work));
    working.set(work, messages);
  }
}

async function receive(options: ConsumerOptions, signal: AbortSignal): Promise<Message[]> {
  const command = new ReceiveMessageCommand({
    QueueUrl: options.queueUrl,
    MaxNumberOfMessages: options.batchSize,
    WaitTimeSeconds: 20,
    MessageSystemAttributeNames: ['All'],
    MessageAttributeNames: ['All'],
  });
  try {
    const { Messages: messages } = await options.client.send(command, { abortSignal: signal });
    return messages ?? [];
  } catch (error) {
    if (!signal.aborted) {
      options.onError(options.id, error);
      await delay(1000, undefined, { signal }).catch(() => undefined);
    }
    return [];
  }
}

async function runBatch(options: ConsumerOptions, messages: Message[], queueArn: string): Promise<void> {
  const failed = await failures(options, messages, queueArn);
  const succeeded = messages.filter((message) => !failed.includes(message));
  try {
    await remove(options, succeeded);
  } catch (error) {
    options.onError(options.id, error);
  }
}

async function failures(options: ConsumerOptions, messages: Message[], queueArn: string): Promise<Message[]> {
  const { id: name, region } = options;
  const event = toSqsEvent(messages, queueArn, region);
  try {
    const call = { name, region, timeoutMilliseconds: options.timeoutSeconds * 1000 };
    const response = await invoke(options.handler, event, call);
    const identifiers = new Set(response?.batchItemFailures?.map((failure) => failure.itemIdentifier));
    const failed = messages.filter((message) => identifiers.has(message.MessageId ?? ''));
    // As in Lambda, an identifier that is not in the batch makes the report invalid and everything is retried.
    return identifiers.size > failed.length ? messages : failed;
  } catch (error) {
    options.onError(name, error);
    return messages;
  }
}

async function remove({ client, queueUrl }: ConsumerOptions, messages: Message[]): Promise<void> {
  if (messages.length === 0) return;
  await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries(messages) }));
}

/** Makes the messages visible again at once. */
async function release({ client, queueUrl }: ConsumerOptions, messages: Message[]): Promise<void> {
  if (messages.length === 0) return;
  const batch = entries(messages).map((entry) => ({ ...entry, VisibilityTimeout: 0 }));
  await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl: queueUrl, Entries: batch }));
}

function entries(messages: Message[]): { Id: string; ReceiptHandle: string }[] {
  return messages.map((message, index) => ({ Id: String(index), ReceiptHandle: message.ReceiptHandle ?? '' }));
}

async function arnOf({ client, queueUrl, id, onError }: ConsumerOptions, signal: AbortSignal): Promise<string> {
  const command = new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['QueueArn'] });
  try {
    const { Attributes: attributes } = await client.send(command, { abortSignal: signal });
    return attributes?.QueueArn ?? '';
  } catch (error) {
    if (!signal.aborted) onError(id, error);
    return '';
  }
}
