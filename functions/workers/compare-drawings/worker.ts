import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { compareFiles } from '../../../shared/comparison/index.ts';
import type { ComparisonRecord } from '../../../shared/domain/comparisons/comparison.ts';
import { COMPARISON_TRANSITIONS } from '../../../shared/domain/comparisons/comparison.ts';
import { NotFound } from '../../../shared/domain/errors.ts';
import { factsOf } from '../../../shared/domain/sheets/facts.ts';
import { readSheets } from '../../../shared/domain/sheets/index.ts';
import { PdfError } from '../../../shared/pdf/index.ts';
import type { HandleMessage } from '../../../shared/queue/worker.ts';
import { defineWorker, queueWorker } from '../../../shared/queue/worker.ts';
import { holdingLease, leaseEnd, MAXIMUM_ATTEMPTS, unlessTaken } from '../process-document/lease.ts';
import { storeComparison } from './store-comparison.ts';

export const worker = defineWorker({
  id: 'compare-drawings',
  description: 'Compares two revisions of a drawing: changes with boxes, ratings and cost, pictures and a report',
  queue: 'compare',
  batchSize: 1,
  concurrency: 2,
  timeoutSeconds: 840,
  visibilityTimeoutSeconds: 900,
  maxReceiveCount: 3,
  memoryMegabytes: 3008,
  uses: ['documents.read', 'comparisons.write', 'files.read', 'files.write'],
});

const Message = z.object({ organization_id: z.string(), comparison_id: z.string() });
type Message = z.infer<typeof Message>;
type Ports = Parameters<HandleMessage<typeof worker, Message>>[1];

/** Takes the comparison; undefined when another worker has it, it is done, or it has been deleted. */
const take = async ({ organization_id, comparison_id }: Message, owner: string, ports: Ports) => {
  const now = new Date();
  return unlessTaken(
    ports['comparisons.write'].change(
      organization_id,
      comparison_id,
      { lease: { owner, until: leaseEnd(now.getTime()) } },
      { transition: COMPARISON_TRANSITIONS.start, leaseFreeAt: now.getTime(), addAttempt: true, writeId: owner, now },
    ),
  );
};

const compare = async (record: ComparisonRecord, owner: string, folder: string, ports: Ports, signal: AbortSignal) => {
  const { organization_id, original_drawing_id, comparison_drawing_id } = record;
  const ids = [original_drawing_id, comparison_drawing_id];
  const documents = await ports['documents.read'].getMany(organization_id, ids);
  const [older, newer] = await Promise.all(
    documents.map(async (document, i) => {
      if (!document) throw new NotFound(`Document ${ids[i]} is gone`);
      const path = join(folder, `${i}.pdf`);
      await ports['files.read'].download(document.store_path, path);
      return path;
    }),
  );
  if (!older || !newer) throw new NotFound('A document is gone');
  const out = join(folder, 'out');
  const compared = await compareFiles(older, newer, {
    readSheets: (pages) => readSheets(pages).map(factsOf),
    out,
    signal,
  });
  signal.throwIfAborted();
  const change = await storeComparison(record, compared, out, ports['files.write']);
  const guard = { leaseOwner: owner, writeId: `${owner}:finish`, now: new Date() };
  try {
    const transition = COMPARISON_TRANSITIONS.finish;
    await ports['comparisons.write'].change(organization_id, record.id, change, { transition, ...guard });
  } catch (error) {
    // It was deleted meanwhile: nothing names what was stored for it.
    if (!(error instanceof NotFound)) throw error;
    await ports['files.write'].delete([...Object.values(change.files), change.result_path]);
  }
};

export const handle: HandleMessage<typeof worker, Message> = async (message, ports, run) => {
  const owner = `${run.delivery.messageId}:${run.delivery.attempt}:${run.requestId}`;
  const record = await take(message, owner, ports);
  if (!record) return;
  const { organization_id: organizationId, id } = record;
  const fail = (error: string, detail: Record<string, unknown>) =>
    ports['comparisons.write'].change(
      organizationId,
      id,
      { error, error_detail: detail, lease: null },
      { transition: COMPARISON_TRANSITIONS.fail, leaseOwner: owner, writeId: `${owner}:fail`, now: new Date() },
    );
  if (record.attempts > MAXIMUM_ATTEMPTS) {
    await fail(`The comparison was interrupted ${MAXIMUM_ATTEMPTS} times`, { code: 'interrupted' });
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'comparison-'));
  try {
    await holdingLease(ports['comparisons.write'], { organizationId, id, owner }, (lost) =>
      compare(record, owner, folder, ports, AbortSignal.any([lost, run.signal])),
    );
  } catch (error) {
    if (error instanceof PdfError) await fail(error.message, { code: error.code });
    else if (error instanceof NotFound) await fail('A stored file is gone', { code: 'missing' });
    else {
      if (run.delivery.last) await fail('The comparison failed', { code: 'internal' });
      else await ports['comparisons.write'].extendLease(organizationId, id, { owner, until: 0 });
      throw error;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

export const handler = queueWorker(worker, Message, handle);
