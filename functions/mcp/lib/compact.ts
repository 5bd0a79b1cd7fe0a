/** Fields of no use to an agent: storage paths, repetitions within the same record, positions in pixels. */
const HIDDEN =
  /^(organization_id|metadata|record_version|uploaded_by|version_history|parts|images|files)$|_path$|_box(es)?$|crop_url$/;

/** Maximum characters of a text in a record; the tools that read texts return them in full. */
const LONGEST_TEXT = 500;
/** Maximum characters of a response. */
const LONGEST_ANSWER = 24_000;

/**
 * Returns a value without nulls, empty values and fields of no use to an agent, and with long texts cut; URLs stay
 * intact.
 */
export const compactJson = (value: unknown): unknown => {
  if (typeof value === 'string' && !/^https?:/.test(value))
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value;
  if (Array.isArray(value)) return value.map(compactJson);
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  const kept = Object.entries(record).flatMap(([name, each]) => {
    if (HIDDEN.test(name) || (name === '_id' && 'id' in record)) return [];
    const small = compactJson(each);
    const isEmpty =
      small === null || small === '' || (typeof small === 'object' && Object.keys(small as object).length === 0);
    return isEmpty ? [] : [[name, small] as const];
  });
  return Object.fromEntries(kept);
};

/** Returns every list within a value, including the value itself. */
const listsIn = (value: unknown): unknown[][] => {
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [value] : []), ...Object.values(value).flatMap(listsIn)];
};
/** Returns the list that takes up most of a value. */
const longestList = (value: unknown): unknown[] | undefined =>
  listsIn(value).sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length)[0];

/** Returns a value as JSON text, its longest list shortened to the maximum size, with a hint on how to continue. */
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
  const { length } = shortened;
  return JSON.stringify({
    // The next page of the same size would begin after the entries that are left out.
    shortened: `${length} of ${total} entries are shown: narrow the request, or ask again for pages of at most ${length}`,
    ...(Array.isArray(copy) ? { items: copy } : (copy as object)),
  });
};
