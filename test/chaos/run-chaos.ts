import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startChildService } from '../support/child-service.ts';
import { type Api, eventually } from '../support/service.ts';
import { Client, randomOf } from './load.ts';

const root = resolve(import.meta.dirname, '../..');
const disturb = pathToFileURL(join(import.meta.dirname, 'disturb.mjs')).href;
const MINUTE = 60_000;

export interface ChaosOutcome {
  seed: number;
  kills: number;
  requests: number;
  /** Requests that got no answer, or one that says to come again. */
  unanswered: number;
  documents: number;
  tasks: number;
  /** What was lost, doubled or answered wrongly. */
  problems: string[];
  /** What `operate -- audit` printed at the end. */
  audit: string;
}

/** A token as the service's own clock would have it. */
const withClock = <T>(offset: number, act: () => Promise<T>): Promise<T> => {
  const { now } = Date;
  Date.now = () => now() + offset;
  try {
    return act();
  } finally {
    Date.now = now;
  }
};

/** How often the audit is asked for: the index of search follows a while after the last change. */
const AUDITS = 6;

/** What `operate -- audit` prints once it finds nothing, or at last. */
const audited = async (dataDir: string): Promise<string> => {
  const { NODE_OPTIONS: _, ...environment } = process.env;
  for (let attempt = 1; ; attempt++) {
    const { promise, resolve: printed } = Promise.withResolvers<string>();
    const options = { cwd: root, env: { ...environment, DATA_DIR: dataDir } };
    execFile(process.execPath, ['infra/commands/operate.ts', 'audit'], options, (_error, out, err) =>
      printed(out + err),
    );
    const output = await promise;
    if (/"findings": \[\]/.test(output) || attempt === AUDITS) return output;
  }
};

/**
 * Runs the whole service under the load of several clients, kills it again and again, its clock right at times and
 * a minute off at others, and compares in the end what is there with what clients were told.
 *
 * @param until whether the load ends after that many kills
 */
export const runChaos = async (
  {
    seed,
    clients: count,
    until,
    betweenKills,
  }: { seed: number; clients: number; until: (kills: number) => boolean; betweenKills: readonly [number, number] },
  tell: (text: string) => void = () => {},
): Promise<ChaosOutcome> => {
  const random = randomOf(seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'chaos-'));
  let offset = 0;
  let port = 0;
  const begin = async (likelihood: string) => {
    const service = await startChildService({
      dataDir,
      port,
      environment: {
        LEASE_SECONDS: '2',
        SWEEP_AFTER_SECONDS: '2',
        CHAOS: likelihood,
        CHAOS_CLOCK_MS: String(offset),
        NODE_OPTIONS: `--import=${disturb}`,
      },
    });
    port = service.port;
    return service;
  };
  let service = await begin('1');
  let current: Promise<Api> | undefined;
  const newApi = async (): Promise<Api> =>
    service.withToken(await withClock(offset, () => service.token({ role: 'org_admin' })));
  const api = () => {
    current ??= newApi();
    return current;
  };
  let isOver = false;
  const clients = Array.from({ length: count }, (_, i) => new Client(`client-${i}`, api, seed * 100 + i, () => isOver));
  const running = clients.map(async (client) => {
    await client.begin();
    await client.run();
  });
  let kills = 0;
  try {
    while (!until(kills)) {
      const [least, most] = betweenKills;
      await new Promise((resolve) => setTimeout(resolve, least + random() * (most - least)));
      await service.kill();
      kills++;
      offset = random() < 0.5 ? 0 : seed % 2 === 0 ? MINUTE : -MINUTE;
      service = await begin('1');
      current = undefined;
      tell(
        `kill ${kills}: ${clients.reduce((sum, { requests }) => sum + requests, 0)} requests, clock ${offset / 1000} s`,
      );
    }
    isOver = true;
    await Promise.all(running);
    // What is left is done without disturbance, by the right clock.
    await service.kill();
    offset = 0;
    service = await begin('0');
    current = undefined;
    await eventually(
      async () => (await Promise.all(clients.map((client) => client.isQuiet()))).every(Boolean) || undefined,
      300,
    );
    for (const client of clients) await client.verify();
    const sum = (of: (client: Client) => number) => clients.reduce((total, client) => total + of(client), 0);
    return {
      seed,
      kills,
      requests: sum(({ requests }) => requests),
      unanswered: sum(({ unanswered }) => unanswered),
      documents: sum(({ documents }) => documents.length),
      tasks: sum(({ tasks }) => tasks.length),
      problems: clients.flatMap(({ problems }) => problems),
      audit: await audited(dataDir),
    };
  } finally {
    isOver = true;
    await service.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
};
