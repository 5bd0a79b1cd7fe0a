import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { tableOf } from '../../shared/aws/clients/table.ts';
import { createRecord } from '../../shared/aws/records/create-record.ts';
import type { DocumentRecord } from '../../shared/domain/documents/document.ts';
import { formPathOf } from '../../shared/domain/uploads/store-path.ts';
import { environment } from '../../shared/environment.ts';
import type { PortName, Ports } from '../../shared/ports.ts';
import { AGENTS } from '../../shared/table/kinds/agents.ts';
import { activity } from '../support/activities.ts';
import { createProject, recordBody, uploadForm } from '../support/documents.ts';
import { leftovers } from '../support/leftovers.ts';
import { runAt, workerPorts } from '../support/run-worker.ts';
import { type Api, type Service, startService } from '../support/service.ts';
import { createSystem } from '../support/systems.ts';

/** Only the test runs workers, each at the time it states. */
const DAY = 86_400_000;
const text = (content: string) => new TextEncoder().encode(content);
let service: Service;
let api: Api;
let admin: Api;
let ports: Ports;

beforeAll(async () => {
  service = await startService({ LEASE_SECONDS: '1' }, { idle: true, limited: true });
  [api, admin] = await Promise.all([service.as(), service.as({ user: 'root', role: 'org_admin' })]);
  ports = await workerPorts(['documents.read', 'sheet-templates.write']);
});
afterAll(() => service.end());

/** Runs a worker `ahead` milliseconds in the future. */
const run = (id: string, ahead: number, message?: unknown): Promise<void> =>
  runAt(ports, id, new Date(Date.now() + ahead), message);

/** A document with the results of its processing, and a second version of its content. */
const newDocument = async (project: string, content: string, fields: Record<string, string> = {}): Promise<string> => {
  const { id } = (await uploadForm(api, project, text(content), 'a.txt', fields)).body;
  const record = (await ports['documents.read'].get('acme', id)) as DocumentRecord;
  const chunk = { index: 0, page_from: 1, page_to: 1, page_starts: [], text: content, section: null, boxes: [] };
  const embedder = { model: 'none', embed: async () => [[1]] };
  const facts = { count: 1, size: 1, run: 'r', facts: {} };
  await Promise.all([
    ports['documents.write'].claimContent(record, createHash('sha256').update(content).digest('hex')),
    ports['chunks.write'].replace('acme', id, 'file', [chunk], embedder),
    ports['slices.write'].begin('acme', id, 'pages', facts),
    ports['files.write'].put(`derived/acme/${id}/page-0001.png`, text('picture'), 'image/png'),
  ]);
  expect((await api.call('PUT', `${path(id)}/content`, { content: `${content}, corrected` })).status).toBe(200);
  return id;
};
const newComparison = async (original: string, newer: string): Promise<string> => {
  const at = new Date().toISOString();
  const { project_id } = (await ports['documents.read'].get('acme', original)) as DocumentRecord;
  const id = crypto.randomUUID();
  const path = `derived/acme/comparison-${id}/sheet-1/overlay.png`;
  await ports['files.write'].put(path, text('picture'), 'image/png');
  const none = {
    original_page: null,
    comparison_page: null,
    matching_points: null,
    matching_views: null,
    original_drawing_number: null,
    comparison_drawing_number: null,
    original_drawing_revision: null,
  };
  await ports['comparisons.write'].create({
    ...{
      ...none,
      comparison_drawing_revision: null,
      description: null,
      summary: null,
      item_count: 0,
      price_list: null,
      error: null,
    },
    ...{ id, organization_id: 'acme', project_id, status: 'ready', result_path: null, error_detail: null },
    ...{
      original_drawing_id: original,
      comparison_drawing_id: newer,
      files: { overlay: path },
      lease: null,
      requested_by: null,
    },
    ...{ attempts: 0, queued_at: at, created_at: at, updated_at: at, record_version: 1, write_id: id },
  });
  return id;
};
/** Change items of search and register name the changed records, and expire. */
const isChange = (key: string) => key.includes('CHANGES ');
/** A project's gates expire some time after the last request that may have read it before its deletion. */
const leftOf = async (project: string, records?: string[]) => {
  await run('sequence-events', 0, { organization_id: 'acme' });
  // The deletion of the project is an event of its organization.
  const isDeletion = (key: string) => /^ORG#acme#(EVENTS|FEED) /.test(key);
  const all = await leftovers('acme', project, records);
  return all.filter((key) => !key.endsWith(' GATE') && !isChange(key) && !isDeletion(key));
};
/** Events of a document are kept as long as its project. */
const left = async (id: string) =>
  (await leftovers('acme', id)).filter((key) => !isChange(key) && !key.includes('#OUTBOX '));
const path = (id: string) => `/api/v1/documents/${id}`;

/** Successive steps of a purge at which it is killed. */
const STEPS = [
  ['comparisons.write', 'delete'],
  ['files.remove', 'files'],
  ['files.remove', 'below'],
  ['documents.purge', 'removeBeside'],
  ['documents.purge', 'end'],
] as const;
const killedAt = ([port, method]: readonly [PortName, string], work: () => Promise<void>) => {
  const killing = vi.spyOn(ports[port] as never as Record<string, () => Promise<never>>, method);
  killing.mockRejectedValueOnce(new Error('killed'));
  return expect(work())
    .rejects.toThrow('killed')
    .finally(() => killing.mockRestore());
};

test('a deleted document can be restored for 30 days; then nothing is left of it, wherever its purge is killed', async () => {
  const project = await createProject(api);
  const root = await newDocument(project, 'issued');
  const second = await newDocument(project, 'revised', { revision_of: root });
  const third = await newDocument(project, 'revised again', { revision_of: root });
  const comparison = await newComparison(second, third);
  for (const id of [second, third]) await api.call('DELETE', path(id));
  await run('purge-documents', 29 * DAY);
  expect((await api.call('POST', `${path(second)}/restore`)).body.is_latest).toBe(true);
  await run('purge-documents', 31 * DAY);
  expect((await api.call('GET', path(second))).status).toBe(200);
  expect(await left(third)).toEqual([]);
  expect((await api.call('GET', `/api/v1/drawing-comparisons/${comparison}`)).status).toBe(404);
  expect((await api.call('GET', path(second))).body.drawing_comparison_id).toBeNull();

  const removed = [second, root];
  await newComparison(root, second);
  for (const id of removed) await api.call('DELETE', path(id));
  for (const step of STEPS) {
    await killedAt(step, () => run('purge-documents', 31 * DAY));
    for (const id of removed) {
      expect((await api.call('GET', path(id))).status).toBe(404);
      expect((await api.call('POST', `${path(id)}/restore`)).status).toBe(404);
    }
    const listed = await api.call('GET', `/api/v1/documents?project_id=${project}&is_deleted=true`);
    expect(listed.body).toMatchObject({ total: 0, items: [] });
  }
  await run('purge-documents', 31 * DAY);
  for (const id of removed) expect(await left(id)).toEqual([]);
});

test('a file registered for two documents is kept until both are purged', async () => {
  const project = await createProject(api);
  const file = await uploading(project, 'PUT', 'shared');
  expect((await file.send()).ok).toBe(true);
  const [one, two] = [await register(project, file.path), await register(project, file.path)];
  for (const id of [one, two]) {
    expect(await ports['files.read'].head(file.path)).toBeDefined();
    await api.call('DELETE', path(id));
    await run('purge-documents', 31 * DAY);
    expect((await api.call('GET', path(id))).status).toBe(404);
  }
  expect(await ports['files.read'].head(file.path)).toBeUndefined();
});

test('a revision can be added after documents of its chain were purged', async () => {
  const project = await createProject(api);
  const root = await newDocument(project, 'one');
  const second = await newDocument(project, 'two', { revision_of: root });
  await api.call('DELETE', path(root));
  await api.call('DELETE', path(second));
  const { deleted_at } = (await ports['documents.read'].get('acme', second)) as DocumentRecord;
  const begun = await ports['documents.purge'].begin('acme', second, { deletedAt: deleted_at ?? '', now: new Date() });
  await ports['documents.purge'].end(begun as DocumentRecord);
  expect((await api.call('POST', `${path(root)}/restore`)).body.is_latest).toBe(true);
  const third = await newDocument(project, 'three', { revision_of: root });
  expect((await api.call('GET', path(third))).body.is_latest).toBe(true);
  expect((await api.call('GET', path(root))).body.is_latest).toBe(false);
});

const uploading = async (project: string, method: 'PUT' | 'POST', content: string) => {
  const asked = { project_id: project, filename: 'a.txt', file_size: content.length, method };
  const { body } = await api.call('POST', '/api/v1/uploads', asked);
  const send = () => {
    if (method === 'PUT') return fetch(body.url, { method, headers: body.headers, body: text(content) });
    const form = new FormData();
    for (const [name, value] of Object.entries(body.fields as Record<string, string>)) form.set(name, value);
    form.set('file', new Blob([content]), 'a.txt');
    return fetch(body.url, { method, body: form });
  };
  return { id: body.upload_id as string, path: body.store_path as string, send };
};
const register = async (project: string, store_path: string) =>
  (await api.call('POST', '/api/v1/documents', recordBody(project, store_path, { processing_status: 'PENDING' }))).body
    .id as string;
const state = async (id: string) => (await api.call('GET', path(id))).body;

test('a lost arrival is found, a missing file ends FAILED, and an unregistered file is removed', async () => {
  const project = await createProject(api);
  const [lost, never, unregistered, registered] = await Promise.all([
    uploading(project, 'PUT', 'lost'),
    uploading(project, 'PUT', 'never'),
    uploading(project, 'POST', 'unregistered'),
    uploading(project, 'POST', 'registered'),
  ]);
  const [lostId, neverId] = [await register(project, lost.path), await register(project, never.path)];
  for (const { send } of [lost, unregistered, registered]) expect((await send()).ok).toBe(true);
  const registeredId = await register(project, registered.path);
  await run('sweep-uploads', 120_000);
  expect([(await state(lostId)).processing_status, (await state(neverId)).processing_status]).toEqual([
    'QUEUED',
    'PENDING',
  ]);
  expect(await ports['files.read'].head(formPathOf(unregistered.path))).toBeDefined();
  // Its link has expired, and so has the longest transfer that it may have started.
  await run('sweep-uploads', 2 * 3_600_000 + 120_000);
  expect(await state(neverId)).toMatchObject({
    ...{ processing_status: 'FAILED', error: 'The file was not uploaded in time' },
    error_detail: { code: 'not_uploaded' },
  });
  await run('sweep-uploads', 25 * 3_600_000 + 120_000);
  expect(await ports['files.read'].head(formPathOf(unregistered.path))).toBeUndefined();
  expect(await ports['files.read'].head(registered.path)).toBeDefined();
  expect((await state(registeredId)).processing_status).toBe('QUEUED');
  for (const { id } of [unregistered, never, lost]) {
    expect((await leftovers('acme', id)).filter((key) => /UPLOAD/.test(key))).toEqual([]);
  }
});

test('a project is removed with everything in it, wherever its removal is killed', async () => {
  const project = await createProject(api);
  const other = await createProject(api);
  const kept = await newDocument(other, 'kept');
  const one = await newDocument(project, 'first');
  const two = await newDocument(project, 'second', { revision_of: one });
  const three = await newDocument(project, 'third');
  await api.call('DELETE', path(three));
  const comparison = await newComparison(one, two);
  const upload = await uploading(project, 'POST', 'unregistered');
  await upload.send();
  const work = { project_id: project, title: 'Check', document_ids: [one], due_date: '2100-01-01' };
  const task = (await api.call('POST', '/api/v1/tasks', work)).body.id;
  const asked = { project_id: project, type: 'document_register', format: 'csv' };
  const report = (await api.call('POST', '/api/v1/reports', asked)).body.id;
  await ports['files.write'].put(`derived/acme/report-${report}/report.csv`, text('rows'), 'text/csv');
  const mail = activity({ project_id: project, entity_id: task });
  await ports['activities.write'].create(mail);
  const before = (await admin.call('GET', '/api/v1/projects')).body.total;

  expect((await api.call('DELETE', `/api/v1/projects/${project}`)).status).toBe(403);
  const refused = await admin.call('DELETE', `/api/v1/projects/${project}`);
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'The project has 2 documents: delete it with cascade=true',
  ]);
  const sent: unknown[] = [];
  const send = vi.spyOn(ports['queue.delete-project'], 'send').mockImplementation(async (message) => {
    sent.push(message);
  });
  expect((await admin.call('DELETE', `/api/v1/projects/${project}?cascade=true`)).status).toBe(204);

  for (const someone of [api, admin]) {
    const removed = [
      `projects/${project}`,
      `documents/${one}`,
      `documents/${one}/download`,
      `documents?project_id=${project}`,
    ];
    removed.push(`drawing-comparisons/${comparison}`, `documents/by-ids?ids=${one}`);
    removed.push(`tasks/${task}`, `tasks?project_id=${project}`, `reports/${report}`);
    const statuses = removed.map(async (at) => (await someone.call('GET', `/api/v1/${at}`)).status);
    expect(await Promise.all(statuses)).toEqual(removed.map(() => 404));
    const found = (await someone.call('GET', '/api/v1/documents/search?limit=100')).body;
    expect(found.map(({ project_id }: { project_id: string }) => project_id)).not.toContain(project);
  }
  for (const someone of [api, admin]) {
    const listed = (await someone.call('GET', '/api/v1/reports?page_size=100')).body;
    expect(listed.items.map(({ id }: { id: string }) => id)).not.toContain(report);
    expect(listed.total).toBe(listed.items.length);
  }
  expect((await admin.call('GET', '/api/v1/projects')).body.total).toBe(before - 1);
  expect((await admin.call('DELETE', `/api/v1/projects/${project}`)).status).toBe(404);
  await expect(ports['activities.write'].create(activity({ project_id: project }))).rejects.toThrow('Not Found');

  const again = async (ahead: number) => {
    sent.length = 0;
    await run('sweep-deletions', ahead);
    for (const message of sent) await run('remove-project', ahead, message);
  };
  // The lease of a killed run ends after its slice.
  let later = 3 * 3_600_000;
  const afterAnHour = () => {
    later += 3_600_000;
    return again(later);
  };
  const removing = STEPS.map((step) => step).concat([
    ['activities.write', 'delete'],
    ['projects.remove', 'removeMembers'],
    ['projects.remove', 'removeRegister'],
    ['uploads.expire', 'remove'],
    ['projects.remove', 'end'],
  ] as never);
  for (const step of removing) await killedAt(step, afterAnHour);
  expect(await leftOf(project)).not.toEqual([]);
  await afterAnHour();
  expect(await leftOf(project, [one, two, three, comparison, upload.id, task, report, mail.id])).toEqual([]);
  send.mockRestore();
  expect((await api.call('GET', path(kept))).status).toBe(200);
  expect((await leftovers('acme', other)).length).toBeGreaterThan(3);
});

/** An organization with a record of every type that does not belong to a project. */
const newOrganization = async () => {
  const organization = `doomed-${crypto.randomUUID()}`;
  const platform = await service.as({ user: 'root', organization: 'platform', role: 'platform_admin' });
  await platform.call('POST', '/api/v1/organizations', { id: organization, name: 'Doomed' });
  const boss = await service.as({ user: 'boss', organization, role: 'org_admin' });
  const project = await createProject(boss);
  await createSystem(boss, 'https://example.com', {
    ...{ organization_id: organization, authentication_type: 'bearer_token', credentials: { token: 'secret' } },
  });
  const template = { name: 'Ours', description: '', template_type: 'digest', notification_type: null };
  const texts = { subject: 's', body: 'b', html_body: '<p>h</p>', created_by: 'boss' };
  const made = await boss.call('POST', '/api/v1/email-templates', { ...template, ...texts });
  expect(made.status, made.text).toBe(201);
  await boss.call('PUT', '/api/v1/notification-preferences', { modes: { task_due: 'off' } });
  const task = { title: 'Check', project_id: project, assignee_email: 'x@example.com' };
  await boss.call('POST', '/api/v1/tasks', task, { 'idempotency-key': 'once' });
  const at = new Date().toISOString();
  const written = { organization_id: organization, created_at: at, updated_at: at, record_version: 1, write_id: 'w' };
  await ports['sheet-templates.write'].create({ ...written, id: 'sheet', office: null, examples: [] });
  await ports['activities.write'].create(activity({ organization_id: organization }));
  await ports['digests.write'].add('boss', {
    ...{ organization_id: organization, user_id: 'boss', id: 'n', project_id: project, type: 'task_due' },
    ...{ line: 'due', email: 'b@example.com', name: null, added_at: at, is_in_batch: false, mail: null },
  });
  await ports['files.write'].put(`files/${organization}/left/behind.txt`, text('left'), 'text/plain');
  const agent = { id: 'agent', project_id: null, title: 'Agent', description: '', type: 'service', tasks: [] };
  await createRecord(tableOf(environment()), AGENTS, { ...written, ...agent });
  await run('index-changes', 0, { organization_id: organization, task: 'follow' });
  const path = `files/${organization}/lost/a.txt`;
  const due = { organization_id: organization, id: 'lost', at: '2999-01-01T00:00:00.000Z' };
  await ports['documents.write'].noteFile({ ...due, path });
  await ports['files.write'].put(path, text('refused'), 'text/plain');
  return { organization, platform, boss, project };
};

test('an organization is removed with everything it has, wherever its removal is killed, and its id stays reserved', async () => {
  const { organization, platform, boss, project } = await newOrganization();
  const address = `/api/v1/organizations/${organization}`;
  expect((await platform.call('DELETE', address)).status).toBe(409);
  expect((await boss.call('DELETE', `/api/v1/projects/${project}?cascade=true`)).status).toBe(204);
  const tomorrow = 30 * 3_600_000;
  const projectDeletions = async () =>
    (await ports['projects.remove'].pending(Date.now() + tomorrow, 100)).filter((each) => each.id === project);
  for (let ahead = tomorrow; (await projectDeletions()).length > 0; ahead += 3_600_000) {
    for (const { organization_id, id, at } of await projectDeletions()) {
      await run('remove-project', ahead, { organization_id, id, at });
    }
  }
  expect((await leftovers(organization, organization)).length).toBeGreaterThan(15);
  expect((await platform.call('DELETE', address)).status).toBe(204);

  for (const role of ['viewer', 'org_admin', 'service', 'platform_admin'] as const) {
    const late = await service.as({ user: 'late', organization, role });
    for (const [method, at] of [
      ['POST', '/api/v1/projects'],
      ['GET', '/api/v1/external-systems'],
      ['GET', '/api/v1/documentation/export'],
    ] as const) {
      const answer = await late.call(method, at, method === 'POST' ? { name: 'Late' } : undefined);
      expect([answer.status, answer.body.code]).toEqual([403, 'organization_deleted']);
    }
  }
  expect((await platform.call('POST', '/api/v1/organizations', { id: organization, name: 'Next' })).status).toBe(409);

  let later = tomorrow;
  const afterAnHour = () => {
    later += 3_600_000;
    return run('remove-organizations', later);
  };
  const steps = [
    ['credentials.write', 'delete'],
    ['organizations.remove', 'removeCalls'],
    ['activities.write', 'delete'],
    ['organizations.remove', 'removeAgents'],
    ['organizations.remove', 'removeRecords'],
    ['organizations.remove', 'removeDigests'],
    ['organizations.remove', 'removeNotifications'],
    ['queue.search', 'send'],
  ] as const;
  for (const step of steps) await killedAt(step, afterAnHour);
  const asked: object[] = [];
  const send = vi.spyOn(ports['queue.search'], 'send').mockImplementation(async (message) => void asked.push(message));
  await afterAnHour();
  expect(asked).toEqual([{ organization_id: organization, task: 'follow' }]);
  for (const message of asked) await run('index-changes', later, message);
  for (const step of [
    ['organizations.remove', 'removeSearchChanges'],
    ['files.remove', 'below'],
    ['organizations.remove', 'removeStoredFiles'],
    ['organizations.remove', 'removePeople'],
    ['organizations.remove', 'end'],
  ] as const) {
    await killedAt(step, afterAnHour);
  }
  await afterAnHour();
  send.mockRestore();
  const left = await leftovers(organization, organization);
  // Counters of requests and gates of projects expire within two hours; the mark of deletion is kept.
  const expiring = (key: string) => key.includes('#LIMITS#') || key.endsWith(' GATE');
  expect(left.filter((key) => !expiring(key))).toEqual([`ORG#${organization} TOMBSTONE`]);
  expect(await ports['organizations.remove'].pending(Date.now() + 100 * DAY, 100)).toEqual([]);
});
