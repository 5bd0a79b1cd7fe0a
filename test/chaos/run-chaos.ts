import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startChildService } from '../support/child-service.ts';
import { type Api, eventually } from '../support/service.ts';
import { Client, randomOf } from './load.ts';

const root = resolve(import.meta.dirname, '../..');
const disturb = pathToFileURL(join(import.meta.dirname, 'disturb.mjs')).href;
const MINUTE = 60_000;
/** Probability that the disk is full before a kill. */
const FULL_DISK = 0.3;

export interface ChaosOutcome {
  seed: number;
  kills: number;
  /** How often the disk was full. */
  full: number;
  requests: number;
  /** Requests without a response, or with one that asks for a retry. */
  unanswered: number;
  documents: number;
  tasks: number;
  /** Lost or duplicated records, and wrong answers. */
  problems: string[];
  /** The final output of `operate -- audit`. */
  audit: string;
}

/** A token issued by the service's own clock. */
const withClock = <T>(offset: number, act: () => Promise<T>): Promise<T> => {
  const { now } = Date;
  Date.now = () => now() + offset;
  try {
    return act();
  } finally {
    Date.now = now;
  }
};

/** Returns the output of `operate -- audit`. */
const audited = (dataDir: string): Promise<string> => {
  const { NODE_OPTIONS: _, ...environment } = process.env;
  const { promise, resolve: printed } = Promise.withResolvers<string>();
  const options = { cwd: root, env: { ...environment, DATA_DIR: dataDir } };
  execFile(process.execPath, ['infra/commands/operate.ts', 'audit'], options, (_error, out, err) =>
    printed(out || err),
  );
  return promise;
};

const BALLAST = 'ballast';
/** Uses up all the free space of a disk; `freeDisk` releases it. */
const fillDisk = async (directory: string): Promise<void> => {
  const file = join(directory, BALLAST);
  try {
    for (;;) await appendFile(file, Buffer.alloc(2 ** 20));
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error;
  }
};
const freeDisk = (directory: string) => rm(join(directory, BALLAST), { force: true });

/**
 * Runs the whole service under the load of several clients, kills it repeatedly, with its clock sometimes a minute off,
 * and finally compares its records with what clients were answered.
 *
 * @param until whether the load ends after that many kills
 * @param betweenKills minimum and maximum in milliseconds; if absent, each kill comes while a worker has the lease of a
 * document
 * @param disk a directory that is a small file system of its own: it holds the data, and is sometimes filled up
 */
export const runChaos = async (
  {
    seed,
    clients: count,
    until,
    betweenKills,
    disk,
  }: {
    seed: number;
    clients: number;
    until: (kills: number) => boolean;
    betweenKills?: readonly [number, number];
    disk?: string | undefined;
  },
  tell: (text: string) => void = () => {},
): Promise<ChaosOutcome> => {
  const random = randomOf(seed);
  const dataDir = await mkdtemp(join(disk ?? tmpdir(), 'chaos-'));
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
  let full = 0;
  const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  try {
    while (!until(kills)) {
      const [least, most] = betweenKills ?? [0, 0];
      if (betweenKills) await pass(least + random() * (most - least));
      else await clients[kills % clients.length]?.beginWork();
      if (disk !== undefined && random() < FULL_DISK) {
        full++;
        await fillDisk(disk);
        await pass(random() * least);
        // It is sometimes killed while there is no space, but needs some to start again.
        if (random() < 0.5) await freeDisk(disk);
      }
      await service.kill();
      if (disk !== undefined) await freeDisk(disk);
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
    // The remaining work is done undisturbed, with the right clock.
    await service.kill();
    offset = 0;
    service = await begin('0');
    current = undefined;
    const finished = eventually(
      async () => (await Promise.all(clients.map((client) => client.isQuiet()))).every(Boolean) || undefined,
      300,
    );
    const unfinished = await finished.then(
      () => [],
      () => ['Not every document was finished five minutes after the load'],
    );
    for (const client of clients) await client.verify();
    const sum = (of: (client: Client) => number) => clients.reduce((total, client) => total + of(client), 0);
    return {
      seed,
      kills,
      full,
      requests: sum(({ requests }) => requests),
      unanswered: sum(({ unanswered }) => unanswered),
      documents: sum(({ documents }) => documents.length),
      tasks: sum(({ tasks }) => tasks.length),
      problems: [...unfinished, ...clients.flatMap(({ problems }) => problems)],
      audit: await audited(dataDir),
    };
  } finally {
    isOver = true;
    await service.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
};
