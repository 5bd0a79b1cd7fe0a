import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { drawSheet } from '../../infra/demo/drawings/index.ts';
import { startChildService } from '../support/child-service.ts';
import { createProject, processed, uploadForm } from '../support/documents.ts';
import { rawPdf, rawStream } from '../support/raw-pdf.ts';
import { writeResults } from './write-results.ts';

/**
 * Two tenants send a PDF of one page with a million path operators each; measures how long a third tenant waits for a
 * drawing of one page. `node test/bench/tenants-pages.ts`
 */
const OPERATORS = Number(process.env.BENCH_OPERATORS ?? 1_000_000);
const PROBES = 5;
/** Seconds. */
const ASKED = 10;

/** A page of lines with three operators each; the content is deflated. */
const pageOf = (operators: number, seed: number): Uint8Array => {
  const line = (i: number) => `${(i * 7 + seed) % 600} ${(i * 13) % 800} m ${(i * 11) % 600} ${(i * 3) % 800} l S\n`;
  const lines = Array.from({ length: 1000 }, (_, i) => line(i)).join('');
  const content = deflateSync(lines.repeat(Math.ceil(operators / 3000)), { level: 9 }).toString('hex');
  return rawPdf({
    ...{ width: 612, height: 792, content: '/X Do', resources: '/XObject << /X 5 0 R >>' },
    objects: [
      rawStream(
        '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Filter [/ASCIIHexDecode /FlateDecode]',
        `${content}>`,
      ),
    ],
  });
};

const dataDir = await mkdtemp(join(tmpdir(), 'tenants-pages-'));
const service = await startChildService({ dataDir });
try {
  const tenant = async (name: string) => {
    const api = await service.as({ user: name, organization: name });
    return { api, project: await createProject(api) };
  };
  const other = await tenant('other');
  const send = async ({ api, project }: typeof other, bytes: Uint8Array, name: string): Promise<string> => {
    const { status, text, body } = await uploadForm(api, project, bytes, name);
    if (status !== 201) throw new Error(`${name} was answered ${status}: ${text}`);
    return body.id;
  };
  const probe = async (name: string): Promise<number> => {
    const at = performance.now();
    const id = await send(other, drawSheet({ size: 'A3', seed: name, title: name }), `${name}.pdf`);
    const { processing_status } = await processed(other.api, id, 300);
    if (processing_status !== 'PROCESSED') throw new Error(`${name} ended ${processing_status}`);
    return (performance.now() - at) / 1000;
  };
  await probe('warm');
  const alone = [await probe('alone-1'), await probe('alone-2')];
  const started = performance.now();
  const hostile = await Promise.all(
    ['first', 'second'].map(async (name, i) => {
      const from = await tenant(name);
      const bytes = pageOf(OPERATORS, i);
      return { ...from, id: await send(from, bytes, 'operators.pdf'), bytes: bytes.length };
    }),
  );
  const beside: number[] = [];
  const statuses = () =>
    Promise.all(
      hostile.map(async ({ api, id }) => (await api.call('GET', `/api/v1/documents/${id}`)).body.processing_status),
    );
  const before = await statuses();
  for (let i = 0; i < PROBES; i++) beside.push(await probe(`beside-${i}`));
  const after = await statuses();
  const ends = await Promise.all(
    hostile.map(async ({ api, id }) => {
      const { processing_status, error } = await processed(api, id, 600);
      return `${processing_status}${error ? ` (${error})` : ''} after ${((performance.now() - started) / 1000).toFixed(1)} s`;
    }),
  );
  const worst = Math.max(...beside);
  const shown = (all: readonly number[]) => all.map((one) => `${one.toFixed(2)} s`).join(', ');
  const machine = `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}`;
  const report = `# Hostile pages beside another tenant

${machine}, load ${loadavg()[0]?.toFixed(1)} over the last minute. One service on one machine, with its embedded parts.

| two tenants with a PDF of one page and ${OPERATORS.toLocaleString('en')} path operators each (${Math.round((hostile[0]?.bytes ?? 0) / 1024)} KB) | |
|---|---|
| another tenant's drawing of one page, with nothing else to do: PROCESSED after | ${shown(alone)} |
| beside them, one after the other: at most | ${worst.toFixed(2)} s (asked: ${ASKED} s) |
| each of them | ${shown(beside)} |
| their own state before and after those | ${before.join(', ')}; ${after.join(', ')} |
| their own end | ${ends.join('; ')} |
`;
  await writeResults('tenants-pages', report);
  console.log(report);
  if (worst > ASKED) process.exitCode = 1;
} finally {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
}
