/** The particular text of one section of a project specification; the general clauses are added when it is drawn. */
export interface SectionText {
  /** MasterFormat number */
  number: string;
  title: string;
  /** how the general clauses call the work's product and who installs it */
  product: string;
  installer: string;
  /** a procedure has no product: the general clauses do not fit it */
  procedure?: boolean;
  references: readonly string[];
  includes: readonly string[];
  submittals: readonly string[];
  materials: readonly string[];
  execution: readonly string[];
  table?: { title: string; head: readonly string[]; rows: readonly (readonly string[])[] };
}
