/** Maximum number of cached texts: those of the densest sheet. */
const MAXIMUM_TEXTS = 20_000;

/** Memoises a pure function of a text: the lines of a sheet are compared with each other many times. */
export const memoizeByText = <T>(work: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, { value: T }>();
  return (text) => {
    const found = known.get(text);
    if (found) return found.value;
    if (known.size >= MAXIMUM_TEXTS) known.clear();
    const value = work(text);
    known.set(text, { value });
    return value;
  };
};
