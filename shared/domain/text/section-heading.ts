/** A section of a specification, numbered as in MasterFormat. */
export interface SpecificationSection {
  /** Such as `08 11 13`. */
  number: string;
  title: string | null;
}

const HEADING = /^[ \t]*SECTION[ \t]+(\d{2})[ \t]?(\d{2})[ \t]?(\d{2}(?:\.\d{2})?)\b[ \t]*[-–—:]?[ \t]*(.*)$/gim;
/** A section that a sentence or a table of contents mentions has no line of its own with a title. */
const LONGEST_TITLE = 100;

/**
 * Returns the section that a text ends in: the last heading (`SECTION 08 11 13 - HOLLOW METAL DOORS`). A heading without
 * a title on its line takes the next line.
 */
export const sectionAtEnd = (text: string): SpecificationSection | undefined => {
  const last = [...text.matchAll(HEADING)].findLast(([, , , , title = '']) => title.length <= LONGEST_TITLE);
  if (!last) return undefined;
  const [heading, division, group, item, own = ''] = last;
  const following =
    text
      .slice(last.index + heading.length)
      .trimStart()
      .split('\n', 1)[0] ?? '';
  const title = (own || following).trim();
  return { number: `${division} ${group} ${item}`, title: title && title.length <= LONGEST_TITLE ? title : null };
};
