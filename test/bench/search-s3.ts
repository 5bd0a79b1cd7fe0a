import { randomUUID } from 'node:crypto';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { embedder as hashing } from '../../infra/local/bedrock.ts';
import { deleteObjects } from '../../shared/aws/clients/delete-objects.ts';
import { listingOf, readingFrom, writingTo } from '../../shared/aws/search/blobs.ts';
import { find } from '../../shared/aws/search/find.ts';
import { folderOf } from '../../shared/aws/search/folders.ts';
import { listDocuments } from '../../shared/aws/search/listed-documents.ts';
import { SegmentRef, SegmentStore } from '../../shared/aws/search/segments/segment-store.ts';
import { suggest } from '../../shared/aws/search/suggest-names.ts';
import { startBucket } from '../operations/support/register-world.ts';
import { addEntries, entryOf, viewOf } from '../support/made-segments.ts';
import { PRICES } from './cost/prices.ts';
import { type Passed, startCountingProxy } from './search/counting-proxy.ts';
import { documentOf } from './search/made.ts';
import { wordOf, writeMadeIndex } from './search/made-index.ts';
import { writeResults } from './write-results.ts';

/**
 * Requests of searches and commits to an S3 behind a proxy that counts and delays them: `node test/bench/search-s3.ts
 * http://127.0.0.1:5000` with moto's server or another S3 at that address; without an address, a store in memory
 * without latency, so that times are those of the requests and of this process. `BENCH_CHUNKS` sets the size of the
 * index, `LATE` the milliseconds of a request.
 */
const [endpoint = (await startBucket()).endpoint] = process.argv.slice(2);
const CHUNKS = Number(process.env.BENCH_CHUNKS ?? 40_000);
const LATE = Number(process.env.LATE ?? 20);
const DIMENSIONS = 512;
const proxy = await startCountingProxy(new URL(endpoint), LATE);
const client = new S3Client({
  ...{ endpoint: proxy.url, region: 'us-east-1', forcePathStyle: true },
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  ...{ requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED' },
});
const bucket = { client, name: `bench-${randomUUID()}` };
await client.send(new CreateBucketCommand({ Bucket: bucket.name }));
const blobs = {
  ...{ read: readingFrom(bucket), write: writingTo(bucket), list: listingOf(bucket) },
  remove: (keys: readonly string[]) => deleteObjects(bucket, keys),
};
const size = { projects: Math.max(1, CHUNKS / 1000), documents: CHUNKS / 25, chunks: CHUNKS };
const state = await writeMadeIndex({ blobs, store: new SegmentStore(blobs) }, 'o', size, console.log);
let segments = SegmentRef.array().parse(state.segments);
const folder = folderOf('o', 'made');
const embedder = hashing();

interface Row extends Passed {
  what: string;
  milliseconds: number;
  processor: number;
}
const rows: Row[] = [];
const measured = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  proxy.take();
  const [started, used] = [performance.now(), process.cpuUsage()];
  const answer = await work();
  const { user, system } = process.cpuUsage(used);
  rows.push({ what, milliseconds: performance.now() - started, processor: (user + system) / 1000, ...proxy.take() });
  console.log(JSON.stringify(rows.at(-1)));
  return answer;
};

const requestOf = async (text: string, projects: ReadonlySet<string> | 'all' = 'all') => {
  const [values = []] = await embedder.embed([text]);
  return { text, vector: { model: embedder.model, values }, floor: 0.3, projects, skip: 0, limit: 10 };
};
const questions = [0, 1, 2, 3, 4, 5].map((i) => `${wordOf(40 + i * 7)} ${wordOf(900 + i * 31)}`);
const opened = () => viewOf({ store: new SegmentStore(blobs), folder, segments, model: embedder.model });

for (const text of questions.slice(0, 3)) {
  await measured('search in a function that starts', async () => find(await opened(), await requestOf(text)));
}
const view = await opened();
for (const text of questions) await measured('search', async () => find(view, await requestOf(text)));
await measured('the same search again', async () => find(view, await requestOf(questions[0]!)));
await measured('search for a code', async () => find(view, await requestOf('S-4711')));
await measured('search of one project in forty', async () =>
  find(view, await requestOf(`${wordOf(77)} ${wordOf(1300)}`, new Set(['p3']))),
);
await measured('suggest', async () => suggest(view, { text: 'roof pl', projects: 'all', limit: 8 }));
const listed = { projects: 'all', sortBy: 'uploaded_at', sortOrder: 'desc', skip: 0, limit: 10 } as const;
await measured('list of documents', () => listDocuments(view, { text: 'stair plans', ...listed }));

const COMMITS = 120;
const before = rows.length;
for (let i = 0; i < COMMITS; i++) {
  const record = { ...documentOf('o', i % size.projects, i % 7), write_id: randomUUID() };
  const texts = Array.from(
    { length: 25 },
    (_, at) => `${wordOf(i)} ${wordOf(i + at)} changed in round ${i} ${wordOf(at * 9)}`,
  );
  const vectors = await embedder.embed(texts);
  const pieces = texts.map((text, at) => ({ text, vector: vectors[at]! }));
  // A worker caches nothing between two runs.
  const store = new SegmentStore(blobs);
  await measured('commit of one document', async () => {
    await Promise.all(segments.map((ref) => store.head(folder, ref)));
    const entry = entryOf({ kind: 'document', record: { ...record, chunks_count: 25 } }, pieces);
    segments = await addEntries({ blobs, store }, folder, segments, [entry], DIMENSIONS);
  });
}
const commits = rows.splice(before);
await measured('search after the commits, in a function that starts', async () =>
  find(await opened(), await requestOf(questions[0]!)),
);
proxy.stop();

const total = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
const shown = ({ what, requests, bytes, roundTrips, milliseconds, processor }: Row) =>
  `| ${what} | ${roundTrips} | ${
    Object.entries(requests)
      .map(([method, count]) => `${count} ${method}`)
      .join(', ') || '0'
  } | ${(bytes / 1e6).toFixed(2)} MB | ${milliseconds.toFixed(0)} | ${processor.toFixed(0)} |`;
const warm = rows.filter(({ what }) => what === 'search');
const searches = warm.reduce((sum, { requests }) => sum + total(requests), 0) / warm.length;
const mean = (of: (row: Row) => number) => commits.reduce((sum, row) => sum + of(row), 0) / COMMITS;
const report = `# Search on S3

${CHUNKS.toLocaleString('en')} pieces of ${size.documents.toLocaleString('en')} documents in ${segments.length} segments, vectors of ${DIMENSIONS} numbers, an S3 behind a proxy that holds each request back by ${LATE} ms and counts it. Round trips are requests that wait for others. Milliseconds hold what this machine's S3 takes itself; processor time is that of this process, the proxy in it.

| | round trips | requests | read | ms | processor ms |
|---|---|---|---|---|---|
${rows.map(shown).join('\n')}

A commit of one changed document with 25 pieces, the mean of ${COMMITS} in a row: ${mean(({ requests }) => total(requests)).toFixed(1)} requests (at most ${Math.max(...commits.map(({ requests }) => total(requests)))}), ${(mean(({ bytes }) => bytes) / 1e6).toFixed(2)} MB read, ${mean(({ processor }) => processor).toFixed(0)} ms of processor time.

At ${PRICES.s3Read * 1e6} US dollars for a million GETs and ${PRICES.s3Write * 1e6} for a million PUTs, a million searches in warm functions cost ${(searches * PRICES.s3Read * 1e6).toFixed(2)} in requests of S3, and a thousand commits ${(1000 * mean(({ requests }) => (requests.GET ?? 0) * PRICES.s3Read + (requests.PUT ?? 0) * PRICES.s3Write)).toFixed(3)}.
`;
await writeResults('search-s3', report);
console.log(report);
process.exit(0);
