import { onOfficePaper } from '../../../shared/domain/sheets/block.ts';
import { evidenceOf } from '../../../shared/domain/sheets/evidence.ts';
import { LEARNT_FIELDS, type LearntField } from '../../../shared/domain/sheets/learn/template.ts';
import { candidatesInBlock, candidatesOf } from '../../../shared/domain/sheets/sheet-set.ts';
import type { Example } from './fit.ts';
import type { ReadFile } from './read-files.ts';
import { isRight, type Truth } from './truth.ts';

export type Examples = Record<LearntField, Example[]>;

/** Maximum number of candidates of a page that are learnt from: the best ones of the present models. */
const MOST_CANDIDATES = 20;

const isOneOf = (truth: Truth, field: LearntField): boolean => isRight(truth, field, null);

/** Returns the candidates of the labelled pages of a file, read from the text and from the images of its blocks. */
export const examplesIn = (wanted: readonly Truth[], { pages, file, pictures }: ReadFile, weight: number): Examples => {
  const result: Examples = { sheet_number: [], title: [], revision: [], date: [], scale: [] };
  const add = (all: ReturnType<typeof candidatesOf>): void => {
    for (const { page, block, candidates } of all) {
      const truth = wanted.find((each) => each.page === page.page);
      if (!truth || !block) continue;
      for (const field of LEARNT_FIELDS) {
        const some = candidates[field].slice(0, MOST_CANDIDATES);
        result[field].push({
          group: truth.office,
          isRecognised: block.recognised,
          candidates: some.map(({ text, features, certainty }) => ({
            ...{ text, features, certainty, isRight: isRight(truth, field, text) },
          })),
          isEmptyRight: isOneOf(truth, field),
          weight: weight * (onOfficePaper(page) ? 0.7 : 1),
        });
      }
    }
  };
  add(candidatesOf(pages, file));
  const evidence = evidenceOf(pages, file);
  for (const [page, picture] of pictures) {
    const of = pages.find((each) => each.page === page);
    const text = picture.words.map((word) => word.text).join('\n');
    if (of && picture.words.length > 0) add([candidatesInBlock({ ...of, words: picture.words, text }, evidence)]);
  }
  return result;
};
