import { randomUUID } from 'node:crypto';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { adapter as documentsRead } from '../../shared/aws/adapters/documents.read.ts';
import { adapter as documentsWrite } from '../../shared/aws/adapters/documents.write.ts';
import { sentMessage } from '../../shared/aws/clients/sent-message.ts';
import { sqsClient } from '../../shared/aws/clients/sqs-client.ts';
import { queuedChange } from '../../shared/domain/documents/queued-change.ts';
import { TRANSITIONS } from '../../shared/domain/documents/transitions.ts';
import { Conflict, NotFound } from '../../shared/domain/errors.ts';
import { environment } from '../../shared/environment.ts';
import type { Target } from './target.ts';

/**
 * Queues a document for reading again, like its operation: one conditional change to QUEUED, and a message.
 * @returns the previous processing status
 * @throws NotFound if there is no such document
 * @throws Conflict if its state does not allow it
 */
export const replay = async (
  target: Target,
  organizationId: string,
  documentId: string,
  isDry: boolean,
): Promise<string> => {
  const record = await documentsRead(environment()).get(organizationId, documentId);
  if (!record) throw new NotFound();
  const { project_id, processing_status, is_deleted, uploaded_at } = record;
  if (uploaded_at === null) throw new Conflict('The file has not been uploaded yet');
  const { from } = TRANSITIONS.reprocess;
  if (is_deleted || !(from as readonly string[]).includes(processing_status)) {
    throw new Conflict(is_deleted ? 'The document is deleted' : `The document is ${processing_status}`);
  }
  if (isDry) return processing_status;
  const now = new Date();
  const guard = { transition: TRANSITIONS.reprocess, isDeleted: false, writeId: `replay:${randomUUID()}`, now };
  await documentsWrite(environment()).change(organizationId, project_id, documentId, queuedChange(now), guard);
  const message = { organization_id: organizationId, project_id, document_id: documentId };
  const QueueUrl = await target.queueUrl('process');
  await sqsClient().send(new SendMessageCommand({ QueueUrl, ...sentMessage(message, organizationId) }));
  return processing_status;
};
