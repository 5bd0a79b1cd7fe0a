/** Fields that say nothing to an agent: where something is stored, what is said elsewhere in the same record, places in pixels. */
const HIDDEN =
  /^(organization_id|metadata|record_version|uploaded_by|version_history|parts|images|files)$|_path$|_box(es)?$|crop_url$/;

/** Characters of a text in a record; the tools that read texts give them whole. */
const LONGEST_TEXT = 500;
/** Characters of an answer. */
const LONGEST_ANSWER = 24_000;

/** A value without what is null, empty or of no use to an agent, and with long texts cut; addresses stay whole. */
export const compact = (value: unknown): unknown => {
  if (typeof value === 'string' && !/^https?:/.test(value))
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (Array.isArray(value)) return value.map(compact);
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  const kept = Object.entries(record).flatMap(([name, each]) => {
    if (HIDDEN.test(name) || (name === '_id' && 'id' in record)) return [];
    const small = compact(each);
    const isEmpty =
      small === null || small === '' || (typeof small === 'object' && Object.keys(small as object).length === 0);
    return isEmpty ? [] : [[name, small] as const];
  });
  return Object.fromEntries(kept);
};

/** Every list within a value, the value itself included. */
const listsIn = (value: unknown): unknown[][] => {
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [value] : []), ...Object.values(value).flatMap(listsIn)];
};
/** What makes an answer long. */
const longestList = (value: unknown): unknown[] | undefined =>
  listsIn(value).sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0];

/** An answer as text, its longest list cut to what an agent can be given at once, with a word of how to go on. */
export const asText = (value: unknown): string => {
  const whole = JSON.stringify(value);
  const list = whole.length > LONGEST_ANSWER ? longestList(value) : undefined;
  if (!list) return whole.length > 2 * LONGEST_ANSWER ? `${whole.slice(0, LONGEST_ANSWER)}…` : whole;
  const copy: unknown = structuredClone(value);
  const shortened = longestList(copy) as unknown[];
  const total = shortened.length;
  while (shortened.length > 1 && JSON.stringify(copy).length > LONGEST_ANSWER) {
    shortened.length = Math.floor(shortened.length * 0.8);
  }
  return JSON.stringify({
    shortened: `${shortened.length} of ${total} entries are shown: ask for less, or for the next page`,
    ...(Array.isArray(copy) ? { items: copy } : (copy as object)),
  });
};
