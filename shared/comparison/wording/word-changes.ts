import type { DescribedChange, Wording } from '../../domain/comparisons/wording.ts';
import { errorFields, log } from '../../log.ts';
import type { Describer } from '../../ports.ts';
import type { ComparisonItem, ComparisonResult } from '../engine/index.ts';
import { applyWordings } from './apply-wordings.ts';
import { INSTRUCTIONS } from './instructions.ts';

/** Changes of one request, and of one comparison: the most important ones. */
const BATCH = 25;
const MOST = 200;
/** Milliseconds after which a comparison ends in the words that it has. */
const PATIENCE = 120_000;

const told = (item: ComparisonItem): DescribedChange => {
  const { number, kind, description, place, trade, quantity, old_text, new_text } = item;
  return { number: number!, kind, description, place, trade, quantity, old_text, new_text };
};

/**
 * The items of a result in a language model's words (`applyWordings`), sheet by sheet. What the model does not answer in
 * time, or not as asked, stays as the rules said it: a comparison never fails for its words.
 */
export const wordChanges = async (
  { items, sheets }: Pick<ComparisonResult, 'items' | 'sheets'>,
  describer: Describer,
  signal: AbortSignal,
): Promise<ComparisonItem[]> => {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  const wordings: Wording[] = [];
  const weighty = items.slice(0, MOST);
  for (const [index, sheet] of sheets.entries()) {
    const own = weighty.filter((item) => item.sheet === index + 1);
    for (let start = 0; start < own.length; start += BATCH) {
      if (deadline.aborted) break;
      const { sheet_number, title, discipline } = sheet;
      try {
        const changes = own.slice(start, start + BATCH).map(told);
        const task = { instructions: INSTRUCTIONS, sheet: { sheet_number, title, discipline }, changes };
        wordings.push(...(await describer.describe(task, deadline)));
      } catch (error) {
        signal.throwIfAborted();
        log('warn', 'The language model did not word changes', { model: describer.model, ...errorFields(error) });
      }
    }
  }
  return applyWordings(items, wordings);
};
