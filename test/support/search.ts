import { randomUUID } from 'node:crypto';
import { handle as indexChanges, worker as indexing } from '../../functions/workers/index-changes.ts';
import { handle as processDocument, worker as processing } from '../../functions/workers/process-document.ts';
import { portsFor } from '../../shared/http/provide.ts';
import type { SentMessage } from '../../shared/queue/messages.ts';
import type { MessageRun } from '../../shared/queue/worker.ts';

const runNow = (): MessageRun => ({
  requestId: randomUUID(),
  now: new Date(),
  deadline: Date.now() + 60_000,
  signal: AbortSignal.timeout(60_000),
  delivery: { messageId: randomUUID(), attempt: 1, last: false },
});

/** Carries out what a message to the index worker requests, until the signal, if any, is aborted. */
export const indexed = async (
  organization_id: string,
  task: SentMessage<'search'>['task'] = 'follow',
  signal = AbortSignal.timeout(60_000),
): Promise<void> => {
  const ports = portsFor(indexing.uses);
  await indexChanges({ organization_id, task }, ports, { ...runNow(), signal });
};

/** Processes waiting documents of `acme`. */
export const processedNow = async (...ids: string[]): Promise<void> => {
  const ports = portsFor(processing.uses);
  for (const document_id of ids) {
    const record = await portsFor(['documents.read'])['documents.read'].get('acme', document_id);
    const message = { organization_id: 'acme', project_id: record!.project_id, document_id };
    await processDocument(message, ports, runNow());
  }
};
