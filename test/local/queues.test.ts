import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type MessageAttributeValue,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type CalledPart, InProcessHandler } from '../../infra/local/in-process-handler.ts';
import { type ConsumerOptions, type SqsHandler, startConsumer } from '../../infra/local/sqs/consumer.ts';
import { ensureQueues } from '../../infra/local/sqs/ensure-queues.ts';
import { startSqs } from '../../infra/local/sqs/sqs.ts';
import { requestHandler } from '../../shared/aws/clients/request-handler.ts';
import { sentMessage } from '../../shared/aws/clients/sent-message.ts';
import { queues as queueDefinitions } from '../../shared/queue/queues.ts';
import { eventually, temporaryDirectory } from './support.ts';

const region = 'eu-central-1';

async function openQueues(directory = temporaryDirectory(), visibilitySeconds = 60, name = 'work') {
  const sqs = await startSqs(directory, region);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new SQSClient({ endpoint: sqs.endpoint, region, credentials });
  const urls = await ensureQueues(client, [{ name, visibilitySeconds, maximumReceives: 2 }]);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    client.destroy();
    stopped ??= sqs.stop();
    return stopped;
  };
  onTestFinished(stop);
  const [work = '', dead = ''] = [urls[name], urls[`${name}-dlq`]];
  const count = async (QueueUrl: string) => {
    const AttributeNames = ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'] as const;
    const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] });
    const { Attributes: found } = await client.send(command);
    return AttributeNames.map((name) => Number(found?.[name]));
  };
  const send = (...bodies: string[]) => {
    const Entries = bodies.map((MessageBody, index) => ({ Id: String(index), MessageBody }));
    return client.send(new SendMessageBatchCommand({ QueueUrl: work, Entries }));
  };
  return { client, work, dead, count, send, stop, directory, part: sqs, endpoint: sqs.endpoint };
}

type Queues = Awaited<ReturnType<typeof openQueues>>;

function consume(queues: Queues, handler: SqsHandler, changes: Partial<ConsumerOptions> = {}) {
  const errors: unknown[] = [];
  const consumer = startConsumer({
    ...{ id: 'worker', client: queues.client, queueUrl: queues.work, region, handler },
    ...{ batchSize: 10, concurrency: 1, timeoutSeconds: 60 },
    onError: (_id, error) => errors.push(error),
    ...changes,
  });
  onTestFinished(() => consumer.stop(0));
  return { consumer, errors };
}

const isEmpty = (queues: Queues, url: string) => async () => {
  const [visible, hidden] = await queues.count(url);
  return visible === 0 && hidden === 0 ? true : undefined;
};

describe('the consumer', () => {
  it('passes messages as the event of an event source mapping, and deletes them', async () => {
    const queues = await openQueues();
    const events: SQSEvent[] = [];
    consume(queues, async (event) => {
      events.push(event);
    });

    const kind = { DataType: 'String', StringValue: 'plan' };
    const sent = await queues.client.send(
      new SendMessageCommand({ QueueUrl: queues.work, MessageBody: '{"id":1}', MessageAttributes: { kind } }),
    );
    await eventually(() => (events.length === 1 ? true : undefined));

    expect(events[0]?.Records).toEqual([
      {
        ...{
          messageId: sent.MessageId,
          receiptHandle: expect.any(String),
          body: '{"id":1}',
          md5OfBody: sent.MD5OfMessageBody,
        },
        attributes: expect.objectContaining({
          ApproximateReceiveCount: '1',
          SentTimestamp: expect.stringMatching(/^\d{13}$/),
          ApproximateFirstReceiveTimestamp: expect.stringMatching(/^\d{13}$/),
          SenderId: expect.any(String),
        }),
        messageAttributes: {
          kind: {
            stringValue: 'plan',
            binaryValue: undefined,
            stringListValues: [],
            binaryListValues: [],
            dataType: 'String',
          },
        },
        ...{ eventSource: 'aws:sqs', eventSourceARN: `arn:aws:sqs:${region}:000000000000:work`, awsRegion: region },
      },
    ]);
    await eventually(isEmpty(queues, queues.work));
  });

  it('retries only the messages reported as failed, then moves them to the dead-letter queue', async () => {
    const queues = await openQueues(temporaryDirectory(), 1);
    const seen: Record<string, string[]> = {};
    consume(queues, async ({ Records }) => {
      for (const { body, attributes } of Records)
        seen[body] = [...(seen[body] ?? []), attributes.ApproximateReceiveCount];
      const bad = Records.filter(({ body }) => body === 'bad');
      return { batchItemFailures: bad.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    });

    await queues.send('good', 'bad', 'fine');
    await eventually(async () => ((await queues.count(queues.dead))[0] === 1 ? true : undefined));

    expect(seen).toEqual({ good: ['1'], bad: ['1', '2'], fine: ['1'] });
    await eventually(isEmpty(queues, queues.work));
    const { Messages } = await queues.client.send(new ReceiveMessageCommand({ QueueUrl: queues.dead }));
    expect(Messages?.map(({ Body }) => Body)).toEqual(['bad']);
  });

  it('retries the whole batch after an exception, an invalid report, or a timeout', async () => {
    const handlers: SqsHandler[] = [
      () => Promise.reject(new Error('no')),
      async () => ({ batchItemFailures: [{ itemIdentifier: 'nobody' }] }),
      async () => ({ batchItemFailures: [{ itemIdentifier: '' }] }),
      () => new Promise(() => undefined),
    ];
    await Promise.all(
      handlers.map(async (handler) => {
        const queues = await openQueues(temporaryDirectory(), 1);
        consume(queues, handler, { timeoutSeconds: 0.05 });

        await queues.send('a', 'b');

        await eventually(async () => ((await queues.count(queues.dead))[0] === 2 ? true : undefined));
      }),
    );
  });

  it('respects batch size and maximum concurrency', async () => {
    const queues = await openQueues();
    await queues.send('1', '2', '3', '4', '5');
    const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
    const batches: number[] = [];
    let running = 0;
    let most = 0;

    const handler: SqsHandler = async ({ Records }) => {
      batches.push(Records.length);
      running += 1;
      most = Math.max(most, running);
      await gate;
      running -= 1;
    };
    consume(queues, handler, { batchSize: 2, concurrency: 2 });
    await eventually(() => (batches.length === 2 ? true : undefined));
    openGate();
    await eventually(isEmpty(queues, queues.work));

    expect(batches).toEqual([2, 2, 1]);
    expect(most).toBe(2);
  });

  it("is fair: a tenant's queued messages do not delay another tenant, nor do its slices", async () => {
    const queues = await openQueues();
    const message = (organization_id: string, number: number) => JSON.stringify({ organization_id, number });
    await queues.send(...[1, 2, 3, 4, 5].map((number) => message('a', number)), message('b', 1));
    const done: string[] = [];
    // Each document of the first tenant continues in further slices.
    const handler: SqsHandler = async ({ Records }) => {
      const { organization_id, number } = JSON.parse(Records[0]?.body ?? '');
      done.push(`${organization_id}${number}`);
      if (organization_id === 'a' && number < 30) await queues.send(message('a', number + 10));
    };
    consume(queues, handler, { batchSize: 1, concurrency: 2 });
    await eventually(isEmpty(queues, queues.work));
    expect(done).toHaveLength(21);
    expect(done.indexOf('b1'), done.join(' ')).toBeLessThanOrEqual(2);
  });

  it('lets running work finish when it stops, and releases other messages', async () => {
    const queues = await openQueues();
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    const handler: SqsHandler = async () => {
      start();
      await new Promise(() => undefined);
    };
    const send = vi.spyOn(queues.client, 'send');
    const polls = () => send.mock.calls.filter(([command]) => command instanceof ReceiveMessageCommand).length;
    const { consumer } = consume(queues, handler, { concurrency: 2 });
    await queues.send('stuck');
    await started;
    // The poll for the second slot is open: it must not receive the released message.
    await eventually(() => polls() === 2 || undefined);
    await queues.count(queues.work);

    await consumer.stop(200);

    const command = new ReceiveMessageCommand({ QueueUrl: queues.work, MessageSystemAttributeNames: ['All'] });
    const { Messages } = await queues.client.send(command);
    expect(Messages).toMatchObject([{ Body: 'stuck', Attributes: { ApproximateReceiveCount: '2' } }]);
  });
});

describe('queues', () => {
  it('keep messages, counts and dead-letter queue over a restart, with nothing in flight', async () => {
    const first = await openQueues();
    await first.send('kept');
    await first.client.send(new ReceiveMessageCommand({ QueueUrl: first.work }));
    expect(await first.count(first.work)).toEqual([0, 1]);
    await first.stop();

    const second = await openQueues(first.directory);

    const command = new ReceiveMessageCommand({ QueueUrl: second.work, MessageSystemAttributeNames: ['All'] });
    const { Messages } = await second.client.send(command);
    expect(Messages).toMatchObject([{ Body: 'kept', Attributes: { ApproximateReceiveCount: '2' } }]);
    expect(second.work.startsWith(second.endpoint)).toBe(true);
  });

  it('adopt changed settings', async () => {
    const { client, work } = await openQueues();

    await ensureQueues(client, [{ name: 'work', visibilitySeconds: 90, maximumReceives: 5 }]);

    const command = new GetQueueAttributesCommand({ QueueUrl: work, AttributeNames: ['All'] });
    const { Attributes } = await client.send(command);
    expect(Attributes?.VisibilityTimeout).toBe('90');
    expect(JSON.parse(Attributes?.RedrivePolicy ?? '')).toMatchObject({ maxReceiveCount: 5 });
  });
});

describe('a client in the process of the queues', () => {
  /** With the names of the requests that reached the queues by a call. */
  const openCalled = async () => {
    const queues = await openQueues();
    const called: string[] = [];
    const part: CalledPart = {
      ...queues.part,
      answer: (request, signal) => {
        called.push(String(request.headers['x-amz-target']).replace('AmazonSQS.', ''));
        return queues.part.answer(request, signal);
      },
    };
    const client = new SQSClient({
      ...{ endpoint: queues.endpoint, region, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } },
      requestHandler: new InProcessHandler(part, requestHandler(5_000)),
    });
    const receive = (abortSignal?: AbortSignal) =>
      client.send(new ReceiveMessageCommand({ QueueUrl: queues.work, WaitTimeSeconds: 20 }), { abortSignal });
    return { ...queues, client, called, receive };
  };

  it('waits for a message', async () => {
    const { receive, send } = await openCalled();
    const waiting = receive();
    await send('waited for');
    expect((await waiting).Messages).toMatchObject([{ Body: 'waited for' }]);
  });

  it.each([false, true])('consumes no message after it has gone, waiting: %s', async (isWaiting) => {
    const { client, work, called, receive, send } = await openCalled();
    const gone = new AbortController();
    const abandoned = receive(gone.signal);
    while (called.length === 0) await new Promise((resolve) => setImmediate(resolve));
    // Requests by call begin in the order in which they are sent.
    if (isWaiting) await client.send(new GetQueueAttributesCommand({ QueueUrl: work, AttributeNames: ['QueueArn'] }));
    gone.abort();
    await expect(abandoned).rejects.toMatchObject({ name: 'AbortError' });
    await send('next');
    expect((await receive()).Messages).toMatchObject([{ Body: 'next' }]);
    expect(called.filter((name) => name === 'ReceiveMessage')).toHaveLength(2);
  });

  it('receives the errors of SQS', async () => {
    const { client, work, called } = await openCalled();
    const none = new ReceiveMessageCommand({ QueueUrl: `${work}-none` });
    await expect(client.send(none)).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
    expect(called).toHaveLength(1);
  });
});

describe('a queue with a reserved slot', () => {
  const document = (organization_id: string, name: string) => JSON.stringify({ organization_id, name });

  it('keeps it for tenants with nothing in progress', async () => {
    const queues = await openQueues(temporaryDirectory(), 60, 'process');
    const { machine } = queueDefinitions.process.concurrency;
    const running = new Map<string, () => void>();
    const handler: SqsHandler = ({ Records }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      running.set(JSON.parse(Records[0]?.body ?? '').name, resolve);
      return promise;
    };
    consume(queues, handler, { batchSize: 1, concurrency: machine });
    const isRunning = (...names: string[]) =>
      eventually(() => (names.every((name) => running.has(name)) ? true : undefined));

    await queues.send(...['a1', 'a2', 'a3', 'a4'].map((name) => document('a', name)));
    await isRunning('a1', 'a2');
    // The neighbour is served although it came last, and every slot but the reserved one is taken.
    await queues.send(document('b', 'b1'));
    await isRunning('b1');
    expect([...running.keys()]).toEqual(['a1', 'a2', 'b1']);

    running.get('b1')?.();
    await queues.send(document('c', 'c1'));
    await isRunning('c1');
    expect([...running.keys()]).toEqual(['a1', 'a2', 'b1', 'c1']);
    running.get('c1')?.();
    running.get('a1')?.();
    await isRunning('a3');
    for (const end of running.values()) end();
    await isRunning('a4');
    running.get('a4')?.();
    await eventually(isEmpty(queues, queues.work));
  });
});

/** Adds one attribute to a message. */
const attribute = (value: MessageAttributeValue, name = 'a') => ({ MessageAttributes: { [name]: value } });

describe('requests that SQS rejects', () => {
  it.each([
    ['a group outside ASCII', { MessageGroupId: 'Müller' }],
    ['a group with a space', { MessageGroupId: 'a b' }],
    ['a group of 129 characters', { MessageGroupId: 'g'.repeat(129) }],
    ['an empty group', { MessageGroupId: '' }],
    ['a delay above 15 minutes', { DelaySeconds: 901 }],
    [
      '11 attributes',
      {
        MessageAttributes: Object.fromEntries(
          Array.from({ length: 11 }, (_, i) => [`a${i}`, { DataType: 'String', StringValue: 'x' }]),
        ),
      },
    ],
    ['an attribute without a value', attribute({ DataType: 'String', StringValue: '' })],
    ['an attribute of another type', attribute({ DataType: 'Text', StringValue: 'x' })],
    ['a number that is none', attribute({ DataType: 'Number', StringValue: 'x' })],
    ['an attribute name with a space', attribute({ DataType: 'String', StringValue: 'x' }, 'a b')],
    ['an attribute name of AWS', attribute({ DataType: 'String', StringValue: 'x' }, 'AWS.a')],
    ['a character that XML does not know', { MessageBody: '\ufffe' }],
    ['more than a MiB', { MessageBody: 'x'.repeat(2 ** 20 + 1) }],
  ])('are rejected by the embedded queue: %s', async (_what, changes) => {
    const { client, work } = await openQueues();
    const message = { MessageBody: 'body', ...changes };
    const refused = /InvalidParameterValue|InvalidMessageContents/;
    const one = client.send(new SendMessageCommand({ QueueUrl: work, ...message })).catch((error: Error) => error.name);
    expect(await one).toMatch(refused);
    const batch = client.send(new SendMessageBatchCommand({ QueueUrl: work, Entries: [{ Id: '1', ...message }] })).then(
      ({ Failed }) => Failed?.[0]?.Code,
      (error: Error) => error.name,
    );
    expect(await batch).toMatch(/InvalidParameterValue|InvalidMessageContents|BatchRequestTooLong/);
  });

  it('include a batch above 1 MiB, a long or repeated Id, and more than ten entries', async () => {
    const { client, work } = await openQueues();
    const send = (...entries: { Id: string; MessageBody?: string }[]) => {
      const Entries = entries.map((entry) => ({ MessageBody: 'body', ...entry }));
      return client.send(new SendMessageBatchCommand({ QueueUrl: work, Entries }));
    };
    const half = 'x'.repeat(2 ** 19 + 1);
    const both = send({ Id: '1', MessageBody: half }, { Id: '2', MessageBody: half });
    await expect(both).rejects.toMatchObject({ name: 'BatchRequestTooLong' });
    await expect(send({ Id: 'i'.repeat(81) })).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    await expect(send({ Id: '1' }, { Id: '1' })).rejects.toMatchObject({ name: 'BatchEntryIdsNotDistinct' });
    const eleven = Array.from({ length: 11 }, (_, i) => ({ Id: String(i) }));
    await expect(send(...eleven)).rejects.toMatchObject({ name: 'TooManyEntriesInBatchRequest' });
    expect((await send({ Id: 'i'.repeat(80) })).Successful).toHaveLength(1);
  });

  it('include invalid names, redrive counts, waits and receipt handles', async () => {
    const { client, work: QueueUrl } = await openQueues();
    const redrive = (maxReceiveCount: number) => ({
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: 'arn:aws:sqs:us-east-1:000000000000:x', maxReceiveCount }),
    });
    for (const command of [
      new CreateQueueCommand({ QueueName: 'a b' }),
      new CreateQueueCommand({ QueueName: 'q'.repeat(81) }),
      new CreateQueueCommand({ QueueName: 'redrive', Attributes: redrive(0) }),
      new CreateQueueCommand({ QueueName: 'redrive', Attributes: redrive(1001) }),
      new CreateQueueCommand({ QueueName: 'delay', Attributes: { DelaySeconds: '901' } }),
      new CreateQueueCommand({ QueueName: 'retention', Attributes: { MessageRetentionPeriod: '59' } }),
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 11 }),
      new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 21 }),
      new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 43_201 }),
      new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: 'handle'.repeat(5), VisibilityTimeout: 43_201 }),
      new DeleteMessageCommand({ QueueUrl, ReceiptHandle: 'handle' }),
    ]) {
      await expect(client.send(command as never), command.constructor.name).rejects.toThrow();
    }
  });

  it('messages of any organization are accepted as the service sends them', async () => {
    const queues = await openQueues();
    const names = [
      'acme',
      'Müller Bau GmbH',
      '株式会社',
      'ö'.repeat(128),
      '\ufffe',
      'a b',
      '!"#$%&\'()*+,-./:;<=>?@[]^_`{|}~',
    ];
    for (const organization_id of names) {
      const sent = sentMessage({ organization_id }, organization_id);
      await queues.client.send(new SendMessageCommand({ QueueUrl: queues.work, ...sent }));
    }
    const bodies: string[] = [];
    consume(queues, async ({ Records }) => {
      bodies.push(...Records.map(({ body }) => JSON.parse(body).organization_id));
    });
    await eventually(() => (bodies.length === names.length ? true : undefined));
    expect(new Set(bodies)).toEqual(new Set(names));
  });
});
