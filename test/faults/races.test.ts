import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tableFindings } from '../../infra/operator/audit.ts';
import { localTarget, type Target } from '../../infra/operator/target.ts';
import { context } from '../contract/samples.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { delivery, runWorker } from '../support/run-worker.ts';
import { interposed, type SdkAttempt, stopInterposing } from '../support/sdk-calls.ts';
import { type Service, startService } from '../support/service.ts';
import { openTables, type Tables } from './support/table-state.ts';

/** Interleavings of each model; `RACES=2000 RACES_SEED=…` for a long run of others. */
const RUNS = Number(process.env.RACES ?? 20);
const SEED = { seed: Number(process.env.RACES_SEED ?? 20) };

let service: Service;
let tables: Tables;
let target: Target;
let token: string;
let interleavings = 0;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: process.env.RACES_LOG ?? 'silent' }, { idle: true });
  tables = await openTables();
  target = localTarget({ DATA_DIR: service.dataDir });
  token = await service.token({ role: 'platform_admin', expiresInSeconds: 86_400 });
});
afterAll(async () => {
  tables.end();
  stopInterposing();
  await service.end();
  if (RUNS > 100) process.stdout.write(`${interleavings} interleavings\n`);
});

interface Asked {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
}
interface Reply {
  id: string;
  status: number;
  body: Record<string, unknown>;
}

/** Calls an operation's handler in this process, as the gateway does. */
const call = async (id: string, { params, query = '', body }: Asked): Promise<Reply> => {
  const { operation, handler } = service.operations.find((each) => each.operation.id === id) ?? expect.fail(id);
  const event = {
    version: '2.0',
    routeKey: `${operation.method} ${operation.path}`,
    rawPath: operation.path,
    rawQueryString: query,
    headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    requestContext: { requestId: randomUUID(), http: { method: operation.method, path: operation.path } },
    ...(params && { pathParameters: params }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
  const result = (await handler(event, context(id))) as { statusCode: number; body?: string };
  return { id, status: result.statusCode, body: result.body ? JSON.parse(result.body) : {} };
};

/** What runs at once: each command begins its operation and leaves its calls to the scheduler. */
class Race {
  readonly running: Promise<Reply>[] = [];
  readonly replies: Reply[] = [];
  readonly attempts: SdkAttempt[] = [];
  readonly #scheduler: fc.Scheduler;

  constructor(scheduler: fc.Scheduler) {
    this.#scheduler = scheduler;
  }

  begin(id: string, asked: Asked): void {
    const act = () => call(id, asked);
    const running = interposed(async (attempt, send) => {
      this.attempts.push(attempt);
      // Counters of requests are in nobody's way here.
      const isCounter = /LIMITS#/.test(attempt.body);
      if (!isCounter)
        await this.#scheduler.schedule(Promise.resolve(), `${id}: ${attempt.service} ${attempt.operation}`);
      return send();
    }, act).then((reply) => {
      this.replies.push(reply);
      return reply;
    });
    this.running.push(running);
  }
}

type Model = Record<string, never>;
/** A command that begins one operation. */
const beginning = (id: string, asked: Asked): fc.AsyncCommand<Model, Race> => ({
  check: () => true,
  run: async (_, race) => race.begin(id, asked),
  toString: () => `${id}(${JSON.stringify({ ...asked.params, ...(asked.body as object) })})`,
});

/** Answers that an operation may give when others come between: never a fault. */
const ALLOWED = new Set([200, 201, 202, 204, 404, 409, 422, 503]);

/**
 * Runs the commands in every order of their calls that the scheduler finds, and checks afterwards what must always hold.
 * What they wrote is taken away again.
 */
const races = async (
  arbitraries: fc.Arbitrary<fc.AsyncCommand<Model, Race>>[],
  after: (race: Race) => Promise<void> = async () => {},
): Promise<void> => {
  const before = await tables.all();
  vi.spyOn(Math, 'random').mockReturnValue(0);
  try {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.commands(arbitraries, { maxCommands: 6 }), async (scheduler, commands) => {
        const race = new Race(scheduler);
        const attempts: SdkAttempt[] = race.attempts;
        interleavings++;
        try {
          await fc.scheduledModelRun(scheduler, () => ({ model: {}, real: race }), commands);
          await scheduler.waitFor(Promise.all(race.running));
          for (const { id, status, body } of race.replies) {
            expect(ALLOWED.has(status), `${id}: ${status} ${JSON.stringify(body)}`).toBe(true);
          }
          expect(await tableFindings(target, undefined)).toEqual([]);
          await interposed(
            (attempt, send) => {
              attempts.push(attempt);
              return send();
            },
            () => after(race),
          );
        } finally {
          await tables.restore(tables.touched(attempts), before);
        }
      }),
      { numRuns: RUNS, endOnFailure: true, ...SEED },
    );
  } finally {
    vi.restoreAllMocks();
  }
};

/** A new document of a project, whose file is yet to come. */
const pending = async (project: string, document_id: string, revision_of?: string) => {
  const asked = { project_id: project, filename: 'a.txt', file_size: 5 };
  const { store_path } = (await call('presign-upload', { body: asked })).body;
  return {
    ...{ document_id, filename: 'a.txt', store_path, project_id: project, processing_status: 'PENDING' },
    ...(revision_of !== undefined && { revision_of }),
  };
};

describe('operations at the same time', () => {
  test('on documents, revisions and tasks', async () => {
    const api = await service.as({ role: 'platform_admin' });
    const project = await createProject(api, `Race ${randomUUID()}`);
    const root = (await uploadForm(api, project, new TextEncoder().encode(randomUUID()), 'a.txt')).body.id as string;
    const second = (await uploadForm(api, project, new TextEncoder().encode(randomUUID()), 'b.txt')).body.id as string;
    const task = (await call('create-task', { body: { title: 'Check', project_id: project, document_ids: [root] } }))
      .body;
    const revisions = await Promise.all(
      ['r1', 'r2', 'r3'].map((id) => pending(project, `${id}-${randomUUID()}`, root)),
    );
    const ids = [root, second, ...revisions.map(({ document_id }) => document_id)];
    const anyId = fc.constantFrom(...ids);
    const someIds = fc.uniqueArray(anyId, { maxLength: 3 });
    await races(
      [
        fc.constantFrom(...revisions).map((body) => beginning('create-document', { body })),
        anyId.map((document_id) => beginning('delete-document', { params: { document_id } })),
        anyId.map((document_id) => beginning('restore-document', { params: { document_id } })),
        anyId.map((document_id) =>
          beginning('update-document', { params: { document_id }, body: { title: 'Renamed' } }),
        ),
        someIds.map((document_ids) =>
          beginning('create-task', { body: { title: 'New', project_id: project, document_ids } }),
        ),
        someIds.map((document_ids) =>
          beginning('update-task', { params: { id: String(task.id) }, body: { document_ids } }),
        ),
        fc.constant(beginning('delete-task', { params: { id: String(task.id) } })),
        anyId.map((id) =>
          beginning('create-comparison', { body: { original_document_id: root, comparison_document_id: id } }),
        ),
      ],
      async () => {
        // Totals say what the list says; of documents the register does, which was compared with them.
        const tasks = await call('list-tasks', { query: `project_id=${project}&size=100` });
        expect((tasks.body.items as unknown[]).length).toBe(tasks.body.total);
      },
    );
  });

  test('on a project that is deleted meanwhile', async () => {
    const api = await service.as({ role: 'platform_admin' });
    const project = await createProject(api, `Doomed ${randomUUID()}`);
    const document = (await uploadForm(api, project, new TextEncoder().encode(randomUUID()), 'a.txt')).body
      .id as string;
    const created = await pending(project, `d-${randomUUID()}`);
    const revision = await pending(project, `r-${randomUUID()}`, document);
    await races(
      [
        fc.constant(beginning('delete-project', { params: { id: project }, query: 'cascade=true' })),
        fc.constant(beginning('delete-project', { params: { id: project } })),
        fc.constantFrom(created, revision).map((body) => beginning('create-document', { body })),
        fc.constant(beginning('delete-document', { params: { document_id: document } })),
        fc.constant(beginning('restore-document', { params: { document_id: document } })),
        fc.constant(
          beginning('create-task', { body: { title: 'New', project_id: project, document_ids: [document] } }),
        ),
        fc.constant(beginning('presign-upload', { body: { project_id: project, filename: 'a.txt', file_size: 5 } })),
        fc
          .constantFrom('pia', 'max')
          .map((user_id) => beginning('put-member', { params: { id: project, user_id }, body: {} })),
        fc
          .constantFrom('pia', 'max')
          .map((user_id) => beginning('delete-member', { params: { id: project, user_id } })),
        fc.constant(beginning('update-project', { params: { id: project }, body: { name: 'Other' } })),
      ],
      async () => {
        const items = [...(await tables.all())].map(([, item]) => item);
        const due = items.find(({ pk, id }) => pk?.S?.startsWith('DUE#PROJECT#') && id?.S === project);
        if (!due) return;
        // What requests may still have been writing has ended long since.
        const { organization_id, id, at } = due;
        const message = { organization_id: organization_id?.S, id: id?.S, at: at?.S };
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 200_000 });
        for (let attempt = 1; attempt <= 3; attempt++)
          await runWorker('remove-project', delivery(message, 'm', attempt));
        vi.useRealTimers();
        // Uploads by link have an end of their own.
        const records = /"S":"(DOCUMENT|TASK|COMPARISON)"/;
        const left = [...(await tables.all())]
          .filter(
            ([, item]) =>
              JSON.stringify(item.project_id ?? '').includes(project) && records.test(JSON.stringify(item.sk)),
          )
          .map(([name]) => name.replaceAll('\n', ' '));
        expect(left).toEqual([]);
      },
    );
  });

  test('on templates, systems, organizations and members', async () => {
    const api = await service.as({ role: 'platform_admin' });
    const project = await createProject(api, `People ${randomUUID()}`);
    const [system_id, organization] = [`s-${randomUUID()}`, `o-${randomUUID()}`];
    const texts = { subject: '{{task_title}}', body: '{{task_title}}', html_body: '<p>{{task_title}}</p>' };
    const template = { name: 'Ours', description: '', template_type: 'custom', created_by: 'ann', ...texts };
    const made = (await call('create-email-template', { body: template })).body._id as string;
    const system = {
      ...{
        system_id,
        system_name: 'A',
        system_type: 'rest_api',
        base_url: 'https://example.com',
        organization_id: 'acme',
      },
      ...{ created_by_user_id: 'ann', authentication_type: 'api_key', credentials: { api_key: 'sample' } },
    };
    const query = 'organization_id=acme';
    const params = { system_id };
    await races([
      fc.constant(beginning('create-external-system', { query, body: system })),
      fc.constant(
        beginning('update-external-system', {
          query,
          params,
          body: { system_name: 'B', credentials: { api_key: 'x' } },
        }),
      ),
      fc.constant(beginning('delete-external-system', { query, params })),
      fc.constant(beginning('create-email-template', { body: template })),
      fc
        .constantFrom('X', 'Y')
        .map((name) =>
          beginning('update-email-template', { params: { template_id: made }, body: { ...template, name } }),
        ),
      fc.constant(beginning('delete-email-template', { params: { template_id: made } })),
      fc.constant(beginning('create-organization', { body: { id: organization, name: 'Quay' } })),
      fc.constant(beginning('delete-organization', { params: { id: organization } })),
      fc
        .constantFrom('pia', 'max')
        .map((user_id) => beginning('put-member', { params: { id: project, user_id }, body: {} })),
      fc.constantFrom('pia', 'max').map((user_id) => beginning('delete-member', { params: { id: project, user_id } })),
    ]);
  });
});
