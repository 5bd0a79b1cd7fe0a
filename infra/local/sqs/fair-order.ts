/** Messages of one tenant; those that name none are a group too. */
const groupOf = (body: string): string => {
  try {
    const message = JSON.parse(body) as { organization_id?: unknown } | null;
    return typeof message?.organization_id === 'string' ? message.organization_id : '';
  } catch {
    return '';
  }
};

interface Message {
  body: string;
}

/**
 * The waiting messages with the next `count` in front as SQS picks them from a fair queue: of the tenant with the
 * fewest messages in work, then the oldest. The rest keeps its order.
 */
export const fairOrder = <M extends Message>(waiting: readonly M[], inWork: readonly Message[], count: number): M[] => {
  const groups = new Map<string, M[]>();
  for (const message of waiting) {
    const group = groupOf(message.body);
    const members = groups.get(group);
    if (members) members.push(message);
    else groups.set(group, [message]);
  }
  if (groups.size < 2) return [...waiting];
  const working = new Map<string, number>();
  for (const { body } of inWork) working.set(groupOf(body), (working.get(groupOf(body)) ?? 0) + 1);
  const place = new Map(waiting.map((message, i) => [message, i]));
  const picked = new Set<M>();
  while (picked.size < Math.min(count, waiting.length)) {
    const heads = [...groups].flatMap(([group, [head]]) =>
      head ? [{ group, head, share: working.get(group) ?? 0, age: place.get(head) ?? 0 }] : [],
    );
    heads.sort((a, b) => a.share - b.share || a.age - b.age);
    const { group, head, share } = heads[0]!;
    picked.add(head);
    groups.get(group)?.shift();
    working.set(group, share + 1);
  }
  return [...picked, ...waiting.filter((message) => !picked.has(message))];
};
