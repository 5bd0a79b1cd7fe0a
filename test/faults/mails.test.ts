import { ReceiveMessageCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startConsumer } from '../../infra/local/sqs/consumer.ts';
import { tableOf } from '../../shared/aws/clients/table.ts';
import { putItem } from '../../shared/aws/dynamodb/items.ts';
import type { ActivityRecord } from '../../shared/domain/mail/activity.ts';
import { MailRefusal } from '../../shared/domain/mail/mail-refusal.ts';
import { environment, useEnvironment } from '../../shared/environment.ts';
import type { Ports } from '../../shared/ports.ts';
import { queues } from '../../shared/queue/queues.ts';
import { notificationKey } from '../../shared/table/keys.ts';
import { createProject } from '../support/documents.ts';
import { mailsTo } from '../support/mails.ts';
import { notificationsOf } from '../support/notifications.ts';
import { delivery, runWorker } from '../support/run-worker.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';

/** Only the test runs workers. */
let service: Service;
let api: Api;
let project: string;
let ports: Pick<Ports, 'activities.read' | 'activities.write' | 'mail.send' | 'suppressions.write' | 'deliveries.mail'>;

beforeAll(async () => {
  service = await startService({}, { idle: true });
  api = await service.as();
  project = await createProject(api);
  const { portsFor } = await import('../../shared/http/provide.ts');
  ports = portsFor(['activities.read', 'activities.write', 'mail.send', 'suppressions.write', 'deliveries.mail']);
});
afterAll(() => service.end());

let made = 0;
/** A task assigned to a new user, and the message that notifies the user. */
const newNotification = async () => {
  const user = `user-${made++}`;
  const address = `${user}@example.com`;
  const asked = { title: 'Check', project_id: project, assignee_id: user, assignee_email: address };
  await api.call('POST', '/api/v1/tasks', asked);
  const notification = (await notificationsOf('acme')).find(({ recipients }) => recipients[0]?.id === user);
  const message = {
    organization_id: 'acme',
    notification_id: notification?.id ?? expect.fail('no notification was stored'),
  };
  const activity = async (): Promise<ActivityRecord | undefined> =>
    (await ports['activities.read'].find('acme', { recipient_id: user }, { skip: 0, limit: 2 }, async () => true))[0];
  return { address, message, activity };
};
const deliver = async (message: object, messageId: string, attempt = 1): Promise<boolean> =>
  (await runWorker('send-mail', delivery(message, messageId, attempt))).batchItemFailures.length === 0;

const spied = <P extends keyof typeof ports>(port: P, method: keyof (typeof ports)[P] & string) => {
  const spy = vi.spyOn(ports[port] as never as Record<string, (...all: never[]) => Promise<unknown>>, method);
  onTestFinished(() => void spy.mockRestore());
  return spy;
};
const later = (minutes: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
};

test('a message delivered five times, two of them concurrently, sends one mail', async () => {
  const { address, message, activity } = await newNotification();
  const send = spied('mail.send', 'send');
  await Promise.all([deliver(message, 'a'), deliver(message, 'b')]);
  for (const id of ['a', 'b', 'c']) expect(await deliver(message, id, 2)).toBe(true);
  expect(send).toHaveBeenCalledTimes(1);
  expect(await mailsTo(service, address)).toHaveLength(1);
  expect(await activity()).toMatchObject({ status: 'sent', handing_since: null, message_id: expect.any(String) });
});

/** The process ends when SES has accepted the mail: nothing is written any more. Returns the spy on sending. */
const killAfterSending = async (message: object) => {
  const { change } = ports['activities.write'];
  const writing = spied('activities.write', 'change');
  const send = spied('mail.send', 'send');
  writing.mockImplementation(((...all: Parameters<typeof change>) =>
    send.mock.calls.length > 0 ? Promise.reject(new Error('killed')) : change(...all)) as never);
  expect(await deliver(message, 'killed')).toBe(false);
  expect(send).toHaveBeenCalledTimes(1);
  writing.mockRestore();
  return send;
};

/** Passes the events that SES has published of a mail to the worker, without the real queue. */
const tellOf = async (activityId: string, eventType: string) => {
  const client = new SQSClient({ useQueueUrlAsEndpoint: false });
  onTestFinished(() => client.destroy());
  const QueueUrl = service.environment.MAIL_EVENTS_QUEUE_URL;
  const event = await eventually(async () => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 0 }),
    );
    const events = Messages.map(({ Body = '{}' }) => JSON.parse(Body));
    return events.find(({ mail, ...each }) => each.eventType === eventType && mail.tags.activity[0] === activityId);
  });
  return (await runWorker('receive-mail-events', delivery(event, `${eventType}-${activityId}`))).batchItemFailures;
};

test('a crash between SES and the log loses no record, and an SES event keeps the mail from being sent again', async () => {
  const { address, message, activity } = await newNotification();
  const send = await killAfterSending(message);
  const left = (await activity()) as ActivityRecord;
  expect(left).toMatchObject({ status: 'queued', handing_since: expect.any(String) });
  // Whether it was accepted is unknown: it is not retried until SES must have published an event.
  expect(await deliver(message, 'killed', 2)).toBe(false);
  expect(send).toHaveBeenCalledTimes(1);
  expect(await tellOf(left.id, 'Send')).toEqual([]);
  expect((await activity())?.status).toBe('sent');
  later(60);
  expect(await deliver(message, 'killed', 3)).toBe(true);
  expect(send).toHaveBeenCalledTimes(1);
  expect(await mailsTo(service, address)).toHaveLength(1);
  expect(await tellOf(left.id, 'Delivery')).toEqual([]);
  expect((await activity())?.status).toBe('delivered');
});

test('a mail without any SES event after ten minutes is sent again', async () => {
  const { message, activity } = await newNotification();
  const send = await killAfterSending(message);
  later(9);
  expect(await deliver(message, 'killed', 2)).toBe(false);
  expect(send).toHaveBeenCalledTimes(1);
  later(11);
  expect(await deliver(message, 'killed', 3)).toBe(true);
  expect(send).toHaveBeenCalledTimes(2);
  expect((await activity())?.status).toBe('sent');
});

test('a lost response of SES does not cause an immediate retry', async () => {
  const { message, activity } = await newNotification();
  const send = spied('mail.send', 'send').mockRejectedValueOnce(new Error('socket hang up'));
  expect(await deliver(message, 'lost')).toBe(false);
  expect(await deliver(message, 'lost', 2)).toBe(false);
  expect(send).toHaveBeenCalledTimes(1);
  expect(await activity()).toMatchObject({ status: 'queued', handing_since: expect.any(String) });
});

test('transient failures of SES are retried by the queue; permanent ones are logged as failed', async () => {
  const throttled = await newNotification();
  const send = spied('mail.send', 'send');
  send.mockRejectedValueOnce(new MailRefusal('Throttling: Maximum sending rate exceeded', false));
  expect(await deliver(throttled.message, 't')).toBe(false);
  expect(await throttled.activity()).toMatchObject({ status: 'queued', handing_since: null });
  expect(await deliver(throttled.message, 't', 2)).toBe(true);
  expect((await throttled.activity())?.status).toBe('sent');

  const refused = await newNotification();
  send.mockRejectedValueOnce(new MailRefusal('MessageRejected: Email address is\n blacklisted', true));
  expect(await deliver(refused.message, 'r')).toBe(true);
  expect(await refused.activity()).toMatchObject({
    ...{ status: 'failed', handing_since: null, sent_at: null },
    metadata: { reason: 'MessageRejected: Email address is blacklisted', code: 'refused' },
  });
  expect(await deliver(refused.message, 'r', 2)).toBe(true);
  expect(send).toHaveBeenCalledTimes(3);
});

test('a mail that SES rejects in every delivery ends failed and in the dead-letter queue, and can be redriven from there', async () => {
  const { address, message, activity } = await newNotification();
  const send = spied('mail.send', 'send');
  send.mockRejectedValueOnce(new MailRefusal('Throttling: Daily message quota exceeded', false));
  expect(await deliver(message, 'quota', queues.mail.maximumReceives)).toBe(false);
  expect(await activity()).toMatchObject({ status: 'failed', metadata: { code: 'turned_away' } });
  expect(await deliver(message, 'redriven')).toBe(true);
  expect((await activity())?.status).toBe('sent');
  expect(await mailsTo(service, address)).toHaveLength(1);
});

test("a user's texts to addresses outside the project have a daily limit; mails to members have none", async () => {
  const spammer = await service.as({ user: 'spammer', role: 'org_admin', expiresInSeconds: 200_000 });
  const mail = async (assignee_email: string) => {
    const asked = { title: 'Buy now', project_id: project, assignee_email };
    const task = (await spammer.call('POST', '/api/v1/tasks', asked)).body.id;
    const notification = (await notificationsOf('acme')).find(({ entity_id }) => entity_id === task);
    expect(await deliver({ organization_id: 'acme', notification_id: notification?.id }, task)).toBe(true);
    return (await mailsTo(service, assignee_email)).length;
  };
  useEnvironment({ ...environment(), OUTSIDE_MAILS_PER_DAY: 2 });
  onTestFinished(() => useEnvironment({ ...environment(), OUTSIDE_MAILS_PER_DAY: 50 }));
  const sent: number[] = [];
  for (const name of ['one', 'two', 'three', 'four']) sent.push(await mail(`${name}@outside.example`));
  expect(sent).toEqual([1, 1, 0, 0]);
  const { records } = await ports['activities.read'].list('acme', { list: 'inOrganization', limit: 1 });
  expect(records[0]).toMatchObject({ status: 'failed', metadata: { code: 'outside_limit' } });
  await api.call('PUT', `/api/v1/projects/${project}/members/known`, { email: 'known@inside.example' });
  expect(await mail('Known@inside.example')).toBe(1);
  later(24 * 60);
  expect(await mail('five@outside.example')).toBe(1);
});

test('a suppressed address receives no mail', async () => {
  const { address, message, activity } = await newNotification();
  await ports['suppressions.write'].suppress(address.toUpperCase(), {
    reason: 'bounce',
    detail: null,
    now: new Date(),
  });
  const send = spied('mail.send', 'send');
  expect(await deliver(message, 's')).toBe(true);
  expect(send).not.toHaveBeenCalled();
  expect(await activity()).toMatchObject({ status: 'failed', metadata: { code: 'suppressed' } });
});

test('deleting a project before its mail is sent prevents the mail', async () => {
  const { message, activity } = await newNotification();
  const { portsFor } = await import('../../shared/http/provide.ts');
  const { 'projects.read': projects } = portsFor(['projects.read']);
  vi.spyOn(projects, 'get').mockResolvedValueOnce(undefined);
  expect(await deliver(message, 'gone')).toBe(true);
  expect(await activity()).toBeUndefined();
});

test('messages that the queue did not accept are announced again', async () => {
  const { message } = await newNotification();
  const { portsFor } = await import('../../shared/http/provide.ts');
  const queue = portsFor(['queue.mail'])['queue.mail'];
  const send = vi.spyOn(queue, 'send').mockRejectedValueOnce(new Error('throttled'));
  onTestFinished(() => void send.mockRestore());
  const { pk, sk } = notificationKey('acme', message.notification_id);
  const inserted = { eventName: 'INSERT', dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } };
  await expect(runWorker('announce-notifications', { Records: [inserted] })).rejects.toThrow('throttled');
  await runWorker('announce-notifications', { Records: [inserted] });
  expect(send.mock.lastCall).toEqual([message]);
});

test('a poison message alone ends in the dead-letter queue', async () => {
  const good = await newNotification();
  const broken = notificationKey('acme', 'broken');
  await putItem(tableOf(environment()), { ...broken, id: 'broken', recipients: 'nobody' });
  const poison = ['{"organization_id":"acme"}', JSON.stringify({ organization_id: 'acme', notification_id: 'broken' })];
  const client = new SQSClient({ useQueueUrlAsEndpoint: false });
  onTestFinished(() => client.destroy());
  const [QueueUrl, deadUrl] = [service.environment.MAIL_QUEUE_URL ?? '', `${service.environment.MAIL_QUEUE_URL}-dlq`];
  const bodies = [poison[0], JSON.stringify(good.message), poison[1]];
  await client.send(
    new SendMessageBatchCommand({
      QueueUrl,
      Entries: bodies.map((MessageBody, i) => ({ Id: String(i), MessageBody })),
    }),
  );
  // The test does not wait half an hour.
  const delay = ports['deliveries.mail'].delay;
  const hurry = spied('deliveries.mail', 'delay');
  hurry.mockImplementation(((receipt: string) => delay(receipt, 0)) as never);
  const { handler } = await import('../../functions/workers/send-mail.ts');
  const consumer = startConsumer({
    ...{ id: 'send-mail', client, queueUrl: QueueUrl, region: 'eu-central-1', handler: handler as never },
    ...{ batchSize: queues.mail.batchSize, concurrency: 1, timeoutSeconds: 60, onError: () => undefined },
  });
  onTestFinished(() => consumer.stop(0));
  const dead = new Set<string>();
  await eventually(async () => {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({ QueueUrl: deadUrl, MaxNumberOfMessages: 10 }),
    );
    for (const { Body = '' } of Messages) dead.add(Body);
    return dead.size >= 2 || undefined;
  });
  expect([...dead].sort()).toEqual([...poison].sort());
  expect(await mailsTo(service, good.address)).toHaveLength(1);
  expect(hurry).toHaveBeenCalledTimes(2 * queues.mail.maximumReceives);
});
