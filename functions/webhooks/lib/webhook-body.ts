import * as z from 'zod';
import { Invalid } from '../../../shared/domain/errors.ts';
import { EventType } from '../../../shared/domain/events/event.ts';
import { exactLine, line } from '../../../shared/domain/fields.ts';
import { OutboundError } from '../../../shared/domain/outbound-error.ts';
import { callableUrl } from '../../../shared/outbound/callable-url.ts';

/** The fields that a caller sets. */
export const webhookFields = {
  url: exactLine(2048).min(1).meta({ description: 'An https address (or http) with a public host' }),
  description: line(512).nullable(),
  types: z
    .array(EventType)
    .max(100)
    .transform((types) => [...new Set(types)])
    .meta({ description: 'The types of events; all if empty' }),
};

/**
 * Checks what can be checked of an address without calling it; the host is resolved at each delivery.
 * @throws Invalid for an address that no delivery would reach
 */
export const checkAddress = (url: string): void => {
  try {
    // A private address in the text is refused by each delivery, which knows the exceptions of one machine.
    callableUrl(url, () => true);
  } catch (error) {
    if (error instanceof OutboundError) throw Invalid.at(['body', 'url'], error.message);
    throw error;
  }
};
