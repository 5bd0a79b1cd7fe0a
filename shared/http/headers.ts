import type { Result } from './exchange.ts';

type Headers = NonNullable<Result['headers']>;

/** Returns the value of a header, whatever the case of its name. */
export const headerOf = (headers: Headers | undefined, name: string): string | undefined => {
  const found = Object.entries(headers ?? {}).find(([given]) => given.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : String(found[1]);
};

/** Merges sets of headers; later ones replace earlier ones of the same name, whatever its case. */
export const mergeHeaders = (...sets: (Headers | undefined)[]): Record<string, string> => {
  const merged = new Map<string, [string, string]>();
  for (const set of sets) {
    for (const [name, value] of Object.entries(set ?? {})) merged.set(name.toLowerCase(), [name, String(value)]);
  }
  return Object.fromEntries(merged.values());
};
