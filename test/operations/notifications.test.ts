import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createProject, processed, uploadForm } from '../support/documents.ts';
import { mailsTo } from '../support/mails.ts';
import { runWorker } from '../support/run-worker.ts';
import { type Api, eventually, type Service, startService } from '../support/service.ts';
import { smallPlan } from '../support/small-plan.ts';

/** All mails of the service, as accepted by the embedded SES. */

let service: Service;
let ann: Api;
let project: string;
beforeAll(async () => {
  service = await startService({ VALIDATE_RESPONSES: '1', BATCH_QUIET_SECONDS: '3' });
  ann = await service.as({ user: 'ann' });
  project = await createProject(ann);
});
afterAll(() => service.end());

const member = (user: string, body: object = { email: `${user}@example.com` }) =>
  ann.call('PUT', `/api/v1/projects/${project}/members/${user}`, body);
const newTask = async (more: object, api = ann) =>
  (await api.call('POST', '/api/v1/tasks', { title: 'Check the lintel', project_id: project, ...more })).body.id;
const update = (id: string, body: object, api = ann) => api.call('PATCH', `/api/v1/tasks/${id}`, body);
const mailed = (address: string, count = 1) =>
  eventually(async () => {
    const mails = await mailsTo(service, address);
    return mails.length >= count ? mails : undefined;
  });

test('an assignee is notified of tasks assigned by others, and the log has the mail', async () => {
  await member('bob', { name: 'Bob Mason', email: 'bob@example.com' });
  const id = await newTask({ assignee_id: 'bob', description: 'Section <A>, {{other}}' });
  const [mail] = await mailed('bob@example.com');
  expect(mail?.subject).toBe('Task assigned to you: Check the lintel');
  expect(mail?.text).toContain('Section <A>, {{other}}');
  expect(mail?.html).toContain('Section &lt;A&gt;, {{other}}');
  const bob = await service.as({ user: 'bob', role: 'member' });
  const { body } = await eventually(async () => {
    const answer = await bob.call('GET', '/api/v1/email-activities');
    return answer.body[0]?.status === 'delivered' ? answer : undefined;
  });
  expect(body).toHaveLength(1);
  expect(body[0]).toMatchObject({
    ...{ entity_type: 'task', entity_id: id, project_id: project, notification_type: 'task_assigned' },
    ...{ recipient_id: 'bob', recipient_email: 'bob@example.com', status: 'delivered', sent_at: expect.any(String) },
    ...{ template_id: 'built-in.task_assigned', subject: mail?.subject },
  });
});

test('assignee and creator are notified of a change, its author is not, and an update without effect sends no mail', async () => {
  await member('cleo');
  const cleo = await service.as({ user: 'cleo', role: 'member' });
  const id = await newTask({ title: 'Told of changes', assignee_id: 'cleo', assignee_email: 'cleo@example.com' });
  await update(id, { status: 'in_progress', priority: 'high' }, cleo);
  await mailed('cleo@example.com');
  const changed = await eventually(async () =>
    (await mailsTo(service, 'ann@example.com')).find(({ subject }) => subject === 'Task updated: Told of changes'),
  );
  expect(changed?.text).toContain('Status: open → in progress');
  expect(changed?.text).toContain('Priority: medium → high');
  expect(changed?.text).toContain('Cleo');
  await update(id, { status: 'in_progress' });
  await update(id, { status: 'done' });
  const mails = await mailed('cleo@example.com', 2);
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'Task assigned to you: Told of changes',
    'Task updated: Told of changes',
  ]);
});

test('an assignee is notified once when a task becomes due', async () => {
  const id = await newTask({ title: 'Overdue', due_date: '2026-01-05', assignee_email: 'due@example.com' });
  await mailed('due@example.com');
  const { portsFor } = await import('../../shared/http/provide.ts');
  const awaited = portsFor(['tasks.due'])['tasks.due'];
  const before = await awaited.list(new Date().toISOString(), 100);
  expect(before.map((task) => task.id)).toContain(id);
  await runWorker('mark-due-tasks', {});
  const marked = (await ann.call('GET', `/api/v1/tasks/${id}`)).body;
  expect(marked.became_due_at).not.toBeNull();
  // A run that read the list before another run marked its tasks.
  const late = vi.spyOn(awaited, 'list').mockResolvedValueOnce(before);
  await runWorker('mark-due-tasks', {});
  expect(late).toHaveBeenCalled();
  late.mockRestore();
  expect((await ann.call('GET', `/api/v1/tasks/${id}`)).body).toEqual(marked);
  const due = await eventually(async () =>
    (await mailsTo(service, 'due@example.com')).find(({ subject }) => subject === 'Task due: Overdue'),
  );
  expect(due?.text).toContain('5 January 2026');
  await update(id, { priority: 'low' });
  await eventually(async () =>
    (await mailsTo(service, 'due@example.com')).find(({ subject }) => subject === 'Task updated: Overdue'),
  );
  expect(await mailsTo(service, 'due@example.com')).toHaveLength(3);
});

test('a user who was removed from the project is no longer notified', async () => {
  await member('dora');
  await newTask({ title: 'Before', assignee_id: 'dora', assignee_email: 'dora@example.com' });
  await mailed('dora@example.com');
  await ann.call('DELETE', `/api/v1/projects/${project}/members/dora`);
  await newTask({ title: 'After', assignee_id: 'dora', assignee_email: 'dora@example.com' });
  await newTask({ title: 'Later', assignee_email: 'last@example.com' });
  await mailed('last@example.com');
  expect((await mailsTo(service, 'dora@example.com')).map(({ subject }) => subject)).toEqual([
    'Task assigned to you: Before',
  ]);
  await member('dora');
  await newTask({ title: 'Back', assignee_id: 'dora' });
  expect((await mailed('dora@example.com', 2)).length).toBe(2);
});

test("an organization's own template replaces the built-in one while it is active", async () => {
  const admin = await service.as({ role: 'org_admin' });
  const made = await admin.call('POST', '/api/v1/email-templates', {
    ...{ name: 'Ours', description: '', template_type: 'notification', notification_type: 'task_assigned' },
    ...{ subject: 'Ours: {{task_title}}', body: '{{task_title}}', html_body: '<p>{{task_title}}</p>' },
    ...{ created_by: 'ann' },
  });
  await newTask({ title: 'By our own', assignee_email: 'own@example.com' });
  expect((await mailed('own@example.com'))[0]?.subject).toBe('Ours: By our own');
  await admin.call('DELETE', `/api/v1/email-templates/${made.body._id}`);
});

test('users are notified when their uploads, comparisons and reports are done, with images and links', async () => {
  const uma = await service.as({ user: 'uma', role: 'manager' });
  await member('uma');
  await uma.call('PUT', '/api/v1/notification-preferences', {
    modes: { document_processed: 'immediate', document_failed: 'immediate' },
  });
  const ids: string[] = [];
  for (const revision of ['A', 'B']) {
    const plan = await smallPlan(`SEAL JOINT ${revision}`);
    ids.push((await uploadForm(uma, project, plan, `plan-${revision}.pdf`)).body.id);
  }
  await Promise.all(ids.map((id) => processed(uma, id)));
  await uploadForm(uma, project, new TextEncoder().encode('%PDF-1.7 and nothing of it'), 'broken.pdf');
  const asked = { original_document_id: ids[0], comparison_document_id: ids[1] };
  await uma.call('POST', '/api/v1/drawing-comparisons', asked);
  const report = { project_id: project, type: 'document_register', format: 'csv' };
  await uma.call('POST', '/api/v1/reports', report);
  const subject = (start: string) =>
    eventually(async () => (await mailsTo(service, 'uma@example.com')).find((mail) => mail.subject.startsWith(start)));
  const [ready, failed, compared, reported] = await Promise.all(
    ['Document ready:', 'Document could not be read: broken.pdf', 'Comparison ready:', 'Report ready:'].map(subject),
  );
  expect(ready?.html).toContain('<img src="');
  expect(failed?.text).toContain('What went wrong');
  expect(compared?.text).toMatch(/[1-5]\/5 {2}\S/);
  const open = async (text: string | undefined) => {
    const [address = ''] = /http:\/\/\S+\/api\/public\/files\/\S+/.exec(text ?? '') ?? [];
    const { status, headers } = await fetch(address);
    return [status, headers.get('content-type'), headers.get('content-disposition')];
  };
  expect(await open(compared?.text)).toEqual([200, 'text/html', null]);
  expect(await open(reported?.text)).toEqual([
    200,
    expect.stringMatching(/^text\/csv/),
    expect.stringMatching(/^attachment; filename=/),
  ]);
  expect(await mailed('uma@example.com', 5)).toHaveLength(5);
});

describe('a user with default preferences', () => {
  /** Distinct content: a second file with the same bytes would be a duplicate. */
  const broken = (of: string) => `%PDF-1.7 and nothing of ${of}`;
  const upload = async (user: string, files: Record<string, string>) => {
    const own = await service.as({ user, role: 'manager' });
    await member(user);
    const asBytes = (text: string) => new TextEncoder().encode(text);
    const uploads = Object.entries(files).map(([name, text]) => uploadForm(own, project, asBytes(text), name));
    return { own, ids: (await Promise.all(uploads)).map(({ body }) => body.id) };
  };
  /** Waits until a later batch of another user has been mailed; an earlier mail would have arrived by then. */
  const after = async (user: string) => {
    await upload(user, { 'later.pdf': broken(user) });
    await mailed(`${user}@example.com`);
  };

  test('gets one mail about files uploaded together: how many were processed, which failed and why', async () => {
    const { own: vic } = await upload('vic', {
      'one.txt': 'One',
      'two.txt': 'Two',
      'broken.pdf': broken('one'),
      'bad.pdf': broken('two'),
    });
    const [mail] = await mailed('vic@example.com');
    expect(mail?.subject).toMatch(/^Your uploads to .+: 2 files processed, 2 files could not be read$/);
    for (const name of ['broken.pdf', 'bad.pdf'])
      expect(mail?.text).toMatch(new RegExp(`Could not be read: ${name}: .{10}`));
    for (const name of ['one.txt', 'two.txt']) expect(mail?.text).toContain(`Processed: ${name}`);
    await after('walt');
    expect(await mailsTo(service, 'vic@example.com')).toHaveLength(1);
    await runWorker('send-digests', {});
    const { body } = await vic.call('GET', '/api/v1/email-activities');
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      ...{ entity_type: 'project', entity_id: project, notification_type: null, template_id: 'built-in.batch' },
    });
    await unsubscribe(mail?.text);
    const { modes } = (await vic.call('GET', '/api/v1/notification-preferences')).body;
    expect(modes).toMatchObject({ document_processed: 'off', document_failed: 'off', task_assigned: 'immediate' });
  });

  test('gets no mail about a single file that was processed, and one about a single file that failed', async () => {
    const { own, ids } = await upload('xena', { 'fine.txt': 'Fine' });
    await processed(own, ids[0]);
    await after('yuri');
    const [mail, ...others] = await mailsTo(service, 'yuri@example.com');
    expect([mail?.subject, others]).toEqual([expect.stringMatching(/: 1 file could not be read$/), []]);
    expect(await mailsTo(service, 'xena@example.com')).toEqual([]);
  });
});

const unsubscribe = async (text: string | undefined) => {
  const [url = ''] = /http:\/\/\S+\/api\/public\/unsubscribe\/\S+/.exec(text ?? '') ?? [];
  expect((await fetch(url, { method: 'POST' })).status).toBe(200);
};
