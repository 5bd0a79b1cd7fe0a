/** A running request's slot: when it frees itself, and whose it is. */
export const slotOf = (leaseUntil: number, requestId: string): string => `${leaseUntil}#${requestId}`;

/** Slots whose request died without giving them back. */
export const expiredSlots = (slots: Iterable<string>, now: Date): string[] =>
  [...slots].filter((slot) => Number(slot.slice(0, slot.indexOf('#'))) <= now.getTime());
