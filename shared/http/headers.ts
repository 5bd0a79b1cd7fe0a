import type { Result } from './exchange.ts';

type Headers = NonNullable<Result['headers']>;

/** The value under a name in any case. */
export const headerOf = (headers: Headers | undefined, name: string): string | undefined => {
  const found = Object.entries(headers ?? {}).find(([given]) => given.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : String(found[1]);
};

/** One set of headers; a later set replaces a name of an earlier one whatever its case. */
export const mergeHeaders = (...sets: (Headers | undefined)[]): Record<string, string> => {
  const merged = new Map<string, [string, string]>();
  for (const set of sets) {
    for (const [name, value] of Object.entries(set ?? {})) merged.set(name.toLowerCase(), [name, String(value)]);
  }
  return Object.fromEntries(merged.values());
};
