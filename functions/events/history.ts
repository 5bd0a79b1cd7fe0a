import * as z from 'zod';
import type { HistoryEntity } from '../../shared/domain/events/event.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import type { EventsRead } from '../../shared/ports.ts';
import { toEvent } from './view.ts';

/** Query parameters of a history. */
export const HistoryQuery = z.object({
  cursor: z.string().max(200).optional().meta({
    description: 'The `cursor` of the page before',
    example: 'MjAyNi0xMS0yMlQxMDowMDowMC4wMDBaIzVkNDE0MDJhYmM0YjJhNzY',
  }),
  limit: wholeNumber({ minimum: 1, maximum: 100 }).default(50),
});

/** Returns the response with the events of a record, newest first. The caller must be allowed to see the record. */
export const historyAnswer = async (
  request: { caller: { organizationId: string }; query: z.output<typeof HistoryQuery> },
  entity: { type: HistoryEntity; id: string },
  events: EventsRead,
) => {
  const { events: found, cursor } = await events.history(request.caller.organizationId, entity, request.query);
  return { status: 200 as const, body: { items: found.map(toEvent), cursor } };
};
