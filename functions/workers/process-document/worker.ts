import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { TRANSITIONS } from '../../../shared/domain/documents/transitions.ts';
import { NotFound } from '../../../shared/domain/errors.ts';
import { errorFields, log } from '../../../shared/log.ts';
import type { HandleMessage } from '../../../shared/queue/worker.ts';
import { defineWorker, queueWorker } from '../../../shared/queue/worker.ts';
import { type Digest, Unreadable } from './digest.ts';
import { finishedChange } from './finished-change.ts';
import { HeldDocument } from './held-document.ts';
import { holdingLease, leaseEnd, MAXIMUM_ATTEMPTS, unlessTaken } from './lease.ts';
import { probeStored, readFileByTier, refuseTooLarge } from './read-file.ts';
import { storeDigest } from './store-digest.ts';

export const worker = defineWorker({
  id: 'process-document',
  description: 'Reads a stored file: text, sheets, page images, chunks with embeddings',
  queue: 'process',
  batchSize: 1,
  concurrency: 2,
  timeoutSeconds: 840,
  visibilityTimeoutSeconds: 900,
  maxReceiveCount: 3,
  memoryMegabytes: 3008,
  uses: ['documents.read', 'documents.write', 'chunks.write', 'files.read', 'files.write', 'embedder', 'queue.ocr'],
});

const Message = z.object({ organization_id: z.string(), project_id: z.string(), document_id: z.string() });

type Ports = Parameters<HandleMessage<typeof worker, z.infer<typeof Message>>>[1];

const finish = async (held: HeldDocument, digest: Digest, ports: Ports): Promise<void> => {
  await held.watch.time('store', () => storeDigest(held.record, digest, ports));
  await held.end(TRANSITIONS.finish, (record) => finishedChange(record, digest, new Date()));
  if (digest.needs_ocr) {
    const { organization_id, project_id, document_id } = held.record;
    await ports['queue.ocr'].send({ organization_id, project_id, document_id });
  }
};

const processFile = async (held: HeldDocument, path: string, ports: Ports, signal: AbortSignal): Promise<void> => {
  const { record } = held;
  const { size, facts } = await probeStored(record, ports['files.read']);
  held.facts = {
    file_size: size,
    mime_type: facts.mime_type,
    file_extension: facts.extension,
    file_handling_tier: facts.tier,
  };
  if (size === 0) throw new Unreadable('empty', 'The file is empty (0 bytes)');
  if (facts.tier === 'RECORD_ONLY') {
    return held.end(TRANSITIONS.accept, () => ({ error: null, error_detail: null }));
  }
  refuseTooLarge(facts, size);
  const { sha256 } = await held.watch.time('download', () => ports['files.read'].download(record.store_path, path));
  held.facts.sha256 = sha256;
  if (record.sha256 !== null && record.sha256 !== sha256) {
    throw new Unreadable('checksum', 'The file is not the one whose SHA-256 was announced');
  }
  const { organization_id, project_id, document_id } = record;
  const original = await ports['documents.write'].claimContent(organization_id, project_id, sha256, document_id);
  if (original !== document_id) {
    const reason = 'A document of this project has the same SHA-256';
    const error_detail = { duplicate_of: original, reason, sha256 };
    return held.end(TRANSITIONS.duplicate, () => ({ error: null, error_detail }));
  }
  const digest = await readFileByTier(path, facts, held, ports['files.write'], signal);
  signal.throwIfAborted();
  await finish(held, digest, ports);
};

/** Takes the document; undefined when another worker has it or its work is done. */
const take = async (message: z.infer<typeof Message>, owner: string, ports: Ports) => {
  const { organization_id, project_id, document_id } = message;
  const now = new Date();
  return unlessTaken(
    ports['documents.write'].change(
      organization_id,
      project_id,
      document_id,
      { lease: { owner, until: leaseEnd(now.getTime()) } },
      { transition: TRANSITIONS.start, leaseFreeAt: now.getTime(), addAttempt: true, writeId: owner, now },
    ),
  );
};

export const handle: HandleMessage<typeof worker, z.infer<typeof Message>> = async (message, ports, run) => {
  const owner = `${run.delivery.messageId}:${run.delivery.attempt}:${run.requestId}`;
  const record = await take(message, owner, ports);
  if (!record) return;
  const held = new HeldDocument(record, owner, ports);
  const { organization_id: organizationId, document_id: documentId, attempts } = record;
  if (attempts > MAXIMUM_ATTEMPTS) {
    return await held.fail(`Processing was interrupted ${MAXIMUM_ATTEMPTS} times`, { code: 'interrupted', attempts });
  }
  const folder = await mkdtemp(join(tmpdir(), 'document-'));
  try {
    await held.watch.time('run', () =>
      holdingLease(ports['documents.write'], { organizationId, id: documentId, owner }, (lost) =>
        processFile(held, join(folder, 'file'), ports, AbortSignal.any([lost, run.signal])),
      ),
    );
  } catch (error) {
    if (error instanceof Unreadable) {
      log('warn', 'document unreadable', { document_id: documentId, code: error.code, ...errorFields(error) });
      return await held.fail(error.message, { code: error.code });
    }
    if (error instanceof NotFound) return await held.fail('The stored file is gone', { code: 'missing' });
    if (run.delivery.last) await held.fail('Processing failed', { code: 'internal', attempts });
    else await held.release();
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
    const { file_size, mime_type } = held.facts;
    const document = { organization: organizationId, document_id: documentId, attempts, file_size, mime_type };
    log('info', 'document processed', { ...document, ...held.watch.fields() });
  }
};

export const handler = queueWorker(worker, Message, handle);
