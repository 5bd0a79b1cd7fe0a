import { disciplineOf } from '../discipline.ts';
import { lettersAndDigits } from '../letters-and-digits.ts';
import type { Sheet } from '../sheet.ts';
import { type BlockPage, READINGS, segmentsBy } from './block-page.ts';
import { type LearntValue, readBy } from './read-by.ts';
import { likenessOf, type SheetTemplateRecord } from './record.ts';
import { LEARNT_FIELDS, type LearntField } from './template.ts';
import { minimumTemplateConfidenceRatio } from './thresholds.ts';

type Templates = readonly Pick<SheetTemplateRecord, 'examples'>[];

/** Whether one text contains the other: what is read at the learned position has more or fewer lines there. */
const overlap = (a: string, b: string): boolean => {
  const [one, other] = [lettersAndDigits(a), lettersAndDigits(b)];
  return one.includes(other) || other.includes(one);
};

const hundredths = (value: number): number => Math.round(100 * value) / 100;

/** A sheet whose fields are being completed. */
type Draft = Sheet & { source: NonNullable<Sheet['source']> };

/** Applies what is learnt about a field to a sheet; returns whether that changes it. */
const apply = (draft: Draft, field: LearntField, { value, confidence, against, none }: LearntValue): boolean => {
  const read = draft[field];
  if (draft.source[field] === 'correction' || value === read) return false;
  if (value === null) {
    if (!none.some((text) => lettersAndDigits(text) === lettersAndDigits(read ?? ''))) return false;
    draft[field] = null;
    draft.confidence[field] = 0;
    delete draft.source[field];
    return true;
  }
  if (confidence < minimumTemplateConfidenceRatio) return false;
  // Any letter at the position may be a revision.
  const isRefuted = field !== 'revision' && draft.confidence[field] < confidence && !overlap(read ?? '', value);
  if (read !== null && !isRefuted && !against && draft.source[field] !== 'template') return false;
  draft[field] = value;
  draft.confidence[field] = confidence;
  draft.source[field] = 'template';
  return true;
};

/**
 * Applies the most similar template to a sheet: fills fields that the reader left empty, and replaces fields that it
 * has read wrongly on corrected sheets of this title block, also where those print none. Keeps corrections, and fields
 * that the reader has read correctly.
 */
const withTemplate = (sheet: Sheet, block: BlockPage, templates: Templates): Sheet => {
  const segments = segmentsBy(block);
  const [best] = templates
    .map(({ examples }) => ({ examples, like: likenessOf({ examples }, segments) }))
    .filter(({ like }) => like > 0)
    .sort((a, b) => b.like - a.like);
  if (!best) return sheet;
  const draft: Draft = { ...sheet, confidence: { ...sheet.confidence }, source: { ...sheet.source } };
  let changed = false;
  for (const reading of READINGS) {
    const printed = segments[reading];
    const blocks = best.examples.filter((each) => each.reading === reading).map((each) => each.block);
    if (!printed || blocks.length === 0) continue;
    const learnt = readBy(blocks, printed);
    const certainty = reading === 'picture' ? (block.picture?.certainty ?? 0) : 1;
    for (const field of LEARNT_FIELDS) {
      const found = learnt[field];
      if (!found) continue;
      const isChange = apply(draft, field, { ...found, confidence: hundredths(certainty * found.confidence) });
      changed ||= isChange;
    }
  }
  if (!changed) return sheet;
  const discipline = disciplineOf(draft.sheet_number, draft.title);
  return { ...draft, ...(discipline && { discipline }) };
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
