interface Message {
  body: string;
}

const tenants = new WeakMap<Message, string>();

const readTenant = (body: string, field: string): string => {
  try {
    const tenant = (JSON.parse(body) as Record<string, unknown> | null)?.[field];
    return typeof tenant === 'string' ? tenant : '';
  } catch {
    return '';
  }
};

/** Returns the tenant that a field of a message names; messages without a tenant share the empty name. */
export const tenantOf = (message: Message, field: string): string => {
  const known = tenants.get(message);
  if (known !== undefined) return known;
  const tenant = readTenant(message.body, field);
  tenants.set(message, tenant);
  return tenant;
};

/** The inputs that determine the next message. */
export interface Shares {
  /** The field of the messages that names their tenant. */
  fairAmong: string;
  /** The messages being processed. */
  inWork: readonly Message[];
  /** Returns how long a tenant has recently used the workers. */
  recentUse: (tenant: string) => number;
  /** Whether the only free slot is the one reserved for tenants without messages being processed. */
  reservedOnly: boolean;
}

/** Whether a worker may receive any of the waiting messages. */
export const hasEligible = (waiting: readonly Message[], { fairAmong, inWork, reservedOnly }: Shares): boolean => {
  if (!reservedOnly) return waiting.length > 0;
  const working = new Set(inWork.map((message) => tenantOf(message, fairAmong)));
  return waiting.some((message) => !working.has(tenantOf(message, fairAmong)));
};

/**
 * Returns the next `count` of the waiting messages, and the others in their order. The tenant with the fewest messages
 * being processed comes first, then the one that used the workers least, then the oldest message.
 */
export const fairOrder = <M extends Message>(
  waiting: readonly M[],
  count: number,
  { fairAmong, inWork, recentUse, reservedOnly }: Shares,
): { next: M[]; others: M[] } => {
  const working = new Map<string, number>();
  for (const message of inWork) {
    const tenant = tenantOf(message, fairAmong);
    working.set(tenant, (working.get(tenant) ?? 0) + 1);
  }
  const queues = new Map<string, { messages: M[]; taken: number; age: number; use: number }>();
  for (const [age, message] of waiting.entries()) {
    const tenant = tenantOf(message, fairAmong);
    const queue = queues.get(tenant);
    if (queue) queue.messages.push(message);
    else queues.set(tenant, { messages: [message], taken: 0, age, use: recentUse(tenant) });
  }
  const next = new Set<M>();
  while (next.size < count) {
    const heads = [...queues]
      .filter(([tenant, { messages, taken }]) => taken < messages.length && !(reservedOnly && working.has(tenant)))
      .map(([tenant, queue]) => ({ tenant, queue, share: working.get(tenant) ?? 0 }))
      .sort((a, b) => a.share - b.share || a.queue.use - b.queue.use || a.queue.age - b.queue.age);
    const [first] = heads;
    if (!first) break;
    next.add(first.queue.messages[first.queue.taken++]!);
    working.set(first.tenant, first.share + 1);
  }
  return { next: [...next], others: waiting.filter((message) => !next.has(message)) };
};
