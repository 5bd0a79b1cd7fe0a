/** The specific text of one section of a project specification; general clauses are added when it is drawn. */
export interface SectionText {
  /** MasterFormat number */
  number: string;
  title: string;
  /** the terms used in the general clauses for the product and its installer */
  product: string;
  installer: string;
  /** a procedure has no product, so the general clauses do not apply */
  procedure?: boolean;
  references: readonly string[];
  includes: readonly string[];
  submittals: readonly string[];
  materials: readonly string[];
  execution: readonly string[];
  table?: { title: string; head: readonly string[]; rows: readonly (readonly string[])[] };
}
