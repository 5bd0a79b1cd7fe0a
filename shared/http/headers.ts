import type { Result } from './exchange.ts';

type Headers = NonNullable<Result['headers']>;

/** Returns the value of a header, whatever the case of its name. */
export const headerOf = (headers: Headers | undefined, name: string): string | undefined => {
  const found = Object.entries(headers ?? {}).find(([given]) => given.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : String(found[1]);
};

/** Merges sets of headers; later ones replace earlier ones of the same name, whatever its case. */
export const mergeHeaders = (...sets: (Headers | undefined)[]): Record<string, string> => {
  // Every response passes here several times: no array is made for a header.
  const merged: Record<string, string> = {};
  const names = new Map<string, string>();
  for (const set of sets) {
    for (const name in set) {
      const lower = name.toLowerCase();
      const former = names.get(lower);
      if (former !== undefined && former !== name) delete merged[former];
      names.set(lower, name);
      merged[name] = String(set[name]);
    }
  }
  return merged;
};
