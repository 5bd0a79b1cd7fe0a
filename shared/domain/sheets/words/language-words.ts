/**
 * What drawings, and the texts around their titles, are called in one language: words separated by spaces, in their usual
 * spelling. A word with `*` at its end or start stands for all words with that beginning or ending; `_` joins the words of
 * a phrase. Matching ignores case, accents, hyphens and apostrophes.
 */
export interface LanguageWords {
  /** Kinds of drawings and other words that can be a title by themselves. */
  kinds: string;
  /** What drawings show: storeys, parts of buildings and machines, systems, directions. */
  parts: string;
  /** Words between them that say nothing. */
  fillers: string;
  /** Kinds of firms and their legal forms. */
  firms: string;
  /** Kinds of projects and buildings, and authorities. */
  projects: string;
  /** States of a drawing, phases of a design, notes and reservations. */
  stamps: string;
  /** Headings of lists beside a drawing. */
  headings: string;
  /** Streets of addresses in which the number comes last. */
  streets: string;
  /** Streets of addresses in which the number comes first. */
  roads: string;
  /** Who did what, and other headings of cells. */
  roles: string;
}
