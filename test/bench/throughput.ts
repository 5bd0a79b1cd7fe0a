import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChildService } from '../support/child-service.ts';
import { benchFiles } from './throughput/files.ts';
import { uploadLargeFile } from './throughput/large-upload.ts';
import { uploadMany } from './throughput/many-documents.ts';

/**
 * The service as a separate process with 500 documents at once from 8 clients, and a file of 2 GiB in parts.
 * `node test/bench/throughput.ts`
 */
const DOCUMENTS = Number(process.env.BENCH_DOCUMENTS ?? 500);
const CLIENTS = 8;
const started = performance.now();
const say = (text: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${text}`);

/** Milliseconds of all runs by part, from the worker's log. */
const spent: Record<string, number> = {};
let runs = 0;
const readLog = (line: string): void => {
  if (!line.includes('"document processed"')) return;
  runs++;
  for (const [field, value] of Object.entries(JSON.parse(line) as Record<string, unknown>)) {
    if (field.endsWith('_ms')) spent[field] = (spent[field] ?? 0) + Number(value);
  }
};

const dataDir = await mkdtemp(join(tmpdir(), 'throughput-'));
const environment = { LOG_LEVEL: 'info' };
const service = await startChildService({ dataDir, environment, onLine: readLog });
try {
  const users = Array.from({ length: CLIENTS }, (_, i) => service.as({ user: `client-${i}`, role: 'org_admin' }));
  const clients = await Promise.all(users);
  say(`drawing ${DOCUMENTS} files`);
  const files = benchFiles(DOCUMENTS);
  say(`sending ${DOCUMENTS} files from ${CLIENTS} clients`);
  const many = await uploadMany(clients, files, service.pid);
  const inRuns = { ...spent };
  say(`all have come to their end; sending 2 GiB in parts`);
  const large = await uploadLargeFile(await service.as({ user: 'large' }), service.pid);
  say('registered and read back');

  const cores = cpus().length;
  const pdfium = inRuns.pdfium_ms ?? 0;
  const shares = {
    of_the_runs: pdfium / (inRuns.run_ms ?? 1),
    of_all_processors: pdfium / (many.finished * 1000 * cores),
  };
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
  const seconds = (milliseconds: number | undefined) => `${((milliseconds ?? 0) / 1000).toFixed(1)} s`;
  const { memory } = large;
  const mb = (megabytes: number) => `${megabytes.toFixed(0)} MB`;
  const machine = `Node ${process.version}, ${cores} × ${cpus()[0]?.model ?? 'unknown processor'}`;
  const states = Object.entries(many.states).map(([state, count]) => `${count} ${state}`);
  const report = `# Throughput

${machine}. The service is a process of its own with its embedded parts on the same machine as the clients.

| ${many.documents} documents at once from ${many.clients} clients | |
|---|---|
| ended as | ${states.join(', ')} |
| lost, twice | ${many.lost}, ${many.twice} |
| all accepted after | ${many.accepted.toFixed(1)} s |
| all processed after | ${many.finished.toFixed(1)} s |
| throughput | ${(many.documents / many.finished).toFixed(2)} documents a second |
| runs of the worker | ${runs}, together ${seconds(inRuns.run_ms)} |
| of which in PDFium | ${seconds(pdfium)}: ${percent(shares.of_the_runs)} of the runs' time, ${percent(shares.of_all_processors)} of what ${cores} processors had |
| encoding images | ${seconds(inRuns.images_ms)} |
| storing images, text, chunks | ${seconds(inRuns.store_ms)} |
| loading files | ${seconds(inRuns.download_ms)} |
| memory of the service at most | ${mb(many.peak_memory)} |

| a file of ${large.bytes / 1024 ** 3} GiB in ${large.parts} parts | |
|---|---|
| parts kept through the interruption | ${large.kept_after_interruption} |
| uploaded in | ${large.upload_seconds.toFixed(1)} s (${(large.bytes / 1e6 / large.upload_seconds).toFixed(0)} MB/s) |
| completed and registered in | ${large.complete_seconds.toFixed(1)} s, ${large.status} |
| memory of the service before, uploading, joining, downloading | ${[memory.idle, memory.uploading, memory.joining, memory.downloading].map(mb).join(', ')} |
`;
  await mkdir('bench/results', { recursive: true });
  await writeFile('bench/results/throughput.md', report);
  const result = { machine, many, runs, spent: inRuns, shares, large };
  await writeFile('bench/results/throughput.json', `${JSON.stringify(result, null, 2)}\n`);
  console.log(`\n${report}`);
} finally {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
}
