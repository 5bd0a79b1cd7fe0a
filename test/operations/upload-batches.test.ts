import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { portsFor } from '../../shared/http/provide.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { mailsTo } from '../support/mails.ts';
import { notificationsOf } from '../support/notifications.ts';
import { delivery, runWorker } from '../support/run-worker.ts';
import { type Api, type Service, startService } from '../support/service.ts';

/** Only the test runs workers. */
let service: Service;
let project: string;
beforeAll(async () => {
  service = await startService({}, { idle: true });
  project = await createProject(await service.as());
});
afterAll(() => service.end());

const work = async (message: object) =>
  expect((await runWorker('send-mail', delivery(message, crypto.randomUUID()))).batchItemFailures).toEqual([]);

const uploader = async (user: string) => {
  await (await service.as()).call('PUT', `/api/v1/projects/${project}/members/${user}`, {});
  return await service.as({ user, role: 'manager' });
};
const upload = async (api: Api, name: string): Promise<string> =>
  (await uploadForm(api, project, new TextEncoder().encode(`Text of ${name}`), name)).body.id;

/** Processes a document and notifies its user. @returns the message to deliver when the batch may be complete */
const read = async (id: string, subscriber: string) => {
  await runWorker('process-document', delivery({ organization_id: 'acme', project_id: project, document_id: id }, id));
  const notification = (await notificationsOf('acme')).find(({ entity_id }) => entity_id === id);
  await work({ organization_id: 'acme', notification_id: notification?.id });
  return { organization_id: 'acme', subscriber, project_id: project, last: notification?.id };
};

const sendingMail = () => {
  const send = vi.spyOn(portsFor(['queue.mail'])['queue.mail'], 'send').mockResolvedValue();
  onTestFinished(() => void send.mockRestore());
  return send;
};

test('a batch is complete when no file of the user is being processed, and only its last message sends the mail', async () => {
  const api = await uploader('ida');
  const [one, two] = [await upload(api, 'one.txt'), await upload(api, 'two.txt')];
  const send = sendingMail();
  const first = await read(one, 'ida');
  expect(send).toHaveBeenLastCalledWith(first, { delaySeconds: 5 });
  await work(first);
  expect(send).toHaveBeenCalledTimes(2);
  expect(send).toHaveBeenLastCalledWith(first, { delaySeconds: 5 });

  const last = await read(two, 'ida');
  await work(first);
  expect(await mailsTo(service, 'ida@example.com')).toEqual([]);
  for (let i = 0; i < 2; i++) await work(last);
  const [mail, ...others] = await mailsTo(service, 'ida@example.com');
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/: 2 files processed$/);
});

test('a file that is never processed delays the mail by an hour at most', async () => {
  const api = await uploader('ole');
  const ids = [await upload(api, 'a.txt'), await upload(api, 'b.txt')];
  await upload(api, 'stuck.txt');
  sendingMail();
  await read(ids[0]!, 'ole');
  const last = await read(ids[1]!, 'ole');
  await work(last);
  expect(await mailsTo(service, 'ole@example.com')).toEqual([]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  await work(last);
  expect(await mailsTo(service, 'ole@example.com')).toHaveLength(1);
});

test('files of a deleted project are not waited for', async () => {
  const api = await uploader('eva');
  const one = await upload(api, 'eins.txt');
  await upload(api, 'zwei.txt');
  const send = sendingMail();
  const first = await read(one, 'eva');
  send.mockClear();
  const get = vi.spyOn(portsFor(['projects.read'])['projects.read'], 'get').mockResolvedValue(undefined);
  onTestFinished(() => void get.mockRestore());
  await work(first);
  expect(send).not.toHaveBeenCalled();
  expect(await mailsTo(service, 'eva@example.com')).toEqual([]);
});

test('a mail whose delivery failed is sent once with the files that it was created for; later files are another batch', async () => {
  const api = await uploader('una');
  const ids = [await upload(api, 'c.txt'), await upload(api, 'd.txt')];
  sendingMail();
  await read(ids[0]!, 'una');
  const last = await read(ids[1]!, 'una');
  const refused = vi
    .spyOn(portsFor(['mail.send'])['mail.send'], 'send')
    .mockRejectedValueOnce(new Error('socket hang up'));
  onTestFinished(() => void refused.mockRestore());
  expect((await runWorker('send-mail', delivery(last, 'm'))).batchItemFailures).toHaveLength(1);
  const single = await read(await upload(api, 'e.txt'), 'una');
  await work(single);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
  await work(last);
  const [mail, ...others] = await mailsTo(service, 'una@example.com');
  expect(others).toEqual([]);
  expect(mail?.text).toMatch(/c\.txt\n.*d\.txt/);
  expect(mail?.text).not.toContain('e.txt');
});
