import * as z from 'zod';
import { isFirm } from '../vocabulary.ts';
import { type BlockPage, READINGS, segmentsBy } from './block-page.ts';
import { likenessTo } from './read-by.ts';
import { BlockTemplate, type Corrected, LEARNT_FIELDS, templateOf } from './template.ts';

/** A corrected sheet, as far as it is needed to read further sheets with its title block. */
const Example = z.object({
  document_id: z.string(),
  page: z.int(),
  reading: z.enum(READINGS),
  block: BlockTemplate,
});
export type Example = z.infer<typeof Example>;

/** A template for an organization's sheets by one office: positions and labels of fields, learnt from corrections. */
export const SheetTemplateRecord = z.object({
  id: z.string(),
  organization_id: z.string(),
  /** The firm named in the block; null if none is. */
  office: z.string().nullable(),
  /** Newest first. */
  examples: z.array(Example),
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type SheetTemplateRecord = z.infer<typeof SheetTemplateRecord>;

/** Maximum number of templates of an organization that sheets are compared with, newest first. */
export const MOST_TEMPLATES = 100;
/** Maximum number of examples of a template: two determine most positions, and each needs one or two kilobytes. */
const MAXIMUM_EXAMPLES = 6;

/** Returns the examples learnt from a correction; none if the corrected values are not printed on the sheet. */
export const examplesOf = (
  document_id: string,
  block: BlockPage,
  corrected: Corrected,
  found: Corrected,
): Example[] => {
  const read = segmentsBy(block);
  return READINGS.flatMap((reading) => {
    const segments = read[reading];
    const template = segments && templateOf(segments, corrected, found);
    return template && Object.keys(template.fields).length > 0
      ? [{ document_id, page: block.page, reading, block: template }]
      : [];
  });
};

const MAXIMUM_NAME_LENGTH = 80;

/** Returns the firm named in a block; null if it cannot be distinguished from the project's. */
export const officeOf = (block: BlockPage): string | null => {
  const read = segmentsBy(block);
  const values = (read.text ?? read.picture)?.values ?? [];
  const firms = values.filter(({ text }) => isFirm(text) && text.length <= MAXIMUM_NAME_LENGTH);
  return firms.sort((a, b) => b.size - a.size)[0]?.text.trim() ?? null;
};

type Blocks = Pick<SheetTemplateRecord, 'examples'>;

/** Returns the similarity of a page to a template's block, 0..1. */
export const likenessOf = ({ examples }: Blocks, segments: ReturnType<typeof segmentsBy>): number =>
  Math.max(
    ...READINGS.map((reading) => {
      const sheet = segments[reading];
      const blocks = examples.filter((each) => each.reading === reading).map(({ block }) => block);
      return sheet && blocks.length > 0 ? likenessTo(blocks, sheet) : 0;
    }),
  );

/**
 * Returns the template for a corrected sheet: the one learnt from it before, else the most similar; undefined if none
 * matches.
 */
export const templateFor = <T extends Blocks>(
  templates: readonly T[],
  document_id: string,
  block: BlockPage,
): T | undefined => {
  const own = templates.find(({ examples }) =>
    examples.some((each) => each.document_id === document_id && each.page === block.page),
  );
  if (own) return own;
  const segments = segmentsBy(block);
  const [best] = templates
    .map((template) => ({ template, like: likenessOf(template, segments) }))
    .sort((a, b) => b.like - a.like);
  return best && best.like > 0 ? best.template : undefined;
};

/** Adds examples; they replace earlier ones of the same sheet. */
export const withExamples = (examples: readonly Example[], added: readonly Example[]): Example[] => {
  const merged = added.map((example) => {
    const former = examples.find(
      (each) =>
        each.document_id === example.document_id && each.page === example.page && each.reading === example.reading,
    );
    const fields = { ...former?.block.fields };
    for (const field of LEARNT_FIELDS) {
      const place = example.block.fields[field];
      // On a second correction the sheet's value comes from the first one, so the earlier flag is kept.
      if (place) fields[field] = { ...place, against: place.against || fields[field]?.against === true };
    }
    return { ...example, block: { ...example.block, fields } };
  });
  const others = examples.filter(
    (each) => !added.some((example) => each.document_id === example.document_id && each.page === example.page),
  );
  return [...merged, ...others].slice(0, MAXIMUM_EXAMPLES);
};
