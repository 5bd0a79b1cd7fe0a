import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { adapter as searchIndex } from '../../shared/aws/adapters/search.index.ts';
import { sentMessage } from '../../shared/aws/clients/sent-message.ts';
import { sqsClient } from '../../shared/aws/clients/sqs-client.ts';
import { environment } from '../../shared/environment.ts';
import type { IndexCheck } from '../../shared/ports.ts';
import type { SentMessage } from '../../shared/queue/messages.ts';
import type { Target } from './target.ts';

/**
 * Queues a rebuild of a tenant's search index; the current index is used until it is complete.
 * @returns the comparison of the current index with the table; null if there is none
 */
export const rebuildSearch = async (
  target: Target,
  organizationId: string,
  isDry: boolean,
): Promise<IndexCheck | null> => {
  const before = await searchIndex(environment()).check(organizationId);
  if (!isDry) {
    const message: SentMessage<'search'> = { organization_id: organizationId, task: 'rebuild' };
    const QueueUrl = await target.queueUrl('search');
    await sqsClient().send(new SendMessageCommand({ QueueUrl, ...sentMessage(message, organizationId) }));
  }
  return before ?? null;
};
