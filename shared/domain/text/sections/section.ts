import * as z from 'zod';

/**
 * How sections are numbered: CSI MasterFormat (`08 11 13`), cost groups of DIN 276 (`334`), RICS New Rules of
 * Measurement, lots of a French CCTP, or otherwise (`18.07`, `295-503`, `Chapter 4`).
 */
export const SECTION_SYSTEMS = ['csi', 'din276', 'nrm', 'cctp', 'numbered'] as const;
export type SectionSystem = (typeof SECTION_SYSTEMS)[number];

/** A section of a document, from its heading to the next heading of the same or a higher level. */
export const Section = z.object({
  number: z.string(),
  title: z.string().nullable(),
  system: z.enum(SECTION_SYSTEMS),
  /** From 1, the outermost. */
  level: z.int(),
  page_from: z.int(),
  page_to: z.int(),
  /** Where the heading begins in the text of `page_from`, in UTF-16 code units. */
  at: z.int(),
  /** The heading, in fractions of the page; null if the position of its words is not known. */
  box: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).nullable(),
});
export type Section = z.infer<typeof Section>;

/** The section that a passage belongs to. */
export type SectionName = Pick<Section, 'number' | 'title'>;

/** Returns the last section that begins at or before a place in the text of a page. */
export const sectionAt = (sections: readonly Section[], page: number, at: number): Section | undefined =>
  sections.findLast((section) => section.page_from < page || (section.page_from === page && section.at <= at));
