import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { timeBomb } from '../../infra/demo/drawings/index.ts';
import { startChildService } from '../support/child-service.ts';
import { createProject, processed, uploadForm } from '../support/documents.ts';
import { type Api, eventually } from '../support/service.ts';
import { secondsUntilRest } from './rest-of-process.ts';
import { benchFiles } from './throughput/files.ts';
import { peakWhile } from './throughput/memory.ts';
import { writeResults } from './write-results.ts';

/**
 * One tenant sends two PDFs of 400 slow pages and hundreds of drawings; measures how long another tenant waits for a
 * text file, and how long the service keeps working for deleted documents. `node test/bench/tenants.ts`
 */
const DOCUMENTS = Number(process.env.BENCH_DOCUMENTS ?? 500);
const PAGES = 400;
const PROBES = 8;
/** Seconds. */
const LIMITS = { processed: 10, stopped: 30 };

const started = performance.now();
const since = (at: number) => (performance.now() - at) / 1000;
const say = (text: string) => console.log(`${since(started).toFixed(1).padStart(6)} s  ${text}`);

const inParallel = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  const left = [...all];
  const each = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: 8 }, each));
};
const busyIn = async (api: Api, project: string): Promise<number> => {
  const query = `project_id=${project}&size=1&processing_status=QUEUED,PROCESSING,UPLOADED,PENDING`;
  return (await api.call('GET', `/api/v1/documents?${query}`)).body.total;
};

const dataDir = await mkdtemp(join(tmpdir(), 'tenants-'));
const service = await startChildService({ dataDir });
try {
  const busy = await service.as({ user: 'busy', organization: 'busy' });
  const other = await service.as({ user: 'other', organization: 'other' });
  const [many, few] = [await createProject(busy), await createProject(other)];
  /** An overloaded service asks to retry. */
  const upload = async (api: Api, project: string, bytes: Uint8Array, name: string): Promise<string> => {
    const { status, text, body, headers } = await uploadForm(api, project, bytes, name);
    if (status === 201) return body.id;
    if (status !== 503) throw new Error(`${name} was answered ${status}: ${text}`);
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(headers.get('retry-after') ?? 1)));
    return upload(api, project, bytes, name);
  };

  const sendSlow = (fans: readonly number[]) => {
    say(`sending two PDFs of ${PAGES} slow pages`);
    return Promise.all(fans.map((fan) => upload(busy, many, timeBomb(5, fan, PAGES), `slow-${fan}.pdf`)));
  };
  const deleted = await sendSlow([8, 9]);
  for (const id of deleted) {
    await eventually(async () => {
      const { body } = await busy.call('GET', `/api/v1/documents/${id}`);
      return body.processing_status === 'PROCESSING' || undefined;
    }, 60);
  }
  await Promise.all(deleted.map((id) => busy.call('DELETE', `/api/v1/documents/${id}`)));
  const stopped = await secondsUntilRest(service.pid, 300);
  say(`the service rests ${stopped.toFixed(1)} s after the deletion of both while they were in work`);

  await sendSlow([10, 11]);
  say(`sending ${DOCUMENTS} documents of the same tenant`);
  const files = benchFiles(DOCUMENTS);
  await inParallel(files, ({ bytes, name }) => upload(busy, many, bytes, name));
  const waiting = await busyIn(busy, many);
  say(`${waiting} of them wait or are in work; now the other tenant's text files`);

  const probe = async () => {
    const seconds: number[] = [];
    for (let i = 0; i < PROBES; i++) {
      const at = performance.now();
      const id = await upload(other, few, new TextEncoder().encode(`Minutes ${i}: the quay is dry.`), `${i}.txt`);
      const { processing_status } = await processed(other, id, 300);
      if (processing_status !== 'PROCESSED') throw new Error(`A text file ended ${processing_status}`);
      seconds.push(since(at));
      say(`text file ${i + 1} PROCESSED after ${seconds.at(-1)?.toFixed(2)} s`);
    }
    return seconds;
  };
  const { result: seconds, peak } = await peakWhile(service.pid, probe);
  const still = await busyIn(busy, many);

  const worst = Math.max(...seconds);
  const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`;
  const report = `# Tenants beside each other

${machine}, load ${loadavg()[1]?.toFixed(1)} over the last five minutes. One service on one machine, with its embedded parts.

| a tenant with two PDFs of ${PAGES} slow pages and ${DOCUMENTS} more documents | |
|---|---|
| its documents that waited or were in work, before and after the text files | ${waiting}, ${still} |
| another tenant's ${PROBES} text files, one after the other: PROCESSED after, at most | ${worst.toFixed(2)} s (asked: ${LIMITS.processed} s) |
| each of them | ${seconds.map((one) => `${one.toFixed(2)} s`).join(', ')} |
| two such PDFs deleted in the middle of their work: the service rests after | ${stopped.toFixed(1)} s (asked: ${LIMITS.stopped} s) |
| memory of the service at most | ${peak.toFixed(0)} MB |
`;
  await writeResults('tenants', report);
  console.log(`\n${report}`);
  if (worst > LIMITS.processed || stopped > LIMITS.stopped) process.exitCode = 1;
} finally {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
}
