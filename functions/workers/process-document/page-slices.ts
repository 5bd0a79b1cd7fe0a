import type { Ports } from '../../../shared/ports.ts';
import type { ReceivedMessage } from '../../../shared/queue/queues.ts';
import type { Slice } from '../../../shared/queue/slices.ts';

/** Names the slices of page texts and images among those of one document. */
export const PAGES = 'pages';

/** Asks for slices of a document, one message each. */
export const sendSlices = async (
  { organization_id, project_id, document_id }: ReceivedMessage<'process'>,
  slices: readonly Slice[],
  queue: Ports['queue.slices'],
): Promise<void> => {
  for (const slice of slices) await queue.send({ organization_id, project_id, document_id, slice });
};
