import * as z from 'zod';
import { isFirm } from '../vocabulary.ts';
import { type BlockPage, READINGS, segmentsBy } from './block-page.ts';
import { likenessTo } from './read-by.ts';
import { BlockTemplate, type Corrected, LEARNT_FIELDS, templateOf } from './template.ts';

/** A corrected sheet, as far as the next sheet of its block is read by it. */
const Example = z.object({
  document_id: z.string(),
  page: z.int(),
  reading: z.enum(READINGS),
  block: BlockTemplate,
});
export type Example = z.infer<typeof Example>;

/** How an organization's sheets of one office are read: the places and labels of their fields, from corrections. */
export const SheetTemplateRecord = z.object({
  id: z.string(),
  organization_id: z.string(),
  /** The firm that the block names; null where it names none. */
  office: z.string().nullable(),
  /** The newest first. */
  examples: z.array(Example),
  created_at: z.string(),
  updated_at: z.string(),
  record_version: z.int(),
  write_id: z.string(),
});
export type SheetTemplateRecord = z.infer<typeof SheetTemplateRecord>;

/** Templates of an organization that its sheets are held against, the newest. */
export const MOST_TEMPLATES = 100;
/** Examples of one template: two settle most places, and each costs a kilobyte or two. */
const MOST_EXAMPLES = 6;

/** What a correction of a sheet teaches; nothing where its values are not printed as they were given. */
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

const LONGEST_NAME = 80;

/** The firm that a block names; null where none is told from the project's. */
export const officeOf = (block: BlockPage): string | null => {
  const read = segmentsBy(block);
  const values = (read.text ?? read.picture)?.values ?? [];
  const firms = values.filter(({ text }) => isFirm(text) && text.length <= LONGEST_NAME);
  return firms.sort((a, b) => b.size - a.size)[0]?.text.trim() ?? null;
};

type Blocks = Pick<SheetTemplateRecord, 'examples'>;

/** How much a page is of a template's block, 0..1. */
export const likenessOf = ({ examples }: Blocks, segments: ReturnType<typeof segmentsBy>): number =>
  Math.max(
    ...READINGS.map((reading) => {
      const sheet = segments[reading];
      const blocks = examples.filter((each) => each.reading === reading).map(({ block }) => block);
      return sheet && blocks.length > 0 ? likenessTo(blocks, sheet) : 0;
    }),
  );

/** The template that a corrected sheet adds to: the one that was made from it, else the likeliest; undefined if none. */
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

/** The examples with new ones, which take the place of what the same sheet has taught before. */
export const withExamples = (examples: readonly Example[], added: readonly Example[]): Example[] => {
  const merged = added.map((example) => {
    const former = examples.find(
      (each) =>
        each.document_id === example.document_id && each.page === example.page && each.reading === example.reading,
    );
    const fields = { ...former?.block.fields };
    for (const field of LEARNT_FIELDS) {
      const place = example.block.fields[field];
      // What a sheet says when it is corrected again was a correction before.
      if (place) fields[field] = { ...place, against: place.against || fields[field]?.against === true };
    }
    return { ...example, block: { ...example.block, fields } };
  });
  const others = examples.filter(
    (each) => !added.some((example) => each.document_id === example.document_id && each.page === example.page),
  );
  return [...merged, ...others].slice(0, MOST_EXAMPLES);
};
