import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { NotificationType } from '../../shared/domain/mail/mail-values.ts';
import { portsFor } from '../../shared/http/provide.ts';
import type { SentMessage } from '../../shared/queue/messages.ts';
import { createProject } from '../support/documents.ts';
import { mailsTo } from '../support/mails.ts';
import { notificationsOf } from '../support/notifications.ts';
import { delivery, runWorker } from '../support/run-worker.ts';
import { type Api, type Service, startService } from '../support/service.ts';

/** Only the test runs workers. */
let service: Service;
let api: Api;
let project: string;
beforeAll(async () => {
  service = await startService({}, { idle: true });
  api = await service.as();
  project = await createProject(api);
});
afterAll(() => service.end());

let made = 0;
/** Creates a user with this mode for that type of notification. */
const reader = async (mode: 'digest' | 'off' = 'digest', type: NotificationType = 'task_assigned') => {
  const id = `reader${made++}`;
  await api.call('PUT', `/api/v1/projects/${project}/members/${id}`, {});
  const own = await service.as({ user: id, role: 'member' });
  expect((await own.call('PUT', '/api/v1/notification-preferences', { modes: { [type]: mode } })).status).toBe(200);
  return { id, own, address: `${id}@example.com` };
};
/** Assigns a task and delivers the notification twice. */
const assign = async (id: string | null, title: string, assignee_email: string | null = null, project_id = project) => {
  const asked = { title, project_id, assignee_id: id, assignee_email };
  const task = (await api.call('POST', '/api/v1/tasks', asked)).body.id;
  const told = (await notificationsOf('acme')).find(({ entity_id }) => entity_id === task);
  const message = { organization_id: 'acme', notification_id: told?.id };
  for (const name of ['a', 'b']) await work(message, name);
};
const work = async (message: object, name = 'm') =>
  (await runWorker('send-mail', delivery(message, name))).batchItemFailures;

/**
 * Runs the scheduled worker, and delivers each resulting message `times` times. Returns whose digests were requested.
 */
const sendDigests = async (times = 1): Promise<string[]> => {
  const sent: SentMessage<'mail'>[] = [];
  const queue = portsFor(['queue.mail'])['queue.mail'];
  const send = vi.spyOn(queue, 'send').mockImplementation(async (message) => void sent.push(message));
  const batches: SentMessage<'batches'>[] = [];
  const fanOut = vi
    .spyOn(portsFor(['queue.batches'])['queue.batches'], 'send')
    .mockImplementation(async (message) => void batches.push(message));
  await runWorker('send-digests', {});
  for (const [i, batch] of batches.entries()) await runWorker('run-batch', delivery(batch, `batch ${i}`));
  for (const mock of [send, fanOut]) mock.mockRestore();
  for (const message of sent) for (let i = 0; i < times; i++) expect(await work(message, String(i))).toEqual([]);
  return sent.flatMap((message) => ('subscriber' in message ? [message.subscriber] : []));
};
const nextDay = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
};

test('a user with digests gets one mail a day with all notifications, however often the schedule runs', async () => {
  const { id, address } = await reader();
  await assign(id, 'First');
  await assign(id, 'Second <b>');
  expect(await mailsTo(service, address)).toEqual([]);
  expect(await sendDigests(3)).toEqual([id]);
  const [mail, ...others] = await mailsTo(service, address);
  expect(others).toEqual([]);
  expect(mail?.subject).toContain('2 notifications');
  expect(mail?.text).toMatch(/assigned to you: First \(.+\)\n.*Second <b>/);
  expect(mail?.html).toContain('Second &lt;b&gt;');
  expect(await sendDigests()).toEqual([]);

  await assign(id, 'Third');
  await sendDigests(2);
  expect(await mailsTo(service, address)).toHaveLength(1);
  nextDay();
  expect(await sendDigests(2)).toEqual([id]);
  const [next] = await mailsTo(service, address);
  expect(next?.text).toContain('Third');
  expect(next?.text).not.toContain('First');
  expect(await mailsTo(service, address)).toHaveLength(2);

  const own = await service.as({ user: id, role: 'member' });
  const { body } = await own.call('GET', '/api/v1/email-activities');
  expect(body).toHaveLength(2);
  expect(body[1]).toMatchObject({ status: 'sent', notification_type: null, template_id: 'built-in.digest' });
});

test('a digest whose delivery failed has the same content when retried, and later notifications go into the next one', async () => {
  const { id, address } = await reader();
  await assign(id, 'Before');
  const port = portsFor(['mail.send'])['mail.send'];
  const send = vi.spyOn(port, 'send').mockRejectedValueOnce(new Error('socket hang up'));
  onTestFinished(() => void send.mockRestore());
  const message = { organization_id: 'acme', subscriber: id, digest_day: new Date().toISOString().slice(0, 10) };
  expect(await work(message)).toHaveLength(1);
  await assign(id, 'After');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect(await work(message)).toEqual([]);
  const [mail] = await mailsTo(service, address);
  expect(mail?.text).toContain('Before');
  expect(mail?.text).not.toContain('After');
  nextDay();
  await sendDigests();
  expect((await mailsTo(service, address))[0]?.text).toContain('After');
});

test('notifications that are off are not sent, and a digest omits what its reader may no longer see', async () => {
  const off = await reader('off');
  await assign(off.id, 'Unheard');
  expect(await sendDigests()).toEqual([]);
  const left = await reader();
  await assign(left.id, 'Of a project that is left');
  await api.call('DELETE', `/api/v1/projects/${project}/members/${left.id}`);
  expect(await sendDigests()).toEqual([left.id]);
  for (const { address } of [off, left]) expect(await mailsTo(service, address)).toEqual([]);
  nextDay();
  expect(await sendDigests()).toEqual([]);
});

const unsubscribe = async (mail: { text?: string | undefined } | undefined) => {
  const [url = ''] = /http:\/\/\S+\/api\/public\/unsubscribe\/\S+/.exec(mail?.text ?? '') ?? [];
  expect((await fetch(url, { method: 'POST' })).status).toBe(200);
};
const modesOf = async (own: Api) => (await own.call('GET', '/api/v1/notification-preferences')).body.modes;

test('an address entered by someone else receives neither mails nor digest of a user who has an address', async () => {
  const { id, own, address } = await reader();
  const hidden = await createProject(await service.as({ user: 'boss', role: 'manager' }));
  await (await service.as({ user: 'boss' })).call('PUT', `/api/v1/projects/${hidden}/members/${id}`, {});
  await assign(id, 'Visible to all');
  const boss = await service.as({ user: 'boss' });
  const secret = { title: 'Hidden from the attacker', project_id: hidden, assignee_id: id };
  const task = (await boss.call('POST', '/api/v1/tasks', secret)).body.id;
  const told = (await notificationsOf('acme')).find(({ entity_id }) => entity_id === task);
  await work({ organization_id: 'acme', notification_id: told?.id });
  await assign(id, 'Bait', 'attacker@example.org');
  expect(await sendDigests()).toEqual([id]);
  expect(await mailsTo(service, 'attacker@example.org')).toEqual([]);
  const [mail] = await mailsTo(service, address);
  for (const title of ['Visible to all', 'Hidden from the attacker', 'Bait']) expect(mail?.text).toContain(title);
  await unsubscribe(mail);
  expect((await modesOf(own)).task_assigned).toBe('off');
});

test('an address entered for a user without one receives that task only, and unsubscribing ends mails to that address only', async () => {
  const id = `unknown${made++}`;
  await assign(id, 'Typed', 'typed@example.org');
  await assign(id, 'Another task');
  const [mail, ...others] = await mailsTo(service, 'typed@example.org');
  expect(others).toEqual([]);
  expect(mail?.subject).toContain('Typed');
  await unsubscribe(mail);
  const own = await service.as({ user: id, role: 'member' });
  expect((await modesOf(own)).task_assigned).toBe('immediate');
  await assign(null, 'Unsubscribed', 'typed@example.org');
  expect(await mailsTo(service, 'typed@example.org')).toHaveLength(1);
});

/** A user whose token has no address: it is known only from memberships. */
const addressless = async (id: string, modes: object) => {
  const at = new Date().toISOString();
  await portsFor(['preferences.write'])['preferences.write'].create({
    ...{ organization_id: 'acme', user_id: id, modes },
    ...{ created_at: at, updated_at: at, record_version: 1, write_id: id },
  });
};

test('each address of a membership receives a digest of its own project only', async () => {
  const id = `addressless${made++}`;
  await addressless(id, { task_assigned: 'digest' });
  const other = await createProject(api);
  const member = (of: string, email: string) => api.call('PUT', `/api/v1/projects/${of}/members/${id}`, { email });
  await member(project, `${id}@one.example`);
  await member(other, `${id}@two.example`);
  await assign(id, 'Of the first');
  await assign(id, 'Of the second', null, other);
  await assign(id, 'Readdressed');
  expect((await sendDigests()).sort()).toEqual([`mailto:${id}@one.example`, `mailto:${id}@two.example`]);
  const [one] = await mailsTo(service, `${id}@one.example`);
  const [two] = await mailsTo(service, `${id}@two.example`);
  expect(one?.text).toContain('Of the first');
  expect(one?.text).not.toContain('Of the second');
  expect(two?.text).toContain('Of the second');
  expect(two?.text).not.toContain('Of the first');
  // Unsubscribing ends mails to that address only; the user's preferences and other addresses are unchanged.
  await unsubscribe(one);
  await assign(id, 'Not to one');
  await assign(id, 'But to two', null, other);
  nextDay();
  expect(await sendDigests()).toEqual([`mailto:${id}@two.example`]);
  expect((await mailsTo(service, `${id}@two.example`))[0]?.text).toContain('But to two');
});

test('a digest omits what its reader may no longer see, by role or by membership', async () => {
  const admin = { user: `admin${made++}`, role: 'org_admin' } as const;
  const own = await service.as(admin);
  await own.call('PUT', '/api/v1/notification-preferences', { modes: { task_assigned: 'digest' } });
  await assign(admin.user, 'Seen by the role');
  expect(await sendDigests()).toEqual([admin.user]);
  expect((await mailsTo(service, `${admin.user}@example.com`))[0]?.text).toContain('Seen by the role');
  await assign(admin.user, 'Not seen with a lower one');
  const lower = await service.as({ ...admin, role: 'member' });
  expect((await lower.call('GET', '/api/v1/notification-preferences')).status).toBe(200);
  nextDay();
  expect(await sendDigests()).toEqual([admin.user]);
  expect(await mailsTo(service, `${admin.user}@example.com`)).toHaveLength(1);
});

test('no user is notified of a project that is being deleted, neither immediately nor by digest', async () => {
  const doomed = await createProject(api);
  const { id, address } = await reader();
  await api.call('PUT', `/api/v1/projects/${doomed}/members/${id}`, {});
  await assign(id, 'Kept for the digest', null, doomed);
  const typed = `${id}@typed.example`;
  const late = { title: 'Sent too late', project_id: doomed, assignee_email: typed };
  const task = (await api.call('POST', '/api/v1/tasks', late)).body.id;
  const notification = (await notificationsOf('acme')).find(({ entity_id }) => entity_id === task);
  expect(notification).toBeDefined();
  const admin = await service.as({ role: 'org_admin' });
  expect((await admin.call('DELETE', `/api/v1/projects/${doomed}?cascade=true`)).status).toBe(204);
  expect(await work({ organization_id: 'acme', notification_id: notification?.id })).toEqual([]);
  expect(await sendDigests()).toEqual([id]);
  expect([await mailsTo(service, address), await mailsTo(service, typed)]).toEqual([[], []]);
});
