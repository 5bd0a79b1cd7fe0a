import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'aws-lambda';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, onTestFinished, vi } from 'vitest';
import { workers } from '../../functions/workers/registry.ts';
import { root } from '../../infra/build/root.ts';
import { drawSheet } from '../../infra/demo/drawings/index.ts';
import { lambdaContext } from '../../infra/local/invoke.ts';
import { loadSnapshot } from '../../shared/aws/register/read-snapshot.ts';
import { mailTags } from '../../shared/domain/mail/mail-tags.ts';
import { environment } from '../../shared/environment.ts';
import type { Operation } from '../../shared/http/operation.ts';
import { portsFor } from '../../shared/http/provide.ts';
import type { Queue } from '../../shared/ports.ts';
import type { SentMessage } from '../../shared/queue/messages.ts';
import type { QueueName } from '../../shared/queue/queues.ts';
import { busyShard } from '../../shared/table/keys.ts';
import { activity } from '../support/activities.ts';
import { createProject, recordBody, uploadByLink, uploadForm } from '../support/documents.ts';
import { drawPdf } from '../support/draw-pdf.ts';
import { mailsTo } from '../support/mails.ts';
import { notificationsOf } from '../support/notifications.ts';
import { type Api, type Service, startService } from '../support/service.ts';
import { smallPlan } from '../support/small-plan.ts';
import { createSystem, startGeocoder } from '../support/systems.ts';
import { newRecord } from './fixtures/derived.ts';

let service: Service;
let api: Api;
let project: string;
let token: string;
let geocoder: Awaited<ReturnType<typeof startGeocoder>>;

/** Starts a service in which samples are the only work: no worker reads the queues. Call it once in a file. */
export const useSamples = (variables: Record<string, string> = {}): void => {
  beforeAll(async () => {
    geocoder = await startGeocoder();
    const environment = { VALIDATE_RESPONSES: '1', SLICE_SECONDS: '600', OUTBOUND_ALLOWED_HOSTS: geocoder.host };
    service = await startService({ ...environment, ...variables }, { idle: true, limited: true });
    api = await service.as({ role: 'platform_admin' });
    token = await service.token({ role: 'platform_admin' });
    project = await createProject(api);
  });
  afterAll(async () => {
    await service.end();
    await geocoder.end();
  });
};

/** Creates a value on first use, for the samples that only read it. */
const once = <T>(create: () => Promise<T>): (() => Promise<T>) => {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create();
    return created;
  };
};

const bytes = (text: string) => new TextEncoder().encode(text);
let made = 0;
const newQueued = async (): Promise<string> =>
  (await uploadForm(api, project, bytes(`document ${made++}`), 'a.txt')).body.id;
const newPdf = async (content: Uint8Array): Promise<string> => {
  const { body } = await uploadForm(api, project, content, `${made++}.pdf`);
  await work('process-document', { document: body.id });
  return body.id;
};
/** A sheet with a readable title block. */
const newSheet = () => newPdf(drawSheet({ size: 'A3', seed: 0, title: `FLOOR ${made++}` }));
const newDrawing = async () => newPdf(await smallPlan(`NOTE ${made++}`));
const newDocument = async (): Promise<string> => {
  const document = await newQueued();
  await work('process-document', { document });
  return document;
};
const oneDocument = once(newDocument);
const otherDocument = once(newDocument);
const oneSheetDocument = once(newSheet);
const readDocument = async (id: string) => (await api.call('GET', `/api/v1/documents/${id}`)).body;
const newParts = async (): Promise<string> => {
  const content = bytes('one part');
  const asked = { project_id: project, filename: 'a.bin', file_size: content.length, multipart: true };
  const { upload_id } = (await api.call('POST', '/api/v1/uploads', asked)).body;
  const { parts } = (await api.call('POST', `/api/v1/uploads/${upload_id}/parts`, { part_numbers: [1] })).body;
  expect((await fetch(parts[0].url, { method: 'PUT', body: content })).status).toBe(200);
  return upload_id;
};
const newWebhook = async (): Promise<string> => {
  const body = { url: geocoder.url, project_id: project, types: ['task.created'] };
  return (await api.call('POST', '/api/v1/webhooks', body)).body.id;
};
const newTransmittal = async (...documents: string[]): Promise<string> => {
  const document_ids = documents.length > 0 ? documents : [await oneDocument()];
  const to = { recipients: [{ email: 'site@contractor.example.com' }], subject: 'Ground floor' };
  return (await api.call('POST', '/api/v1/transmittals', { project_id: project, document_ids, ...to })).body.id;
};
const sealedFor = (transmittal_id: string): Promise<string> =>
  portsFor(['transmittal-links.seal'])['transmittal-links.seal'].seal({
    ...{ organization_id: 'acme', transmittal_id, recipient_id: '1' },
  });
const newTask = async (due_date: string | null = null): Promise<string> =>
  (await api.call('POST', '/api/v1/tasks', { title: 'Check', project_id: project, due_date })).body.id;
const newOrganization = async (id?: string) => {
  const { body } = await api.call('POST', '/api/v1/organizations', { ...(id !== undefined && { id }), name: 'Quay' });
  return { organization: (id ?? body.id) as string };
};
const oneDrawing = once(newDrawing);
const newComparison = async (): Promise<string> => {
  const asked = { original_document_id: await oneDrawing(), comparison_document_id: await newDrawing() };
  return (await api.call('POST', '/api/v1/drawing-comparisons', asked)).body.drawing_comparison_id;
};
const oneComparison = once(newComparison);
const readyComparison = async (): Promise<string> => {
  const comparison = await newComparison();
  await work('compare-drawings', { comparison });
  return comparison;
};

const newSetComparison = async () => {
  const asked = { project_id: project, older: { document_id: await newSheet() }, newer: { current: true } };
  return { setComparison: (await api.call('POST', '/api/v1/set-comparisons', asked)).body.id as string };
};
const oneSetComparison = once(newSetComparison);

const newSystem = (): Promise<string> =>
  createSystem(api, geocoder.url, { authentication_type: 'api_key', credentials: { api_key: 'sample' } });
const newTemplate = async (): Promise<string> => {
  const texts = { subject: '{{task_title}}', body: '{{task_title}}', html_body: '<p>{{task_title}}</p>' };
  const asked = { name: 'Ours', description: '', template_type: 'custom', created_by: 'ann', ...texts };
  return (await api.call('POST', '/api/v1/email-templates', asked)).body._id;
};
const newReport = async (): Promise<string> => {
  const asked = { project_id: project, type: 'drawing_register', format: 'json' };
  return (await api.call('POST', '/api/v1/reports', asked)).body.id;
};

/** The notification stored when a task is assigned. */
const newNotification = async (user: string): Promise<string> => {
  const asked = { title: 'Check', project_id: project, assignee_id: user, assignee_email: `${user}@example.com` };
  await api.call('POST', '/api/v1/tasks', asked);
  const stored = await notificationsOf('acme');
  return stored.find(({ recipients }) => recipients[0]?.id === user)?.id ?? expect.fail('no notification was stored');
};
const keptForDigest = (user: string, added_at: string) =>
  portsFor(['digests.write'])['digests.write'].add(user, {
    ...{ organization_id: 'acme', user_id: user, id: 'n-1', project_id: project, type: 'task_due' as const },
    ...{ line: 'Task due', email: `${user}@example.com`, name: null, added_at, is_in_batch: false, mail: null },
  });

/** Replacements for the identifiers in sample events. */
const SAMPLE = {
  project: '01980000-0000-7000-8000-00000000000a',
  upload: '01980000-0000-7000-8000-00000000000b',
  task: '01980000-0000-7000-8000-00000000000c',
  document: 'sample-document',
  revision: 'sample-revision',
  comparison: '0123456789abcdef0123456789abcdef',
  system: 'sample-system',
  report: '01980000-0000-7000-8000-00000000000c',
  storePath: 'uploads/harbour-build/01980000-0000-7000-8000-00000000000b/A-101.pdf',
  organization: 'harbour-build',
  run: '2026-11-21T09:00:00.000Z',
  template: '01980000-0000-7000-8000-00000000000e',
  mail: '01980000-0000-7000-8000-00000000000f',
  /** The organization as encoded in the tags of a mail. */
  organizationTag: mailTags({ organization_id: 'harbour-build', id: '' }).organization,
  notification: '5d41402abc4b2a76b9719d911017c592',
  sheet: 'sample-sheet',
  setComparison: '01980000-0000-7000-8000-00000000003c',
  webhook: '01980000-0000-7000-8000-00000000003b',
  transmittal: '01980000-0000-7000-8000-00000000003c',
  /** A sample that deletes what others need. */
  spare: '01980000-0000-7000-8000-00000000000d',
};
export type Fixtures = Partial<Record<keyof typeof SAMPLE | 'id' | 'SEALED_TOKEN' | 'FEED_CURSOR', string>>;

/** The sample event of that name with real identifiers. */
export const eventOf = (id: string, fixtures: Fixtures) => {
  let text = readFileSync(join(root, 'events', `${id}.json`), 'utf8').replaceAll('ACCESS_TOKEN', token);
  const replace = (sample: string, real: string) => {
    text = text.replaceAll(sample, real);
  };
  if (fixtures.storePath) replace(SAMPLE.storePath, fixtures.storePath);
  replace(SAMPLE.project, fixtures.project ?? project);
  replace(SAMPLE.organization, 'acme');
  replace(SAMPLE.organizationTag, mailTags({ organization_id: 'acme', id: '' }).organization);
  if (fixtures.FEED_CURSOR) replace('FEED_CURSOR', fixtures.FEED_CURSOR);
  if (fixtures.SEALED_TOKEN) replace('SEALED_TOKEN', fixtures.SEALED_TOKEN);
  const names = [
    'upload',
    'document',
    'revision',
    'comparison',
    'setComparison',
    'system',
    'report',
    'run',
    'task',
    'spare',
    'template',
    'mail',
    'notification',
    'sheet',
    'webhook',
    'transmittal',
  ] as const;
  for (const name of names) {
    const real = fixtures[name];
    if (real) replace(SAMPLE[name], real);
  }
  if (fixtures.id) replace(JSON.parse(text).pathParameters.id, fixtures.id);
  return JSON.parse(text);
};

const oneSheet = once(async () => {
  await oneSheetDocument();
  return { sheet: (await api.call('GET', `/api/v1/sheets?project_id=${project}`)).body.items[0].id };
});
const readDocuments = async () => ({ document: await oneDocument(), revision: await otherDocument() });
const unsubscribing = async () => {
  const { seal } = portsFor(['unsubscribe.seal'])['unsubscribe.seal'];
  return { SEALED_TOKEN: await seal({ organization_id: 'acme', subscriber: 'ann', mails: 'task_updated' }) };
};

/** Records created before a sample is handled; by default what the path names. */
const fixturesOf: Record<string, () => Promise<Fixtures>> = {
  'create-document': async () => ({ storePath: await uploadByLink(api, project, bytes('registered'), 'A-101.pdf') }),
  'register-document': async () => ({ storePath: await uploadByLink(api, project, bytes('recorded'), 'A-101.pdf') }),
  'download-documents': readDocuments,
  'list-documents-by-ids': readDocuments,
  'restore-document': async () => {
    const document = await newDocument();
    await api.call('DELETE', `/api/v1/documents/${document}`);
    return { document };
  },
  'open-sealed-link': async () => {
    const asked = { document_ids: [await oneDocument()], expiration: 86_400 };
    const { downloads } = (await api.call('POST', '/api/v1/documents/downloads', asked)).body;
    return { SEALED_TOKEN: new URL(downloads[0].download_url).pathname.split('/').at(-1) as string };
  },
  'create-viewer-link': async () => ({ document: await oneDocument() }),
  'open-viewer-link': async () => {
    const { token } = (await api.call('POST', '/api/v1/viewer-links', { document_id: await oneDocument() })).body;
    return { SEALED_TOKEN: token as string };
  },
  'unsubscribe-page': unsubscribing,
  unsubscribe: unsubscribing,
  'reprocess-document': async () => ({ document: await newDocument() }),
  'get-document-version': async () => {
    const document = await oneDocument();
    return { document, revision: (await readDocument(document)).latest_version };
  },
  'correct-sheet': async () => ({ document: await newSheet() }),
  'get-document-page': async () => ({ document: await newSheet() }),
  'get-sheet': oneSheet,
  'list-sheet-recipients': oneSheet,
  'update-sheet': oneSheet,
  'list-sheet-revisions': async () => ({ document: await newSheet() }),
  'draw-document-page': async () => ({ document: await oneSheetDocument() }),
  'delete-sheet-template': async () => {
    const document = await newSheet();
    const { title } = (await readDocument(document)).sheets[0];
    await api.call('PUT', `/api/v1/documents/${document}/sheets/1`, { title });
    return { template: (await api.call('GET', '/api/v1/sheet-templates')).body.items[0].id };
  },
  'create-set-comparison': async () => ({ document: await newSheet() }),
  'get-set-comparison': oneSetComparison,
  'list-set-references': oneSetComparison,
  'export-set-comparison': oneSetComparison,
  'delete-set-comparison': newSetComparison,
  'create-comparison': async () => ({ document: await oneDrawing(), revision: await newDrawing() }),
  'get-comparison': async () => ({ comparison: await oneComparison() }),
  'delete-comparison': async () => ({ comparison: await newComparison() }),
  'export-comparison': async () => ({ comparison: await readyComparison() }),
  'update-comparison-item': async () => ({ comparison: await readyComparison() }),
  'delete-project': async () => ({ spare: await createProject(api) }),
  'get-report': async () => ({ report: await newReport() }),
  'delete-report': async () => ({ report: await newReport() }),
  'download-report': async () => {
    const report = await newReport();
    await work('build-report', { report });
    return { report };
  },
  'abort-upload': async () => ({ upload: await newParts() }),
  'complete-upload': async () => ({ upload: await newParts() }),
  'get-upload': async () => ({ upload: await newParts() }),
  'list-upload-parts': async () => ({ upload: await newParts() }),
  'delete-member': async () => {
    await api.call('PUT', `/api/v1/projects/${project}/members/sam`, {});
    return {};
  },
  'get-organization': () => newOrganization('acme'),
  'update-organization': () => newOrganization('acme'),
  'delete-organization': async () => ({ spare: (await newOrganization()).organization }),
  'create-task': async () => ({ document: await oneDocument() }),
  'get-task': async () => ({ task: await newTask() }),
  'get-task-history': async () => ({ task: await newTask() }),
  'update-task': async () => ({ task: await newTask() }),
  'delete-task': async () => ({ task: await newTask() }),
  'sign-upload-parts': async () => ({ upload: await newParts() }),
  'create-transmittal': async () => ({ document: await newDocument() }),
  'delete-transmittal': async () => ({ transmittal: await newTransmittal() }),
  'open-transmittal': async () => ({ SEALED_TOKEN: await sealedFor(await newTransmittal()) }),
  'download-transmitted-document': async () => {
    const document = await oneDocument();
    return { document, SEALED_TOKEN: await sealedFor(await newTransmittal(document)) };
  },
  'download-transmittal-archive': async () => ({ SEALED_TOKEN: await sealedFor(await newTransmittal()) }),
  'get-transmittal': async () => ({ transmittal: await newTransmittal() }),
  'test-webhook': async () => ({ webhook: await newWebhook() }),
  'replay-webhook': async () => {
    const { cursor } = (await api.call('GET', '/api/v1/events?after=latest')).body;
    return { webhook: await newWebhook(), FEED_CURSOR: cursor };
  },
};

/** The records that exist when the sample of an operation is handled. */
export const fixturesFor = async (operation: Pick<Operation, 'id' | 'path'>): Promise<Fixtures> => {
  const { id, path } = operation;
  const own = await fixturesOf[id]?.();
  if (own) return own;
  const record = await newRecord(operation, api, project);
  return {
    ...(record !== undefined && { id: record }),
    ...(path.includes('{document_id}') && { document: await newQueued() }),
    ...(path.includes('{template_id}') && { template: await newTemplate() }),
    ...(path.includes('{system_id}') && { system: await newSystem() }),
  };
};

/** The time limit of operations; a worker declares its own. Both are multiplied, as those of the local service are. */
export const context = (name: string, timeoutSeconds = 29) =>
  lambdaContext(name, timeoutSeconds * 1000 * Number(process.env.FUNCTION_TIMEOUT_FACTOR), 'eu-central-1');
export const handlerOf = (name: string) =>
  service.operations.find(({ operation }) => operation.id === name)?.handler ?? expect.fail(`${name} has no handler`);

const hand = async (id: string, event: unknown) => {
  const { handler, worker } = workers.find((one) => one.worker.id === id) ?? expect.fail(`${id} is not registered`);
  const run = handler as (event: unknown, context: Context) => Promise<{ batchItemFailures: unknown[] } | undefined>;
  const answer = await run(event, context(id, worker.timeoutSeconds));
  expect(answer?.batchItemFailures ?? []).toEqual([]);
};
/** Runs the worker with its sample. */
export const work = (id: string, fixtures: Fixtures) => hand(id, eventOf(id, fixtures));

/** Watches a queue's port; the returned check asserts that such a message has been sent since. */
const sentOn = <N extends QueueName>(name: N, expected: (message: SentMessage<N>) => boolean) => {
  const port = portsFor([`queue.${name}`])[`queue.${name}`] as Queue<SentMessage<N>>;
  const send = vi.spyOn(port, 'send');
  onTestFinished(() => send.mockRestore());
  return async () => expect(send.mock.calls.some(([message]) => expected(message as SentMessage<N>))).toBe(true);
};

/** Appends all events that wait in the outbox. */
const drainEvents = () => portsFor(['events.append'])['events.append'].drain('acme', Date.now() + 60_000);

/** Moves the clock ahead until the test ends, so that everything pending is overdue. */
const clockAhead = () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
  onTestFinished(() => void vi.useRealTimers());
};

/**
 * Begins the deletion of a project at the earlier time that the sample states, and leaves its removal to the worker.
 */
const beginDeletion = async (id: string) => {
  const ports = portsFor(['projects.read', 'projects.delete']);
  const record = (await ports['projects.read'].get('acme', id)) ?? expect.fail('no project');
  return ports['projects.delete'].begin(record, { now: new Date('2026-11-21T09:00:00.000Z') });
};

/** Creates what a worker needs; `done` asserts what it has done. */
export const worksOf: Record<string, () => Promise<{ fixtures: Fixtures; done: () => Promise<void> }>> = {
  'process-document': async () => {
    const document = await newQueued();
    const done = async () => expect((await readDocument(document)).processing_status).toBe('PROCESSED');
    return { fixtures: { document }, done };
  },
  'process-slice': async () => {
    const pages = Array.from({ length: 17 }, (_, i) => ({
      ...{ width: 100, height: 100 },
      draw: (pdf: PDFKit.PDFDocument) => pdf.fontSize(6).text(`a page of many that has the number ${i}`, 5, 5),
    }));
    const { body } = await uploadForm(api, project, await drawPdf(pages), 'pages.pdf');
    const sent: SentMessage<'slices'>[] = [];
    const send = vi.spyOn(portsFor(['queue.slices'])['queue.slices'], 'send').mockImplementation(async (message) => {
      sent.push(message);
    });
    onTestFinished(() => send.mockRestore());
    await work('process-document', { document: body.id });
    const done = async () => {
      expect(sent).toHaveLength(2);
      expect((await readDocument(body.id)).processing_status).toBe('PROCESSED');
    };
    const fixtures = { document: body.id, run: sent[0]?.slice.run ?? '' };
    const { Records } = eventOf('process-slice', fixtures);
    await hand('process-slice', { Records: [{ ...Records[0], body: JSON.stringify(sent[0]) }] });
    return { fixtures, done };
  },
  'receive-upload': async () => {
    const content = bytes('comes later');
    const asked = { project_id: project, filename: 'A-101.pdf', file_size: content.length };
    const { store_path, url, headers } = (await api.call('POST', '/api/v1/uploads', asked)).body;
    const body = recordBody(project, store_path, { processing_status: 'PENDING' });
    expect((await api.call('POST', '/api/v1/documents', body)).body.processing_status).toBe('PENDING');
    await fetch(url, { method: 'PUT', headers, body: content });
    const done = async () => expect((await readDocument(body.document_id)).processing_status).toBe('QUEUED');
    return { fixtures: { storePath: store_path }, done };
  },
  'receive-mail-events': async () => {
    const ports = portsFor(['activities.read', 'activities.write', 'suppressions.read']);
    const { id } = await ports['activities.write'].create(activity({ recipient_email: 'maria.santos@example.com' }));
    const done = async () => {
      expect(await ports['activities.read'].get('acme', id)).toMatchObject({ status: 'bounced' });
      expect(await ports['suppressions.read'].find('maria.santos@example.com')).toMatchObject({ reason: 'bounce' });
    };
    return { fixtures: { mail: id }, done };
  },
  'recognise-text': async () => {
    const draw = (pdf: PDFKit.PDFDocument) => pdf.rect(20, 20, 30, 30).fill();
    const { body } = await uploadForm(api, project, await drawPdf([{ width: 100, height: 100, draw }]), 'scan.pdf');
    await work('process-document', { document: body.id });
    expect((await readDocument(body.id)).reading).toMatchObject({ text_layer: 'none' });
    const done = async () => expect((await readDocument(body.id)).reading).toMatchObject({ text_layer: 'recognised' });
    return { fixtures: { document: body.id }, done };
  },
  'snapshot-register': async () => {
    const document = await newQueued();
    const done = async () => {
      const snapshot = await loadSnapshot(environment(), { organizationId: 'acme', projectId: project });
      expect(snapshot?.columns.slotOf(document)).toBeDefined();
    };
    return { fixtures: {}, done };
  },
  'compare-drawings': async () => {
    const comparison = await newComparison();
    const done = async () =>
      expect(
        (await api.call('GET', `/api/v1/drawing-comparisons/${comparison}`)).body.drawing_comparison,
      ).toMatchObject({
        status: 'ready',
      });
    return { fixtures: { comparison }, done };
  },
  'mark-due-tasks': async () => {
    const task = await newTask('2026-01-01');
    const done = async () =>
      expect((await api.call('GET', `/api/v1/tasks/${task}`)).body.became_due_at).toEqual(expect.any(String));
    return { fixtures: {}, done };
  },
  'build-report': async () => {
    const report = await newReport();
    const done = async () =>
      expect((await api.call('GET', `/api/v1/reports/${report}`)).body).toMatchObject({ status: 'ready' });
    return { fixtures: { report }, done };
  },
  'recall-sheets': async () => {
    const [older, document] = [await newSheet(), await newSheet()];
    for (const [id, revision] of [
      [older, 'A'],
      [document, 'B'],
    ] as const) {
      await api.call('PUT', `/api/v1/documents/${id}/sheets/1`, {
        sheet_number: 'R-101',
        revision,
        date: '2026-01-01',
      });
    }
    await newTransmittal(older);
    const done = async () => {
      const written = await notificationsOf('acme');
      expect(written.filter(({ type }) => type === 'sheets_superseded')).toMatchObject([{ entity_id: document }]);
    };
    return { fixtures: { document }, done };
  },
  'build-archive': async () => {
    const transmittal = await newTransmittal(await newDocument(), await newDocument());
    const path = `archives/acme/${transmittal}/0.zip`;
    const done = async () => {
      const packed = await portsFor(['files.read'])['files.read'].bytes(path);
      expect(Object.keys(unzipSync(packed))).toEqual(['a.txt', 'a (2).txt']);
    };
    return { fixtures: { transmittal }, done };
  },
  'sweep-reports': async () => {
    const report = await newReport();
    clockAhead();
    return { fixtures: {}, done: sentOn('reports', (sent) => sent.report_id === report) };
  },
  'sweep-documents': async () => {
    const document = await newQueued();
    clockAhead();
    return { fixtures: {}, done: sentOn('process', (sent) => sent.document_id === document) };
  },
  'purge-documents': async () => {
    const ports = portsFor(['documents.read', 'documents.delete']);
    const document = await newDocument();
    const record = (await ports['documents.read'].get('acme', document)) ?? expect.fail('no document');
    await ports['documents.delete'].delete(record, { writeId: 'long ago', now: new Date(0) });
    const done = async () => expect((await api.call('GET', `/api/v1/documents/${document}`)).status).toBe(404);
    return { fixtures: {}, done };
  },
  'remove-project': async () => {
    const doomed = await createProject(api);
    const deletion = await beginDeletion(doomed);
    const done = async () => {
      const { documents } = portsFor(['projects.remove'])['projects.remove'];
      expect(await documents('acme', doomed, 1)).toEqual([]);
      const late = Date.now() + 3_600_000;
      const pending = await portsFor(['projects.remove'])['projects.remove'].pending(late, 100);
      expect(pending.map(({ id }) => id)).not.toContain(deletion.id);
    };
    return { fixtures: { project: doomed }, done };
  },
  'sweep-deletions': async () => {
    const doomed = await createProject(api);
    await beginDeletion(doomed);
    clockAhead();
    return { fixtures: {}, done: sentOn('delete-project', ({ id }) => id === doomed) };
  },
  'remove-organizations': async () => {
    const organization = `doomed-${crypto.randomUUID()}`;
    const platform = await service.as({ role: 'platform_admin' });
    await platform.call('POST', '/api/v1/organizations', { id: organization, name: 'Doomed' });
    await platform.call('DELETE', `/api/v1/organizations/${organization}`);
    clockAhead();
    const { pending } = portsFor(['organizations.remove'])['organizations.remove'];
    const done = async () => expect(await pending(Date.now() + 3_600_000, 100)).toEqual([]);
    return { fixtures: {}, done };
  },
  'announce-changes': async () => ({
    fixtures: {},
    done: sentOn('search', ({ organization_id, task }) => organization_id === 'acme' && task === 'follow'),
  }),
  'announce-events': async () => ({
    fixtures: {},
    done: sentOn('events', ({ organization_id }) => organization_id === 'acme'),
  }),
  'sequence-events': async () => {
    // A run is limited to two seconds, which the events of all earlier samples may exceed.
    await drainEvents();
    const task = await newTask('2026-01-01');
    const done = async () => {
      const history = await portsFor(['events.read'])['events.read'].history(
        'acme',
        { type: 'task', id: task },
        { limit: 9 },
      );
      expect(history.events.map(({ type }) => type)).toEqual(['task.created']);
    };
    return { fixtures: {}, done };
  },
  'deliver-webhooks': async () => {
    await drainEvents();
    const webhook = await newWebhook();
    await newTask();
    await drainEvents();
    const done = async () => {
      const { body } = await api.call('GET', `/api/v1/webhooks/${webhook}/deliveries`);
      expect(body.items).toHaveLength(1);
    };
    return { fixtures: { webhook }, done };
  },
  'sweep-webhooks': async () => {
    const webhook = await newWebhook();
    await api.call('PATCH', `/api/v1/webhooks/${webhook}`, { status: 'active' });
    clockAhead();
    return { fixtures: {}, done: sentOn('webhooks', ({ webhook_id }) => webhook_id === webhook) };
  },
  'announce-notifications': async () => ({
    fixtures: {},
    done: sentOn('mail', (sent) => 'notification_id' in sent && sent.organization_id === 'acme'),
  }),
  'send-mail': async () => {
    const notification = await newNotification('pia');
    const done = async () => expect(await mailsTo(service, 'pia@example.com')).toHaveLength(1);
    return { fixtures: { notification }, done };
  },
  'send-digests': async () => {
    await keptForDigest('dan', SAMPLE.run);
    const shard = busyShard('dan');
    return { fixtures: {}, done: sentOn('batches', (sent) => sent.job === 'digests' && sent.shard === shard) };
  },
  'index-changes': async () => {
    await newDocument();
    const done = async () => {
      const index = await portsFor(['search.index'])['search.index'].check('acme');
      expect(index).toMatchObject({ missing: [], outdated: [] });
      expect(index?.records).toBeGreaterThan(0);
    };
    return { fixtures: {}, done };
  },
  'tend-indexes': async () => ({ fixtures: {}, done: sentOn('batches', ({ job }) => job === 'indexes') }),
  'run-batch': async () => {
    await work('index-changes', {});
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    const done = sentOn('search', ({ organization_id, task }) => organization_id === 'acme' && task === 'compact');
    return { fixtures: {}, done };
  },
  'sweep-uploads': async () => {
    const content = bytes('its arrival is lost');
    const asked = { project_id: project, filename: 'A-101.pdf', file_size: content.length };
    const { store_path, url, headers } = (await api.call('POST', '/api/v1/uploads', asked)).body;
    const body = recordBody(project, store_path, { processing_status: 'PENDING' });
    expect((await api.call('POST', '/api/v1/documents', body)).body.processing_status).toBe('PENDING');
    await fetch(url, { method: 'PUT', headers, body: content });
    clockAhead();
    const done = async () => expect((await readDocument(body.document_id)).processing_status).toBe('QUEUED');
    return { fixtures: {}, done };
  },
  'sweep-comparisons': async () => {
    const comparison = await newComparison();
    clockAhead();
    return { fixtures: {}, done: sentOn('compare', (sent) => sent.comparison_id === comparison) };
  },
};
