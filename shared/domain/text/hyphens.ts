/** Whether a word that ends a line with a hyphen continues with the given one. */
export const isHyphenated = (begun: string, rest: string): boolean => /\p{L}-$/u.test(begun) && /^\p{Ll}/u.test(rest);

/** Joins the parts of a word hyphenated at a line end: `connec-`, `tion`; before a capital the hyphen belongs to it. */
export const joinHyphenated = (begun: string, rest: string): string =>
  isHyphenated(begun, rest) ? begun.slice(0, -1) + rest : begun + rest;
