import { readFile, writeFile } from 'node:fs/promises';
import { workers } from '../../functions/workers/registry.ts';
import { handle as runBatch } from '../../functions/workers/run-batch.ts';
import { DUE_SHARDS, type Due } from '../../shared/domain/due.ts';
import type { SentMessage } from '../../shared/queue/messages.ts';
import { type QueueName, queues } from '../../shared/queue/queues.ts';
import type { MessageRun } from '../../shared/queue/worker.ts';

/**
 * The demand of 10, 1,000 and 100,000 organizations on an account in their busiest hour, from the units that `npm run
 * cost` counted, the limits of the queues, and runs of the batch worker over as many users and indexes in simulated
 * time: `node test/bench/scale.ts` writes `bench/results/scale.md`.
 */
const SIZES = [10, 1_000, 100_000];
/** A day of one organization. */
const DAY = {
  users: 100,
  documents: { 'one sheet': 40, 'sixteen sheets': 4, 'a scanned sheet': 4, 'a comparison': 4 },
  /** Of each user. */
  requests: {
    search: 5,
    suggest: 15,
    'list-documents': 15,
    'get-document': 15,
    'download-document': 5,
    'list-tasks': 5,
  },
  mails: 100,
  digests: 10,
};
/** The share of a day's load in the busiest hour. */
const BUSIEST = 0.2;
/** Milliseconds of a request between a function and a service, in simulated time. */
const REQUEST = 15;

/** Default quotas of an account; `operate preflight` reads the real ones. */
const QUOTAS = {
  'functions at once, all together': 1_000,
  'write units of the table a second': 40_000,
  'read units of the table a second': 40_000,
  'requests of the gateway a second': 10_000,
  'mails a second (SES, out of its sandbox)': 14,
  'pages a second (Textract)': 25,
  'tokens embedded a second (Titan v2)': 5_000,
} as const;

const cost = await readFile('bench/results/cost.md', 'utf8');
const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const number = (text: string | undefined) => Number(text || 0);

interface Work {
  runs: number;
  milliseconds: number;
  read: number;
  write: number;
  pages: number;
}
/** The use of each worker for a document of a kind, with the milliseconds of all its runs. */
const taken = new Map<string, Map<string, Work>>();
let kind = '';
for (const line of cost
  .split('\n## ')
  .find((part) => part.startsWith('What they take'))!
  .split('\n')) {
  const [name = '', runs, milliseconds, read, write, , , , pages] = cells(line);
  const heading = /^\*\*(.+)\*\*$/.exec(name)?.[1];
  if (heading) {
    kind = heading;
    taken.set(kind, new Map());
  } else if (/ MB, /.test(name)) {
    const work = {
      runs: number(runs),
      milliseconds: number(milliseconds),
      read: number(read),
      write: number(write),
      pages: number(pages),
    };
    taken.get(kind)!.set(name.split(' ')[0]!, work);
  }
}
/** The use of each operation. */
const operations = new Map<string, { milliseconds: number; read: number; write: number }>();
for (const line of cost
  .split('\n## ')
  .find((part) => part.startsWith('A million requests'))!
  .split('\n')) {
  const [name = '', , milliseconds, read, write] = cells(line);
  if (milliseconds)
    operations.set(name, { milliseconds: number(milliseconds), read: number(read), write: number(write) });
}

const queueOf = new Map(
  workers.flatMap(({ worker }) =>
    'queue' in worker ? [[worker.id as string, worker.queue as QueueName] as const] : [],
  ),
);
/** Number of tokens in the pieces of a document. */
const TOKENS = { 'one sheet': 1_000, 'sixteen sheets': 13_000, 'a scanned sheet': 1_000, 'a comparison': 0 };

/** The demand per second in the busiest hour, by limited resource. */
const demandOf = (organizations: number): Map<string, number> => {
  const demand = new Map<string, number>();
  const add = (what: string, amount: number) => demand.set(what, (demand.get(what) ?? 0) + amount);
  const aSecond = (aDay: number) => (organizations * aDay * BUSIEST) / 3600;
  for (const [of, count] of Object.entries(DAY.documents)) {
    const each = aSecond(count);
    add('tokens embedded a second (Titan v2)', each * TOKENS[of as keyof typeof TOKENS]);
    for (const [worker, { milliseconds, read, write, pages }] of taken.get(of)!) {
      add('functions at once, all together', (each * milliseconds) / 1000);
      add('read units of the table a second', each * read);
      add('write units of the table a second', each * write);
      add('pages a second (Textract)', each * pages);
      const queue = queueOf.get(worker);
      if (queue && queue !== 'mail')
        add(`runs at once of \`${queue}\` (limit of the queue)`, (each * milliseconds) / 1000);
    }
  }
  for (const [operation, count] of Object.entries(DAY.requests)) {
    const each = aSecond(count * DAY.users);
    const { milliseconds, read, write } = operations.get(operation)!;
    add('requests of the gateway a second', each);
    add('functions at once, all together', (each * milliseconds) / 1000);
    add('read units of the table a second', each * read);
    add('write units of the table a second', each * write);
  }
  add('mails a second (SES, out of its sandbox)', aSecond(DAY.mails));
  return demand;
};

/** Runs the batch worker through a job in simulated time; returns its runs, messages and hours. */
const simulate = async (first: SentMessage<'batches'>[], due: Due[], indexes: number) => {
  let clock = Date.UTC(2026, 10, 23, 6);
  const now = Date.now;
  Date.now = () => clock;
  let [requests, runs, sent, next] = [0, 0, 0, 0];
  const asking = () => {
    requests++;
    // 16 are concurrent; reads wait alone.
    clock += REQUEST / 16;
  };
  const sending = () => {
    asking();
    sent++;
  };
  const reading = () => {
    requests++;
    clock += REQUEST;
  };
  const batches = [...first];
  const ports = {
    'digests.write': {
      due: async (_shard: number, _before: string, limit: number) => {
        reading();
        return due.slice(next, next + limit);
      },
      asked: async () => {
        asking();
        next++;
      },
    },
    'queue.mail': { send: async () => sending() },
    'search.known': {
      page: async (after: string | undefined, limit: number) => {
        reading();
        const from = after === undefined ? 0 : Number(after) + 1;
        return Array.from({ length: Math.max(0, Math.min(limit, indexes - from)) }, (_, i) => String(from + i));
      },
      untended: async (ids: readonly string[]) => {
        reading();
        return ids;
      },
    },
    'queue.search': { send: async () => sending() },
    'queue.batches': { send: async (rest: SentMessage<'batches'>) => void batches.push(rest) },
  };
  const started = clock;
  for (let batch = batches.shift(); batch; batch = batches.shift()) {
    runs++;
    await runBatch(batch, ports as never, { now: new Date(clock), deadline: clock + 300_000 } as MessageRun);
  }
  Date.now = now;
  return { runs, sent, requests, minutes: (clock - started) / 60_000 };
};

const shown = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 });
const demands = SIZES.map(demandOf);
const limitOf = (what: string): number => {
  const queue = /^runs at once of `(.+)`/.exec(what)?.[1] as QueueName | undefined;
  return queue ? queues[queue].concurrency.cloud : QUOTAS[what as keyof typeof QUOTAS];
};
const rows = [...demands.at(-1)!.keys()]
  .map((what) => ({ what, limit: limitOf(what), asked: demands.map((demand) => demand.get(what)!) }))
  .sort((a, b) => b.asked.at(-1)! / b.limit - a.asked.at(-1)! / a.limit);
const jobs: string[] = [];
for (const organizations of SIZES) {
  process.env.LOG_LEVEL = 'silent';
  const people = (organizations * DAY.digests) / DUE_SHARDS;
  const due = Array.from(
    { length: people },
    (_, i): Due => ({ organization_id: `o${i}`, id: `u${i}`, at: '2026-11-22' }),
  );
  const before = '2026-11-23T06:00:00.000Z';
  const digests = await simulate([{ job: 'digests', shard: 0, before }], due, 0);
  const indexes = await simulate([{ job: 'indexes', after: null }], [], organizations);
  jobs.push(
    `| ${organizations.toLocaleString('en')} | ${shown(organizations * DAY.digests)} digests: ${DUE_SHARDS} × ${digests.runs} runs, ${digests.minutes.toFixed(1)} min, ${shown(digests.requests * DUE_SHARDS)} requests | ${shown(indexes.sent)} indexes: ${indexes.runs} runs, ${indexes.minutes.toFixed(1)} min, ${shown(indexes.requests)} requests |`,
  );
}
const breaks = SIZES.map((organizations, i) => {
  const over = rows.filter(({ asked, limit }) => asked[i]! > limit);
  const [first] = rows
    .map(({ what, asked, limit }) => ({ what, share: asked[i]! / limit }))
    .sort((a, b) => b.share - a.share);
  const names = over.map(({ what, asked, limit }) => `${what} (${shown(asked[i]! / limit)} ×)`).join('; ');
  return `| ${organizations.toLocaleString('en')} | ${names || `nothing; nearest: ${first!.what}, ${shown(first!.share * 100)} %`} |`;
});
const report = `# What breaks first

One organization has ${DAY.users} users and, a day, ${Object.entries(DAY.documents)
  .map(([of, count]) => `${count} × ${of}`)
  .join(', ')}, ${DAY.mails} mails, ${DAY.digests} digests, and of each user ${Object.entries(DAY.requests)
  .map(([of, count]) => `${count} × \`${of}\``)
  .join(
    ', ',
  )}. A fifth of the day falls into the busiest hour. Units and milliseconds of documents and operations are those that \`npm run cost\` counted (\`cost.md\`); limits are the queues' own (\`shared/queue/queues.ts\`) and default quotas, which \`operate preflight\` compares with the account's. A new account runs 10 functions at once: that comes first of all.

| organizations | over its limit in the busiest hour |
|---|---|
${breaks.join('\n')}

| in the busiest hour | limit | ${SIZES.map((size) => size.toLocaleString('en')).join(' | ')} |
|---|---:|${SIZES.map(() => '---:').join('|')}|
${rows.map(({ what, limit, asked }) => `| ${what} | ${limit.toLocaleString('en')} | ${asked.map(shown).join(' | ')} |`).join('\n')}

Jobs of the clock, by the real worker in simulated time with ${REQUEST} ms a request; the shards of digests run side by side:

| organizations | digests | search indexes |
|---|---|---|
${jobs.join('\n')}

One organization alone is bounded by its own partitions: 500 changes a second for search and for each project's register, and one worker at a time on its index.
`;
await writeFile('bench/results/scale.md', report);
console.log(report);
