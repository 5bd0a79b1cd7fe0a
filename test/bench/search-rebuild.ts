import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { embedder as hashing } from '../../infra/local/bedrock.ts';
import { adapter as searchIndex } from '../../shared/aws/adapters/search.index.ts';
import { tableOf } from '../../shared/aws/clients/table.ts';
import { WRITE_BATCH, writeBatch } from '../../shared/aws/dynamodb/write-batch.ts';
import { quantised } from '../../shared/aws/search/segments/clusters.ts';
import { environment } from '../../shared/environment.ts';
import type { StoredPiece } from '../../shared/ports.ts';
import { itemsOf } from '../operations/support/register-world.ts';
import { startService } from '../support/service.ts';
import { documentOf, organizationItems } from './search/made.ts';
import { wordOf } from './search/made-index.ts';
import { peakWhile, residentMegabytes } from './throughput/memory.ts';
import { writeResults } from './write-results.ts';

/**
 * Rebuilds an organization's index from the table with the embedded services, the object store on disk: time and memory
 * by the number of chunks. `node test/bench/search-rebuild.ts`; each size runs in a process of its own.
 */
const SIZES = (process.env.BENCH_CHUNKS ?? '30000,100000,300000').split(',').map(Number);
const PIECES = 25;
const PROJECTS = 10;

interface Row {
  chunks: number;
  seconds: number;
  runs: number;
  before: number;
  peak: number;
}

/** Rebuilds one index with that many chunks in this process. */
const rebuild = async (chunks: number): Promise<Row> => {
  const service = await startService({}, { idle: true, limited: true });
  const table = tableOf(environment());
  const each = Math.round(chunks / PIECES / PROJECTS);
  const items = function* () {
    yield* organizationItems('large', PROJECTS, 0);
    for (let project = 0; project < PROJECTS; project++) {
      for (let i = 0; i < each; i++) {
        yield* itemsOf({ ...documentOf('large', project, i), chunks_count: PIECES }, { withRecord: true });
      }
    }
  };
  let batch: Record<string, unknown>[] = [];
  const write = async () => {
    await writeBatch(
      table,
      batch.map((Item) => ({ PutRequest: { Item } })),
    );
    batch = [];
  };
  for (const item of items()) if (batch.push(item) === WRITE_BATCH) await write();
  if (batch.length > 0) await write();

  const embedder = hashing();
  let made = 0;
  const piecesOf = async (): Promise<StoredPiece[]> => {
    const seed = made++;
    const texts = Array.from({ length: PIECES }, (_, i) =>
      Array.from({ length: 60 }, (_word, at) =>
        wordOf((((seed * 31 + i * 17 + at * at * 7) % 997) ** 2 * 0.04) | 0),
      ).join(' '),
    );
    const vectors = await embedder.embed(texts);
    return texts.map((text, i) => ({ pages: [[0, 1]] as never, text, vector: quantised(vectors[i]!) ?? null }));
  };
  const index = searchIndex(environment());
  globalThis.gc?.();
  const before = residentMegabytes(process.pid);
  const from = performance.now();
  let runs = 0;
  const { peak } = await peakWhile(process.pid, async () => {
    for (;;) {
      runs++;
      const until = Date.now() + 240_000;
      const ended = await index.rebuild('large', {
        ...{ owner: randomUUID(), embedder, piecesOf, until, signal: AbortSignal.timeout(280_000) },
      });
      if (ended !== 'unfinished') return;
    }
  });
  const seconds = (performance.now() - from) / 1000;
  await service.end();
  return { chunks, seconds, runs, before, peak };
};

const [single] = process.argv.slice(2);
if (single !== undefined) {
  process.stdout.write(`${JSON.stringify(await rebuild(Number(single)))}\n`);
  process.exit(0);
}
const rows = SIZES.map((size): Row => {
  const out = execFileSync(process.execPath, [import.meta.filename, String(size)], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const row = JSON.parse(out.trim().split('\n').at(-1) ?? '') as Row;
  console.log(row);
  return row;
});
const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`;
await writeResults(
  'search-rebuild',
  `# Rebuilding a search index

${machine}, load ${loadavg()[1]?.toFixed(1)} over the last five minutes. From the table, with the embedded parts, all in one process: pieces of 60 words and ${PIECES} to a document, vectors of 512 numbers made by the embedder of one machine.

| pieces | seconds | runs of the worker | memory before | memory at most |
|---:|---:|---:|---:|---:|
${rows.map(({ chunks, seconds, runs, before, peak }) => `| ${chunks.toLocaleString('en')} | ${seconds.toFixed(0)} | ${runs} | ${before.toFixed(0)} MB | ${peak.toFixed(0)} MB |`).join('\n')}
`,
);
