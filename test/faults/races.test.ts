import { randomUUID } from 'node:crypto';
import { paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localTarget, type Target } from '../../infra/operator/target.ts';
import { Conflict, Unavailable } from '../../shared/domain/errors.ts';
import type { SheetCorrection } from '../../shared/domain/sheets/sheet-correction.ts';
import { sheetIdOf } from '../../shared/domain/sheets/sheet-id.ts';
import { readSheetLines, writeSheetLines } from '../../shared/domain/sheets/sheet-lines.ts';
import { registerSheets } from '../../shared/domain/sheets/sheet-register.ts';
import type { Ports } from '../../shared/ports.ts';
import { runAt, workerPorts } from '../support/run-worker.ts';
import { interposed, stopInterposing } from '../support/sdk-calls.ts';
import { type Service, startService } from '../support/service.ts';
import { type Call, callerOf, type Model, type Reply, races, type Step } from './support/race.ts';
import { type Items, openTables, type Tables } from './support/table-state.ts';

/** Interleavings of each model; `RACES=2000 RACES_SEED=…` for a long run of others. */
const RUNS = Number(process.env.RACES ?? 8);
const SEED = Number(process.env.RACES_SEED ?? 20);
/** Milliseconds that a model may take. */
const TIMEOUT = 120_000 + RUNS * 10_000;

const SECOND = 1_000;
const DAY = 86_400_000;
/** Every request that has read the record before its deletion has ended. */
const REQUESTS_ENDED = 200 * SECOND;
/** The issued links have expired. */
const LINKS_EXPIRED = 2 * 3_600 * SECOND + REQUESTS_ENDED;

let service: Service;
let tables: Tables;
let target: Target;
let ports: Ports;
let call: Call;
let interleavings = 0;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: process.env.RACES_LOG ?? 'silent' }, { idle: true, limited: true });
  tables = await openTables();
  target = localTarget({ DATA_DIR: service.dataDir });
  ports = await workerPorts(['documents.read', 'documents.write', 'sheet-corrections.read']);
  call = callerOf(service, await service.token({ role: 'platform_admin', expiresInSeconds: DAY / SECOND }));
  await call('list-projects');
});
afterAll(async () => {
  tables.end();
  stopInterposing();
  await service.end();
  if (RUNS > 100) process.stdout.write(`${interleavings} interleavings, seed ${SEED}\n`);
});
const race = <W>(model: Model<W>) =>
  races(model, { tables, target, runs: RUNS, seed: SEED, count: () => interleavings++ });

const step = <W>(name: string, act: (world: W) => Promise<Reply>, alone?: number): Step<W> => ({
  name,
  act,
  ...(alone !== undefined && { alone }),
});

/** Runs a worker; failures that another delivery repairs are ignored. */
const work = async (id: string, act: () => Promise<void>): Promise<Reply> => {
  try {
    await act();
    return { id, status: 200, body: {} };
  } catch (error) {
    if (error instanceof Conflict || error instanceof Unavailable) return { id, status: 503, body: {} };
    return { id, status: 500, body: { detail: String(error), stack: (error as Error).stack } };
  }
};
const later = (milliseconds: number): Date => new Date(Date.now() + milliseconds);

const ok = async (id: string, asked: Parameters<Call>[1]): Promise<Reply['body']> => {
  const reply = await call(id, asked);
  expect(reply.status, `${id}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
  return reply.body;
};

const COUNTED = [
  ['list-documents', 'DOCUMENT'],
  ['list-comparisons', 'COMPARISON'],
  ['list-tasks', 'TASK'],
] as const;
/** Totals of the project's lists agree with lists and records; a deleted project has no totals. */
const expectTotals = async (project: string, isDeleted: boolean, written: Items): Promise<void> => {
  for (const [id, sort] of COUNTED) {
    const { status, body } = await call(id, { query: `project_id=${project}` });
    expect([id, status]).toEqual([id, isDeleted ? 404 : 200]);
    if (isDeleted) continue;
    const records = [...written.values()].filter(
      ({ sk, project_id, is_deleted }) => sk?.S === sort && project_id?.S === project && !is_deleted?.BOOL,
    );
    expect([id, body.total, body.items.length]).toEqual([id, records.length, records.length]);
  }
};

/** The first components of each remaining key, in order. */
const kindsOf = (items: Items): string[] =>
  [...new Set([...items.keys()].map((name) => name.split('\n').slice(1).join(' ')))]
    .map((key) =>
      key
        .replace(/ORG#[^# ]+/g, 'ORG')
        .replace(/#(PROJECT|UPLOAD|DOCUMENT|USER)#[^# ]+/g, '#$1')
        .replace(/#\d+ /, ' ')
        .replace(/(?<= UPLOAD)#.*| \d{4}-.*/, ''),
    )
    .sort()
    .filter((kind, i, kinds) => kinds.indexOf(kind) === i);

/** What may outlast a project: items that expire, and events that `sequence-events` will discard. */
const isExpiring = ([name, item]: [string, Items extends ReadonlyMap<string, infer I> ? I : never]): boolean =>
  /#OUTBOX\n/.test(name) ||
  (/\nGATE$|#SEARCH-CHANGES\n|#NOTIFICATIONS\n/.test(name) && Number(item.expires_at?.N) > Date.now() / SECOND);
const withoutExpiring = (items: Items): Items => new Map([...items].filter((entry) => !isExpiring(entry)));

/** Paths of all objects that name one of `ids`. */
const objectsOf = async (ids: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  const { client, name } = target.bucket;
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: name })) {
    for (const { Key = '' } of Contents) if (ids.some((id) => Key.includes(id))) found.push(Key);
  }
  return found;
};

const newProject = async (): Promise<string> => (await ok('create-project', { body: { name: 'Harbour Street' } })).id;

/** A document of a project, whose file has not arrived yet. */
const announced = async (project: string, name: string, revision_of?: string) => {
  const asked = { project_id: project, filename: 'a.pdf', file_size: 5, mime_type: 'application/pdf' };
  const { store_path } = await ok('presign-upload', { body: asked });
  return {
    ...{ document_id: `${name}-${randomUUID()}`, filename: 'a.pdf', store_path, project_id: project },
    ...{ processing_status: 'PENDING', ...(revision_of !== undefined && { revision_of }) },
  };
};
const pictureOf = (document: string): string => `derived/acme/${document}/page-0001.png`;
const storePictures = (documents: readonly string[]) =>
  Promise.all(documents.map((id) => ports['files.write'].put(pictureOf(id), Buffer.from('picture'), 'image/png')));
/** A document with images, so that it can be compared. */
const imaged = async (project: string, name: string): Promise<string> => {
  const body = await announced(project, name);
  await ok('create-document', { body });
  await ports['documents.write'].change(
    'acme',
    project,
    body.document_id,
    { full_image_path: pictureOf(body.document_id) },
    { writeId: randomUUID(), now: new Date() },
  );
  return body.document_id;
};

/** What a worker does with a document once it knows the SHA-256 of its file: all files have the same one. */
const claimContent = (project_id: string, document_id: string) =>
  ports['documents.write'].claimContent({ organization_id: 'acme', project_id, document_id }, 'a'.repeat(64));

/** A project's documents: two are compared, one is deleted and had claimed its content, one is linked to a task. */
const newStock = async () => {
  const [project, empty] = await Promise.all([newProject(), newProject()]);
  const [root, second, deleted] = await Promise.all([
    imaged(project, 'root'),
    imaged(project, 'second'),
    imaged(project, 'deleted'),
  ]);
  const [r1, r2, r3] = await Promise.all(['r1', 'r2', 'r3'].map((name) => announced(project, name, root)));
  const task = { title: 'Check', project_id: project, document_ids: [root] };
  const [{ id: taskId }, { drawing_comparison_id: comparison }] = await Promise.all([
    ok('create-task', { body: task }),
    ok('create-comparison', { body: { original_document_id: deleted, comparison_document_id: second } }),
    ok('put-member', { params: { id: project, user_id: 'max' }, body: {} }),
  ]);
  await claimContent(project, deleted);
  await ok('delete-document', { params: { document_id: deleted } });
  return {
    ...{ empty, arriving: await announced(empty, 'arriving') },
    ...{ project, task: String(taskId), comparison: String(comparison), revisions: { r1: r1!, r2: r2!, r3: r3! } },
    documents: { root, second, deleted, r1: r1!.document_id, r2: r2!.document_id, r3: r3!.document_id },
  };
};
type Stock = Awaited<ReturnType<typeof newStock>>;
type Name = keyof Stock['documents'];
const NAMES: readonly Name[] = ['root', 'second', 'deleted', 'r1', 'r2', 'r3'];

/** An operation on each of the documents; on documents with a status, it is tried alone first. */
const onDocuments = (id: string, alone: Partial<Record<Name, number>>, body?: unknown): Step<Stock>[] =>
  NAMES.map((name) =>
    step(
      `${id} ${name}`,
      ({ documents }) => call(id, { params: { document_id: documents[name] }, ...(body !== undefined && { body }) }),
      alone[name],
    ),
  );
const creatingTasks: Step<Stock>[] = [['root'], ['second', 'r1'], ['root', 'deleted']].map((names, i) =>
  step(
    `create-task on ${names.join(' and ')}`,
    ({ project, documents }) => {
      const document_ids = names.map((name) => documents[name as Name]);
      return call('create-task', { body: { title: 'New', project_id: project, document_ids } });
    },
    i === 0 ? 201 : 422,
  ),
);
const comparing: Step<Stock>[] = (['second', 'r1'] as const).map((name) =>
  step(
    `create-comparison root ${name}`,
    ({ documents }) =>
      call('create-comparison', {
        body: { original_document_id: documents.root, comparison_document_id: documents[name] },
      }),
    name === 'second' ? 202 : 404,
  ),
);
const revising: Step<Stock>[] = (['r1', 'r2', 'r3'] as const).map((name) =>
  step(`create-document ${name}`, ({ revisions }) => call('create-document', { body: revisions[name] }), 201),
);
const deletingComparison = step<Stock>(
  'delete-comparison',
  ({ comparison }) => call('delete-comparison', { params: { drawing_comparison_id: comparison } }),
  200,
);
const deletingTask = step<Stock>('delete-task', ({ task }) => call('delete-task', { params: { id: task } }), 204);
const claiming: Step<Stock>[] = (['root', 'second', 'deleted'] as const).map((name) =>
  step(
    `the content of ${name} is claimed`,
    ({ project, documents }) => work('claim', async () => void (await claimContent(project, documents[name]))),
    200,
  ),
);
const uploading: Step<Stock>[] = [false, true].map((multipart) =>
  step(
    `presign-upload${multipart ? ' in parts' : ''}`,
    ({ project }) =>
      call('presign-upload', { body: { project_id: project, filename: 'a.txt', file_size: 5, multipart } }),
    201,
  ),
);
const purging = step<Stock>(
  'purge-documents',
  () => work('purge-documents', () => runAt(ports, 'purge-documents', later(31 * DAY))),
  200,
);

const retasking: Step<Stock>[] = [['root'], ['second'], []].map((names) =>
  step(
    `update-task to ${names.join(' and ') || 'none'}`,
    ({ task, documents }) => {
      const document_ids = names.map((name) => documents[name as Name]);
      return call('update-task', { params: { id: task }, body: { document_ids } });
    },
    200,
  ),
);
const [deletingRoot, , deletingAgain] = onDocuments('delete-document', { root: 200, deleted: 200 }) as Step<Stock>[];
const [, , restoring] = onDocuments('restore-document', { deleted: 200 }) as Step<Stock>[];

test(
  'documents, revision chains, comparisons, uploads and tasks are changed concurrently',
  () =>
    race<Stock>({
      arrange: newStock,
      always: [
        revising,
        ...revising.map((revision) => [revision, deletingRoot as Step<Stock>]),
        retasking,
        [purging, restoring as Step<Stock>, deletingAgain as Step<Stock>],
        [...comparing.slice(0, 1), deletingComparison, purging],
        [...claiming.slice(0, 2), deletingRoot as Step<Stock>],
        [...claiming.slice(1), restoring as Step<Stock>, deletingAgain as Step<Stock>, purging],
      ],
      steps: [
        revising,
        onDocuments('delete-document', {}),
        onDocuments('restore-document', { deleted: 200 }),
        onDocuments('update-document', { root: 200 }, { title: 'Renamed' }),
        creatingTasks,
        retasking,
        [deletingTask],
        comparing,
        [deletingComparison],
        uploading,
        claiming,
        [purging],
      ],
      after: async ({ project }, written) => expectTotals(project, false, await written()),
    }),
  TIMEOUT,
);

const deletionOf = async (project: string) =>
  (await ports['projects.remove'].pending(Date.now() + 100 * DAY, 100)).find(({ id }) => id === project);
/** Runs the worker that removes the project once, if its deletion has begun. */
const removeProject = async (project: string, now: Date): Promise<void> => {
  const deletion = await deletionOf(project);
  if (!deletion) return;
  const { organization_id, id, at } = deletion;
  await runAt(ports, 'remove-project', now, { organization_id, id, at });
};

const deletingProject = step<Stock>(
  'delete-project with everything in it',
  ({ project }) => call('delete-project', { params: { id: project }, query: 'cascade=true' }),
  204,
);
const deletingEmpty = step<Stock>(
  'delete-project that is empty',
  ({ empty }) => call('delete-project', { params: { id: empty } }),
  204,
);
const intoEmpty: Step<Stock>[] = [
  step(
    'create-task in the empty project',
    ({ empty }) => call('create-task', { body: { title: 'New', project_id: empty } }),
    201,
  ),
  step('create-document in the empty project', ({ arriving }) => call('create-document', { body: arriving }), 201),
];

test(
  'a project is deleted while everything in it is changed',
  () =>
    race<Stock>({
      arrange: newStock,
      refresh: async ({ documents: { root, second, deleted } }) => void (await storePictures([root, second, deleted])),
      always: [
        [deletingProject],
        [deletingProject, ...uploading],
        [step('delete-project', ({ project }: Stock) => call('delete-project', { params: { id: project } }), 409)],
        ...intoEmpty.map((each) => [deletingEmpty, each]),
      ],
      steps: [
        intoEmpty,
        [
          step(
            'remove-project',
            ({ project }) => work('remove-project', () => removeProject(project, new Date())),
            200,
          ),
        ],
        revising,
        onDocuments('delete-document', {}),
        onDocuments('restore-document', {}),
        [...creatingTasks, deletingTask],
        [...comparing, deletingComparison],
        uploading,
        claiming,
        [
          step(
            'create-report',
            ({ project }) =>
              call('create-report', { body: { project_id: project, type: 'document_register', format: 'csv' } }),
            202,
          ),
        ],
        [
          ...(['pia', 'max'] as const).map((user_id) =>
            step<Stock>(
              `put-member ${user_id}`,
              ({ project }) => call('put-member', { params: { id: project, user_id }, body: {} }),
              200,
            ),
          ),
          step(
            'delete-member max',
            ({ project }) => call('delete-member', { params: { id: project, user_id: 'max' } }),
            204,
          ),
        ],
        [
          step(
            'update-project',
            ({ project }) => call('update-project', { params: { id: project }, body: { name: 'Other' } }),
            200,
          ),
        ],
        [purging],
      ],
      after: async ({ project, empty, arriving, documents }, written) => {
        const ofEmpty = [empty, arriving.document_id, arriving.store_path.split('/')[2] as string];
        for (const id of [project, empty]) {
          const isDeleted = (await deletionOf(id)) !== undefined;
          await expectTotals(id, isDeleted, await written());
          if (!isDeleted) continue;
          const ofProject = async () => {
            const all = [...withoutExpiring(await written())];
            const names = ([name, item]: (typeof all)[number]) =>
              ofEmpty.some((each) => `${name}${JSON.stringify(item)}`.includes(each));
            return new Map(all.filter((entry) => names(entry) === (id === empty)));
          };
          const sorts = [...(await ofProject()).values()].map(({ sk }) => sk?.S);
          // Without `cascade` a project is deleted only while it is empty, and nothing is created in it afterwards.
          if (id === empty) expect(sorts.filter((sort) => sort === 'TASK' || sort === 'DOCUMENT')).toEqual([]);
          const uploads = sorts.filter((sort) => sort === 'UPLOAD').length;
          await removeProject(id, later(REQUESTS_ENDED));
          // Issued links delay the removal of their uploads, and of nothing else.
          const left = await ofProject();
          const waiting = [
            'DUE#AWAITED',
            'DUE#PROJECT',
            'DUE#UPLOAD',
            'ORG#PROJECT#UPLOADS UPLOAD',
            'ORG#UPLOAD UPLOAD',
          ];
          expect(kindsOf(left).filter((kind) => !waiting.includes(kind))).toEqual([]);
          const held = [...left.values()].filter(({ sk }) => sk?.S === 'UPLOAD');
          expect(held.every(({ multipart_id }) => multipart_id?.NULL)).toBe(true);
          expect(held.length > 0).toBe(uploads > 0);
          await removeProject(id, later(LINKS_EXPIRED));
          await runAt(ports, 'sweep-uploads', later(LINKS_EXPIRED));
          expect([...(await ofProject()).keys()]).toEqual([]);
          if (id === project) expect(await objectsOf(Object.values(documents))).toEqual([]);
        }
      },
    }),
  TIMEOUT,
);

const texts = { subject: '{{task_title}}', body: '{{task_title}}', html_body: '<p>{{task_title}}</p>' };
const newTemplate = { name: 'Ours', description: '', template_type: 'custom', created_by: 'ann', ...texts };
const systemOf = (organization_id: string, system_id: string) => ({
  ...{ system_id, system_name: 'A', system_type: 'rest_api', base_url: 'https://example.com', organization_id },
  ...{ created_by_user_id: 'ann', authentication_type: 'api_key', credentials: { api_key: 'sample' } },
});

/** An organization with a system and a template, as its own administrator sees it. */
const newTenant = async () => {
  const organization = `o-${randomUUID()}`;
  await ok('create-organization', { body: { id: organization, name: 'Quay' } });
  const token = await service.token({ user: 'boss', organization, role: 'org_admin', expiresInSeconds: DAY / SECOND });
  const query = `organization_id=${encodeURIComponent(organization)}`;
  await ok('create-external-system', { query, token, body: systemOf(organization, 'first') });
  const template: string = (await ok('create-email-template', { token, body: newTemplate }))._id;
  return { organization, token, query, template };
};
type Tenant = Awaited<ReturnType<typeof newTenant>>;

const onSystems: Step<Tenant>[] = (['first', 'second'] as const).flatMap((system_id) => [
  step(
    `create-external-system ${system_id}`,
    ({ organization, query, token }) =>
      call('create-external-system', { query, token, body: systemOf(organization, system_id) }),
    system_id === 'first' ? 409 : 201,
  ),
  ...[{ api_key: 'other' }, null].map((credentials) =>
    step<Tenant>(
      `update-external-system ${system_id} ${credentials ? 'with' : 'without'} credentials`,
      ({ query, token }) =>
        call('update-external-system', {
          ...{ query, token, params: { system_id } },
          body: {
            system_name: 'B',
            ...(credentials ? { credentials } : { authentication_type: 'none', credentials: null }),
          },
        }),
      system_id === 'first' ? 200 : 404,
    ),
  ),
  step(
    `delete-external-system ${system_id}`,
    ({ query, token }) => call('delete-external-system', { query, token, params: { system_id } }),
    system_id === 'first' ? 204 : 404,
  ),
]);
const onTemplates: Step<Tenant>[] = [
  step('create-email-template', ({ token }) => call('create-email-template', { token, body: newTemplate }), 201),
  step(
    'update-email-template',
    ({ token, template }) =>
      call('update-email-template', { token, params: { template_id: template }, body: { ...newTemplate, name: 'X' } }),
    200,
  ),
  step(
    'delete-email-template',
    ({ token, template }) => call('delete-email-template', { token, params: { template_id: template } }),
    204,
  ),
];
const deletingOrganization = step<Tenant>(
  'delete-organization',
  ({ organization }) => call('delete-organization', { params: { id: organization } }),
  204,
);
const onOrganizations: Step<Tenant>[] = [
  step(
    'create-organization',
    ({ organization }) => call('create-organization', { body: { id: organization, name: 'Next' } }),
    409,
  ),
  step(
    'update-organization',
    ({ organization }) => call('update-organization', { params: { id: organization }, body: { name: 'Other' } }),
    200,
  ),
];

/** Everything that an organization's deletion starts, until the last issued link has expired. */
const removeOrganization = async (written: () => Promise<Items>): Promise<void> => {
  for (const ahead of [REQUESTS_ENDED, 2 * LINKS_EXPIRED, 3 * LINKS_EXPIRED]) {
    await runAt(ports, 'remove-organizations', later(ahead));
    for (const item of (await written()).values()) {
      if (!item.pk?.S?.startsWith('DUE#PROJECT#')) continue;
      const message = { organization_id: item.organization_id?.S, id: item.id?.S, at: item.at?.S };
      await runAt(ports, 'remove-project', later(ahead + LINKS_EXPIRED), message);
    }
  }
};

test(
  'an organization is deleted while its systems, templates, preferences, members and projects are changed',
  () =>
    race<Tenant>({
      arrange: newTenant,
      always: [[deletingOrganization], [deletingOrganization, ...onOrganizations.slice(0, 1)], onSystems.slice(1, 4)],
      steps: [
        onSystems,
        onTemplates,
        onOrganizations,
        [
          step(
            'remove-organizations',
            () => work('remove-organizations', () => runAt(ports, 'remove-organizations', new Date())),
            200,
          ),
        ],
        [
          step(
            'put-notification-preferences',
            ({ token }) => call('put-notification-preferences', { token, body: { modes: { task_due: 'off' } } }),
            200,
          ),
        ],
        [
          step(
            'create-project, with a member, a task and an upload',
            async ({ token }) => {
              const created = await call('create-project', { token, body: { name: 'Late' } });
              if (created.status !== 201) return created;
              const { id } = created.body;
              const upload = { project_id: id, filename: 'a.txt', file_size: 5 };
              const replies = await Promise.all([
                call('put-member', { token, params: { id, user_id: 'pia' }, body: {} }),
                call('create-task', { token, body: { title: 'Late', project_id: id } }),
                call('presign-upload', { token, body: upload }),
              ]);
              return replies.find(({ status }) => status >= 500) ?? created;
            },
            201,
          ),
        ],
      ],
      after: async ({ organization, query, token }, written) => {
        const isDeleted = [...(await written()).keys()].some((name) => name.endsWith(`ORG#${organization}\nTOMBSTONE`));
        const systems = await call('list-external-systems', { query, token });
        expect(systems.status).toBe(isDeleted ? 403 : 200);
        if (!isDeleted) {
          const records = [...(await written()).keys()].filter((name) => name.endsWith('\nSYSTEM'));
          expect(systems.body.length).toBe(records.length);
          return;
        }
        await removeOrganization(written);
        const left = withoutExpiring(await written());
        expect(kindsOf(left)).toEqual(['ORG TOMBSTONE']);
        expect(left.size).toBe(1);
      },
    }),
  TIMEOUT,
);

/** Single-sheet documents: two revisions of A-1, a page that may be a third one, and S-1. */
const newSheets = async () => {
  const project = await newProject();
  const stated = {
    older: ['A-1', 'A', 0.9],
    newer: ['A-1', 'B', 0.9],
    unsure: ['A-1', 'C', 0.4],
    steel: ['S-1', 'A', 0.9],
  };
  const documents = { older: '', newer: '', unsure: '', steel: '' };
  for (const [name, [number, revision, confidence]] of Object.entries(stated)) {
    const body = await announced(project, name);
    await ok('create-document', { body });
    documents[name as keyof typeof documents] = body.document_id;
    await readSheet(project, body.document_id, String(number), String(revision), Number(confidence));
  }
  const idOf = (key: string) => sheetIdOf({ project_id: project, key });
  return { project, documents, sheets: { a: idOf('A1'), s: idOf('S1') }, acknowledged: new Set<string>() };
};
type Sheets = Awaited<ReturnType<typeof newSheets>>;

/** What processing writes once it has read the title block of a document's only page. */
const readSheet = (project: string, id: string, sheet_number: string, revision: string, confidence: number) => {
  const fields = { page: 1, sheet_number, title: 'PLAN', revision, date: null, scale: null };
  const sheets = [
    { ...fields, confidence: { sheet_number: confidence, title: 0.9, revision: 0.9, date: 0, scale: 0 } },
  ];
  return ports['documents.write'].change('acme', project, id, { sheets }, { writeId: randomUUID(), now: new Date() });
};

/** Corrections of sheets, each of other fields, so that no acknowledged one may be missing at the end. */
const CORRECTIONS: Record<string, ['a' | 's', (documents: Sheets['documents']) => object, Partial<SheetCorrection>]> = {
  title: ['a', () => ({ title: 'Corrected' }), { title: 'Corrected' }],
  void: ['a', () => ({ is_void: true }), { is_void: true }],
  choose: ['a', ({ older }) => ({ current: { document_id: older, page: 1 } }), {}],
  confirm: ['a', ({ unsure }) => ({ confirm: [{ document_id: unsure, page: 1 }] }), {}],
  reject: ['a', ({ newer }) => ({ reject: [{ document_id: newer, page: 1 }] }), {}],
  discipline: ['s', () => ({ discipline: 'structural' }), { discipline: 'structural' }],
};
const correcting: Step<Sheets>[] = Object.entries(CORRECTIONS).map(([name, [sheet, body]]) =>
  step(
    `update-sheet ${name}`,
    async ({ documents, sheets, acknowledged }) => {
      const reply = await call('update-sheet', { params: { sheet_id: sheets[sheet] }, body: body(documents) });
      if (reply.status === 200) acknowledged.add(name);
      return reply;
    },
    200,
  ),
);
const merging = step<Sheets>(
  'update-sheet merge',
  ({ sheets }) => call('update-sheet', { params: { sheet_id: sheets.s }, body: { merged_into: sheets.a } }),
  200,
);
const onSheetDocument = (id: string, name: keyof Sheets['documents'], status: number, body?: object): Step<Sheets> =>
  step(
    `${id} ${name}`,
    ({ documents }) => {
      const params = { document_id: documents[name], ...(body && { page: '1' }) };
      return call(id, { params, ...(body && { body }) });
    },
    status,
  );

/** The register as its definition states it: from the records of all documents and corrections. */
const statedSheets = async ({ project, documents }: Sheets) => {
  const records = await ports['documents.read'].getMany('acme', Object.values(documents));
  const standing = records.flatMap((each) => (each && !each.is_deleted ? [each] : []));
  const holders = standing.map(({ document_id, created_at, sheets }) => {
    return { document_id, created_at, sheets: readSheetLines(writeSheetLines(sheets) ?? '[]') };
  });
  const place = { list: 'inProject', parent: project } as const;
  return registerSheets(holders, await ports['sheet-corrections.read'].entries('acme', place));
};

test(
  'the register of sheets is what documents and corrections state, and no acknowledged correction is lost',
  () =>
    race<Sheets>({
      arrange: newSheets,
      refresh: async ({ acknowledged }) => acknowledged.clear(),
      always: [correcting.slice(0, 3), correcting.slice(2, 5), [correcting[5]!, merging]],
      steps: [
        correcting,
        [merging],
        [
          onSheetDocument('correct-sheet', 'newer', 200, { sheet_number: 'S-1' }),
          onSheetDocument('correct-sheet', 'steel', 200, { sheet_number: 'A-1', revision: 'D' }),
        ],
        [
          onSheetDocument('delete-document', 'newer', 200),
          onSheetDocument('delete-document', 'unsure', 200),
          onSheetDocument('restore-document', 'newer', 200),
        ],
        [
          step(
            'processing reads unsure again',
            ({ project, documents }) =>
              work('process-document', async () => {
                await readSheet(project, documents.unsure, 'A-1', 'C', 0.9);
              }),
            200,
          ),
        ],
      ],
      after: async (world) => {
        const { project, documents, sheets, acknowledged } = world;
        const { body } = await call('list-sheets', { query: `project_id=${project}&current=false` });
        const stated = await statedSheets(world);
        const facts = (id: string, current: { document_id: string }, ...rest: unknown[]) =>
          [id, current.document_id, ...rest] as const;
        expect(
          body.items.map((each: Reply['body']) =>
            facts(each.id, each.current, each.title, each.is_void, each.revision_count, each.proposal_count),
          ),
        ).toEqual(
          stated.map(({ key, current, title, is_void, revisions, proposals }) =>
            facts(sheetIdOf({ project_id: project, key }), current, title, is_void, revisions.length, proposals.length),
          ),
        );
        const current = new Set(stated.map((each) => each.current.document_id));
        const superseded = new Set(stated.flatMap(({ revisions }) => revisions.map(({ document_id }) => document_id)));
        for (const id of Object.values(documents)) {
          const answered = (await call('get-document', { params: { document_id: id }, query: 'view=compact' })).body;
          if (!answered.is_deleted) expect(answered.is_latest).toBe(current.has(id) || !superseded.has(id));
        }
        for (const name of acknowledged) {
          const [sheet, , fields] = CORRECTIONS[name]!;
          const record = await ports['sheet-corrections.read'].get('acme', sheets[sheet]);
          expect(record).toMatchObject(fields);
          if (name === 'choose') expect(record?.current).toMatchObject({ document_id: documents.older });
          const decided = record?.decided.map(({ document_id, accepted }) => `${document_id} ${accepted}`);
          if (name === 'confirm') expect(decided).toContain(`${documents.unsure} true`);
          if (name === 'reject') expect(decided).toContain(`${documents.newer} false`);
        }
      },
    }),
  TIMEOUT,
);

// These leave records behind, so they run after the models, whose workers would find those.

test('a document restored after its purge has read it is not purged', async () => {
  const { documents } = await newStock();
  const params = { document_id: documents.deleted };
  let restored: Reply | undefined;
  await interposed(
    async (attempt, send) => {
      if (
        restored === undefined &&
        attempt.operation === 'TransactWriteItems' &&
        /purge_started_at/.test(attempt.body)
      ) {
        restored = { id: '', status: 0, body: {} };
        restored = await call('restore-document', { params });
      }
      return send();
    },
    () => work('purge-documents', () => runAt(ports, 'purge-documents', later(31 * DAY))),
  );
  expect(restored?.status).toBe(200);
  const { status, body } = await call('get-document', { params });
  expect([status, body.is_deleted, body.title]).toEqual([200, false, restored?.body.title]);
});

/** Whether the table has anything under the document's id. */
const isLeft = async (document: string): Promise<boolean> =>
  [...(await tables.all()).keys()].some((name) => name.includes(`#DOCUMENT#${document}\n`));
const remove = async (document: string): Promise<void> => {
  await ok('delete-document', { params: { document_id: document } });
  await runAt(ports, 'purge-documents', later(31 * DAY));
};

test.each<[string, (stock: Stock) => Promise<Reply>, number, Name]>([
  ['a task that is deleted', ({ task }) => call('delete-task', { params: { id: task } }), 204, 'root'],
  [
    'a comparison that is created',
    ({ documents }) =>
      call('create-comparison', {
        body: { original_document_id: documents.root, comparison_document_id: documents.second },
      }),
    404,
    'second',
  ],
])('%s does not bring back a document that is purged at the last moment', async (_, act, status, name) => {
  const stock = await newStock();
  let purged = false;
  const reply = await interposed(
    async (attempt, send) => {
      if (!purged && attempt.operation === 'TransactWriteItems') {
        purged = true;
        await remove(stock.documents[name]);
      }
      return send();
    },
    () => act(stock),
  );
  expect([purged, reply.status]).toEqual([true, status]);
  expect(await isLeft(stock.documents[name])).toBe(false);
});

/** Requests that create or restore something in a project. */
const entering = ({ project, documents, revisions }: Stock): Record<string, () => Promise<Reply>> => ({
  'create-task': () => call('create-task', { body: { title: 'New', project_id: project, document_ids: [] } }),
  'create-task on a document': () =>
    call('create-task', { body: { title: 'New', project_id: project, document_ids: [documents.root] } }),
  'create-document': () => call('create-document', { body: revisions.r1 }),
  'restore-document': () => call('restore-document', { params: { document_id: documents.deleted } }),
  'presign-upload': () => call('presign-upload', { body: { project_id: project, filename: 'a.txt', file_size: 5 } }),
  'put-member': () => call('put-member', { params: { id: project, user_id: 'pia' }, body: {} }),
  'create-report': () =>
    call('create-report', { body: { project_id: project, type: 'document_register', format: 'csv' } }),
  'create-comparison': () =>
    call('create-comparison', {
      body: { original_document_id: documents.root, comparison_document_id: documents.second },
    }),
});
const ENTERING = Object.keys(entering({ documents: {}, revisions: {} } as Stock));

test.each(ENTERING)('%s that read a project before its deletion is rejected', async (name) => {
  const stock = await newStock();
  let deleted: number | undefined;
  const reply = await interposed(
    async (attempt, send) => {
      if (deleted === undefined && attempt.operation === 'TransactWriteItems') {
        deleted = 0;
        deleted = (await call('delete-project', { params: { id: stock.project }, query: 'cascade=true' })).status;
      }
      return send();
    },
    entering(stock)[name] as () => Promise<Reply>,
  );
  expect([deleted, reply.status]).toEqual([204, 404]);
});

test('nothing is created in a project between the count of its records and its deletion', async () => {
  const stock = await newStock();
  const inEmpty = entering({ ...stock, project: stock.empty, revisions: { r1: stock.arriving } as never });
  const answers: [string, number][] = [];
  const reply = await interposed(
    async (attempt, send) => {
      if (answers.length === 0 && /DUE#PROJECT/.test(attempt.body)) {
        for (const name of ['create-task', 'create-document', 'presign-upload', 'put-member', 'create-report']) {
          answers.push([name, 0]);
          const { status } = await (inEmpty[name] as () => Promise<Reply>)();
          answers.splice(-1, 1, [name, status]);
        }
      }
      return send();
    },
    () => call('delete-project', { params: { id: stock.empty } }),
  );
  expect(answers.map(([name, status]) => `${name} ${status}`)).toEqual(
    ['create-task', 'create-document', 'presign-upload', 'put-member', 'create-report'].map((name) => `${name} 409`),
  );
  expect(reply.status).toBe(204);
});

test('a rejected deletion does not reopen a project that another request has deleted', async () => {
  const stock = await newStock();
  const params = { id: stock.project };
  const statuses: number[] = [];
  /** Runs `act` before the first write to the project's gates is sent. */
  const overtaken = async (work: () => Promise<Reply>, act: () => Promise<unknown>): Promise<void> => {
    let met = false;
    const { status } = await interposed(async ({ operation, body }, send) => {
      if (!met && operation === 'TransactWriteItems' && /"GATE"/.test(body)) {
        met = true;
        await interposed((_, sendOther) => sendOther(), act);
      }
      return send();
    }, work);
    statuses.push(status);
  };
  const deleteWithContents = async () => {
    statuses.push((await call('delete-project', { params, query: 'cascade=true' })).status);
  };
  // The task has read the project, and so has the request that deletes it only if it is empty.
  await overtaken(
    () => call('create-task', { body: { title: 'Late', project_id: stock.project } }),
    () => overtaken(() => call('delete-project', { params }), deleteWithContents),
  );
  expect(statuses).toEqual([204, 409, 404]);
});
