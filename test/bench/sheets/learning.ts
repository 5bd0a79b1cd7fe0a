import {
  type BlockPage,
  blockPages,
  type Corrected,
  examplesOf,
  LEARNT_FIELDS,
  readSheets,
  withExamples,
  withPictures,
  withTemplates,
} from '../../../shared/domain/sheets/index.ts';
import type { Sheet } from '../../../shared/domain/sheets/sheet.ts';
import type { ReadFile } from './read-files.ts';
import { isRight, type Truth } from './truth.ts';

export interface LabelledSheet {
  truth: Truth;
  sheet: Sheet;
  block: BlockPage | undefined;
}

/** A labelled page as read by the service, with the title block that it stores. */
export const labelledSheet = (truth: Truth, { pages, file, pictures }: ReadFile): LabelledSheet => {
  const at = pages.findIndex(({ page }) => page === truth.page);
  const sheet = withPictures(readSheets(pages, file), pages, pictures, file)[at] as Sheet;
  return { truth, sheet, block: blockPages(pages, pictures).find(({ page }) => page === truth.page) };
};

/** Returns a complete correction of a sheet: every field, including those read correctly. */
const correctionOf = ({ truth, sheet }: LabelledSheet): Corrected =>
  Object.fromEntries(
    LEARNT_FIELDS.map((field) => [field, isRight(truth, field, sheet[field]) ? sheet[field] : truth[field]]),
  );

const readAfter = (sheet: LabelledSheet, corrections: readonly LabelledSheet[]): Sheet => {
  const examples = corrections.reduce<ReturnType<typeof withExamples>>((all, each) => {
    const { file, page } = each.truth;
    const added = each.block ? examplesOf(`${file}#${page}`, each.block, correctionOf(each), each.sheet) : [];
    return withExamples(all, added);
  }, []);
  const blocks = sheet.block ? [sheet.block] : [];
  return withTemplates([sheet.sheet], blocks, examples.length > 0 ? [{ examples }] : [])[0] as Sheet;
};

/**
 * Fraction of correct fields on sheets without a correction, before, after one and after two corrections: the mean over
 * every pair of corrected sheets in either order.
 */
export const learningOf = (sheets: readonly LabelledSheet[]) => {
  const right = [0, 0, 0];
  let fields = 0;
  for (const first of sheets) {
    for (const second of sheets.filter((each) => each !== first)) {
      for (const rest of sheets.filter((each) => each !== first && each !== second)) {
        fields += LEARNT_FIELDS.length;
        for (const [corrections, given] of [[], [first], [first, second]].entries()) {
          const read = readAfter(rest, given);
          const good = LEARNT_FIELDS.filter((field) => isRight(rest.truth, field, read[field]));
          right[corrections] = (right[corrections] ?? 0) + good.length;
        }
      }
    }
  }
  return right.map((count) => count / fields);
};
