import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { NotificationType } from '../../shared/domain/mail/values.ts';
import { portsFor } from '../../shared/http/provide.ts';
import type { SentMessage } from '../../shared/queue/queues.ts';
import { createProject } from '../support/documents.ts';
import { mailsTo } from '../support/mails.ts';
import { notificationsOf } from '../support/notifications.ts';
import { delivery, runWorker } from '../support/run-worker.ts';
import { type Api, type Service, startService } from '../support/service.ts';

/** Nothing but the test starts workers here. */
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
/** Somebody who wants that type of notification with the digest. */
const reader = async (mode: 'digest' | 'off' = 'digest', type: NotificationType = 'task_assigned') => {
  const id = `reader-${made++}`;
  const at = new Date().toISOString();
  await portsFor(['preferences.write'])['preferences.write'].create({
    ...{ organization_id: 'acme', user_id: id, modes: { [type]: mode } },
    ...{ created_at: at, updated_at: at, record_version: 1, write_id: id },
  });
  return { id, address: `${id}@example.com` };
};
/** Assigns a task to somebody and has the person told, twice. */
const assign = async (id: string, title: string) => {
  const asked = { title, project_id: project, assignee_id: id, assignee_email: `${id}@example.com` };
  const task = (await api.call('POST', '/api/v1/tasks', asked)).body.id;
  const told = (await notificationsOf('acme')).find(({ entity_id }) => entity_id === task);
  const message = { organization_id: 'acme', notification_id: told?.id };
  for (const name of ['a', 'b']) await work(message, name);
};
const work = async (message: object, name = 'm') =>
  (await runWorker('send-mail', delivery(message, name))).batchItemFailures;

/** Runs the clock's worker, and what it asks for, any number of times over. Answers whose digests were asked for. */
const sendDigests = async (times = 1): Promise<string[]> => {
  const sent: SentMessage<'mail'>[] = [];
  const queue = portsFor(['queue.mail'])['queue.mail'];
  const send = vi.spyOn(queue, 'send').mockImplementation(async (message) => void sent.push(message));
  await runWorker('send-digests', {});
  send.mockRestore();
  for (const message of sent) for (let i = 0; i < times; i++) expect(await work(message, String(i))).toEqual([]);
  return sent.flatMap((message) => ('user_id' in message ? [message.user_id] : []));
};
const nextDay = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
};

test('who wants a digest gets one mail a day with all that happened, however often the clock runs', async () => {
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

test('a digest whose mail was turned away says the same later, and nothing is lost in between', async () => {
  const { id, address } = await reader();
  await assign(id, 'Before');
  const port = portsFor(['mail.send'])['mail.send'];
  const send = vi.spyOn(port, 'send').mockRejectedValueOnce(new Error('socket hang up'));
  onTestFinished(() => void send.mockRestore());
  const message = { organization_id: 'acme', user_id: id, digest_day: new Date().toISOString().slice(0, 10) };
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

test('who wants nothing is not told, and what is unwanted by the time of the digest is left out', async () => {
  const off = await reader('off');
  await assign(off.id, 'Unheard');
  expect(await sendDigests()).toEqual([]);
  const left = await reader();
  await api.call('PUT', `/api/v1/projects/${project}/members/${left.id}`, {});
  await assign(left.id, 'Of a project that is left');
  await api.call('DELETE', `/api/v1/projects/${project}/members/${left.id}`);
  expect(await sendDigests()).toEqual([left.id]);
  for (const { address } of [off, left]) expect(await mailsTo(service, address)).toEqual([]);
  nextDay();
  expect(await sendDigests()).toEqual([]);
});
