import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as fc from 'fast-check';
import { expect, vi } from 'vitest';
import { tableFindings } from '../../../infra/operator/audit.ts';
import type { Target } from '../../../infra/operator/target.ts';
import { adapter as registers } from '../../../shared/aws/adapters/register.read.ts';
import { provide } from '../../../shared/http/provide.ts';
import { context } from '../../contract/samples.ts';
import { interposed, type SdkAttempt } from '../../support/sdk-calls.ts';
import type { Service } from '../../support/service.ts';
import { contradictions } from './contradictions.ts';
import type { Items, Tables } from './table-state.ts';

interface Asked {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  /** The bearer token, in place of the platform administrator's. */
  token?: string;
}
export interface Reply {
  id: string;
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every operation
  body: any;
}
export type Call = (id: string, asked?: Asked) => Promise<Reply>;

/** Calls operations' handlers in this process, as the gateway does. @param token of the caller */
export const callerOf =
  (service: Service, token: string): Call =>
  async (id, { params, query = '', body, token: bearer = token } = {}) => {
    const { operation, handler } = service.operations.find((each) => each.operation.id === id) ?? expect.fail(id);
    const event = {
      version: '2.0',
      routeKey: `${operation.method} ${operation.path}`,
      rawPath: operation.path,
      rawQueryString: query,
      headers: { authorization: `Bearer ${bearer}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      requestContext: { requestId: randomUUID(), http: { method: operation.method, path: operation.path } },
      ...(params && { pathParameters: params }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      isBase64Encoded: false,
    } as unknown as APIGatewayProxyEventV2;
    const result = (await handler(event, context(id))) as { statusCode: number; body?: string };
    return { id, status: result.statusCode, body: result.body ? JSON.parse(result.body) : {} };
  };

/** Something that happens concurrently with others. */
export interface Step<W> {
  name: string;
  act: (world: W) => Promise<Reply>;
  /** The status that it answers when nothing else happens; if absent, the step is not tried alone. */
  alone?: number;
}

/** What the steps of one run share: existing records, and their requests to the services. */
class Race<W> {
  readonly world: W;
  readonly attempts: SdkAttempt[];
  readonly running: Promise<unknown>[] = [];
  readonly replies: Reply[] = [];
  readonly #scheduler: fc.Scheduler;

  constructor(world: W, attempts: SdkAttempt[], scheduler: fc.Scheduler) {
    this.world = world;
    this.attempts = attempts;
    this.#scheduler = scheduler;
  }

  /** Begins the step; each of its calls waits until the scheduler releases it. */
  begin({ name, act }: Step<W>): void {
    const running = interposed(
      async (attempt, send) => {
        this.attempts.push(attempt);
        // Counters of requests affect nothing else.
        if (!/LIMITS#/.test(attempt.body)) {
          await this.#scheduler.schedule(Promise.resolve(), `${name}: ${attempt.service} ${attempt.operation}`);
        }
        return send();
      },
      () => act(this.world),
    );
    this.running.push(running.then((reply) => this.replies.push(reply)));
  }
}

type Nothing = Record<string, never>;
type Command<W> = fc.AsyncCommand<Nothing, Race<W>> & fc.WithToStringMethod;
const commandOf = <W>(step: Step<W>): Command<W> => ({
  check: () => true,
  run: async (_, race) => race.begin(step),
  toString: () => step.name,
  [fc.toStringMethod]: () => step.name,
});

/** Statuses that an operation may answer under concurrency. */
const ALLOWED = new Set([200, 201, 202, 204, 403, 404, 409, 422, 503]);

export interface Model<W> {
  /** Creates the records that the steps of every run use. */
  arrange: () => Promise<W>;
  /** Restores what runs remove outside the tables. */
  refresh?: (world: W) => Promise<void>;
  /** Groups are drawn with equal probability, then the steps within a group. */
  steps: readonly (readonly Step<W>[])[];
  /** One of these groups takes part in every run with all of its steps: those most likely to collide. */
  always: readonly (readonly Step<W>[])[];
  /** What must hold at the end; `written` is everything that this run has written to the tables. */
  after: (world: W, written: () => Promise<Items>) => Promise<void>;
}
export interface RaceOptions {
  tables: Tables;
  target: Target;
  runs: number;
  seed: number;
  /** Called once for each interleaving. */
  count: () => void;
}

/** Number of concurrent steps, besides those that always take part. */
const STEPS = { minLength: 1, maxLength: 4 };

/**
 * Runs steps of the model in many orders of their calls, each time from the same state of the tables, and then checks
 * the invariants. Each step is first tried alone, so that each can succeed.
 */
export const races = async <W>(model: Model<W>, { tables, target, runs, seed, count }: RaceOptions): Promise<void> => {
  const before = await tables.all();
  const written = async (): Promise<Items> => new Map([...(await tables.all())].filter(([name]) => !before.has(name)));
  const world = await model.arrange();
  const arranged = await tables.all();

  const inWorld = async (act: (attempts: SdkAttempt[]) => Promise<void>): Promise<void> => {
    const attempts: SdkAttempt[] = [];
    const recorded = <T>(work: () => Promise<T>) =>
      interposed((attempt, send) => {
        attempts.push(attempt);
        return send();
      }, work);
    // Discards what an earlier run left in memory.
    provide({ 'register.read': registers });
    try {
      await model.refresh?.(world);
      await act(attempts);
      expect(await tableFindings(target, undefined)).toEqual([]);
      expect(contradictions(await tables.all())).toEqual([]);
      await recorded(() => model.after(world, written));
    } finally {
      await tables.restore(tables.touched(attempts), arranged);
    }
  };

  // The scheduler decides the waits between attempts.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  try {
    const alone: string[] = [];
    const expected: string[] = [];
    for (const step of [...model.always.flat(), ...model.steps.flat()].filter(({ alone }) => alone !== undefined)) {
      await inWorld(async (attempts) => {
        const reply = await interposed(
          (attempt, send) => {
            attempts.push(attempt);
            return send();
          },
          () => step.act(world),
        );
        alone.push(`${step.name}: ${reply.status}`);
        expected.push(`${step.name}: ${step.alone}`);
      });
    }
    expect(alone).toEqual(expected);
    const drawing = (steps: readonly Step<W>[]) => fc.constantFrom(...steps).map(commandOf);
    const others = fc.array(fc.oneof(...model.steps.map(drawing)), STEPS);
    const run = async (scheduler: fc.Scheduler, first: Command<W>[], drawn: Command<W>[]) =>
      inWorld(async (attempts) => {
        count();
        const race = new Race(world, attempts, scheduler);
        await fc.scheduledModelRun(scheduler, () => ({ model: {}, real: race }), [...first, ...drawn]);
        await scheduler.waitFor(Promise.all(race.running));
        for (const { id, status, body } of race.replies) {
          expect(ALLOWED.has(status), `${id}: ${status} ${JSON.stringify(body)}`).toBe(true);
        }
      });
    const meeting = fc.constantFrom(...model.always).map((group) => group.map(commandOf));
    await fc.assert(fc.asyncProperty(fc.scheduler(), meeting, others, run), {
      ...{ numRuns: runs, endOnFailure: true, seed },
    });
  } finally {
    vi.restoreAllMocks();
    await tables.restore(
      [...(await tables.all()).keys()].filter((name) => !before.has(name)),
      before,
    );
  }
};
