/** Texts kept: those of the densest sheet. */
const MOST = 20_000;

/**
 * A pure function of a text that answers what it has answered before without working it out again: the lines of a
 * sheet are weighed against one another, each many times.
 */
export const remembered = <T>(work: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, { value: T }>();
  return (text) => {
    const found = known.get(text);
    if (found) return found.value;
    if (known.size >= MOST) known.clear();
    const value = work(text);
    known.set(text, { value });
    return value;
  };
};
