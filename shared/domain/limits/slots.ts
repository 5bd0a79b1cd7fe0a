/** Returns the slot of a running request, which consists of its expiry time and its owner. */
export const slotOf = (leaseUntil: number, requestId: string): string => `${leaseUntil}#${requestId}`;

/** Returns the slots whose requests ended without releasing them. */
export const expiredSlots = (slots: Iterable<string>, now: Date): string[] =>
  [...slots].filter((slot) => Number(slot.slice(0, slot.indexOf('#'))) <= now.getTime());
