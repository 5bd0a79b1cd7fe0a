import type { Ports } from '../../../shared/ports.ts';
import type { ReceivedMessage } from '../../../shared/queue/messages.ts';
import type { Slice } from '../../../shared/queue/slices.ts';

/** Name of the slices for page texts and images among a document's slices. */
export const PAGES = 'pages';

/** Sends one message for each slice of a document. */
export const sendSlices = async (
  { organization_id, project_id, document_id }: ReceivedMessage<'process'>,
  slices: readonly Slice[],
  queue: Ports['queue.slices'],
): Promise<void> => {
  for (const slice of slices) await queue.send({ organization_id, project_id, document_id, slice });
};
