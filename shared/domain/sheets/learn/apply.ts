import { disciplineOf } from '../discipline.ts';
import { lettersAndDigits } from '../letters-and-digits.ts';
import type { Sheet } from '../sheet.ts';
import { type BlockPage, READINGS, segmentsBy } from './block-page.ts';
import { readBy } from './read-by.ts';
import { likenessOf, type SheetTemplateRecord } from './record.ts';
import { LEARNT_FIELDS } from './template.ts';

type Templates = readonly Pick<SheetTemplateRecord, 'examples'>[];

/** Whether one text contains the other: what is read at the learned position has more or fewer lines there. */
const overlap = (a: string, b: string): boolean => {
  const [one, other] = [lettersAndDigits(a), lettersAndDigits(b)];
  return one.includes(other) || other.includes(one);
};

const hundredths = (value: number): number => Math.round(100 * value) / 100;

/**
 * Applies the most similar template to a sheet: fills fields that the reader left empty, and replaces fields that it
 * has read wrongly on corrected sheets of this title block. Keeps corrections, and fields that the reader has read
 * correctly.
 */
const withTemplate = (sheet: Sheet, block: BlockPage, templates: Templates): Sheet => {
  const segments = segmentsBy(block);
  const [best] = templates
    .map(({ examples }) => ({ examples, like: likenessOf({ examples }, segments) }))
    .filter(({ like }) => like > 0)
    .sort((a, b) => b.like - a.like);
  if (!best) return sheet;
  const result: Sheet = { ...sheet, confidence: { ...sheet.confidence } };
  const source: NonNullable<Sheet['source']> = { ...sheet.source };
  let changed = false;
  for (const reading of READINGS) {
    const printed = segments[reading];
    const blocks = best.examples.filter((each) => each.reading === reading).map((each) => each.block);
    if (!printed || blocks.length === 0) continue;
    const learnt = readBy(blocks, printed);
    const certainty = reading === 'picture' ? (block.picture?.certainty ?? 0) : 1;
    for (const field of LEARNT_FIELDS) {
      const { value, confidence, against } = learnt[field] ?? { value: null, confidence: 0, against: false };
      if (value === null || value === result[field] || source[field] === 'correction') continue;
      const learntConfidence = hundredths(certainty * confidence);
      const read = result[field];
      // Any letter at the position may be a revision.
      const isRefuted =
        field !== 'revision' && result.confidence[field] < learntConfidence && !overlap(read ?? '', value);
      if (read !== null && !isRefuted && !against && source[field] !== 'template') continue;
      result[field] = value;
      result.confidence[field] = learntConfidence;
      source[field] = 'template';
      changed = true;
    }
  }
  if (!changed) return sheet;
  const discipline = disciplineOf(result.sheet_number, result.title);
  return { ...result, source, ...(discipline && { discipline }) };
};

/** Applies the organization's templates to sheets; returns the others unchanged. */
export const withTemplates = (
  sheets: readonly Sheet[],
  blocks: readonly BlockPage[],
  templates: Templates,
): Sheet[] => {
  if (templates.length === 0) return [...sheets];
  const byPage = new Map(blocks.map((block) => [block.page, block]));
  return sheets.map((sheet) => {
    const block = byPage.get(sheet.page);
    return block ? withTemplate(sheet, block, templates) : sheet;
  });
};
