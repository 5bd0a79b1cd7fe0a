import { createHash } from 'node:crypto';
import { createProject, recordBody } from '../../support/documents.ts';
import type { Api } from '../../support/service.ts';
import { peakWhile, residentMegabytes } from './memory.ts';

const BYTES = 2 * 1024 ** 3;
/** Number of concurrent parts, and number of parts after which the connection is lost. */
const PARALLEL = 4;
const INTERRUPTED_AFTER = 50;

interface Signed {
  part_number: number;
  url: string;
  size: number;
}

/** Returns the bytes of one part, unique to it and generated when it is sent. */
const partBytes = (size: number, part: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size).fill(part & 0xff);
  new DataView(bytes.buffer).setUint32(0, part);
  return bytes;
};

const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
};

const send = async ({ part_number, url, size }: Signed, signal?: AbortSignal): Promise<void> => {
  const body = partBytes(size, part_number);
  const answer = await fetch(url, { method: 'PUT', body, ...(signal && { signal }) });
  if (!answer.ok) throw new Error(`Part ${part_number} was answered ${answer.status}: ${await answer.text()}`);
};

const sha256Of = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
};

/** Uploads a file of 2 GiB in parts: interrupted, resumed from the list of parts, completed, registered, read back. */
export const uploadLargeFile = async (api: Api, pid: number) => {
  const project = await createProject(api, 'Large file');
  const asked = { project_id: project, filename: 'model.bin', file_size: BYTES };
  const { upload_id, store_path, part_count, part_size } = (await api.call('POST', '/api/v1/uploads', asked)).body;
  const at = `/api/v1/uploads/${upload_id}`;
  const sign = async (numbers: number[]): Promise<Signed[]> => {
    const signed: Signed[] = [];
    for (let i = 0; i < numbers.length; i += 100) {
      const { body } = await api.call('POST', `${at}/parts`, { part_numbers: numbers.slice(i, i + 100) });
      signed.push(...body.parts);
    }
    return signed;
  };
  const idle = residentMegabytes(pid);
  const started = performance.now();
  const upload = async () => {
    const lost = new AbortController();
    let sent = 0;
    const all = Array.from({ length: part_count }, (_, i) => i + 1);
    await inParallel(await sign(all), async (part) => {
      await send(part, lost.signal);
      if (++sent === INTERRUPTED_AFTER) lost.abort(new Error('The connection is lost'));
    }).catch((error: unknown) => {
      if (!lost.signal.aborted) throw error;
    });
    const listed: { part_number: number }[] = (await api.call('GET', `${at}/parts`)).body.parts;
    const there = new Set(listed.map(({ part_number }) => part_number));
    await inParallel(await sign(all.filter((number) => !there.has(number))), (part) => send(part));
    return { kept: there.size };
  };
  const { result, peak: uploading } = await peakWhile(pid, upload);
  const uploadSeconds = (performance.now() - started) / 1000;

  const register = async () => {
    const done = await api.call('POST', `${at}/complete`);
    if (done.status !== 200) throw new Error(`Completing was answered ${done.status}: ${done.text}`);
    const created = await api.call(
      'POST',
      '/api/v1/documents',
      recordBody(project, store_path, { filename: 'model.bin' }),
    );
    if (created.status !== 201) throw new Error(`Registering was answered ${created.status}: ${created.text}`);
    return created.body;
  };
  const completing = performance.now();
  const { result: document, peak: joining } = await peakWhile(pid, register);
  const completeSeconds = (performance.now() - completing) / 1000;

  const { download_url } = (await api.call('GET', `/api/v1/documents/${document.id}/download`)).body;
  const read = async () => sha256Of((await fetch(download_url)).body as unknown as AsyncIterable<Uint8Array>);
  const { result: stored, peak: downloading } = await peakWhile(pid, read);
  async function* generated() {
    for (let part = 1; part <= part_count; part++) {
      yield partBytes(Math.min(part_size, BYTES - (part - 1) * part_size), part);
    }
  }
  if (stored !== (await sha256Of(generated()))) throw new Error('The stored file is another one than was sent');
  return {
    bytes: BYTES,
    parts: part_count as number,
    kept_after_interruption: result.kept,
    status: document.processing_status as string,
    upload_seconds: uploadSeconds,
    complete_seconds: completeSeconds,
    memory: { idle, uploading, joining, downloading },
  };
};
