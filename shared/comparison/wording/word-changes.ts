import type { DescribedChange, Wording } from '../../domain/comparisons/wording.ts';
import { errorFields, log } from '../../log.ts';
import type { Describer } from '../../ports.ts';
import { withSignal } from '../../with-signal.ts';
import type { ComparisonItem, ComparisonResult } from '../engine/index.ts';
import { applyWordings } from './apply-wordings.ts';
import { INSTRUCTIONS } from './instructions.ts';

/** Maximum number of changes per request, and per comparison (the most important ones). */
const CHANGES_PER_REQUEST = 25;
const CHANGES_PER_COMPARISON = 200;
/** Milliseconds after which the remaining changes of a comparison keep their descriptions. */
const TIMEOUT_MS = 120_000;

const toRequest = (item: ComparisonItem): DescribedChange => {
  const { number, kind, description, place, trade, quantity, old_text, new_text } = item;
  return { number: number!, kind, description, place, trade, quantity, old_text, new_text };
};

/** Returns the model's wordings of the most important changes; what was not answered by the deadline has none. */
const requestWordings = async (
  { items, sheets }: Pick<ComparisonResult, 'items' | 'sheets'>,
  describer: Describer,
  deadline: AbortSignal,
): Promise<Wording[]> => {
  const wordings: Wording[] = [];
  const weighty = items.slice(0, CHANGES_PER_COMPARISON);
  for (const [index, sheet] of sheets.entries()) {
    const own = weighty.filter((item) => item.sheet === index + 1);
    for (let start = 0; start < own.length; start += CHANGES_PER_REQUEST) {
      if (deadline.aborted) break;
      const { sheet_number, title, discipline } = sheet;
      try {
        const changes = own.slice(start, start + CHANGES_PER_REQUEST).map(toRequest);
        const task = { instructions: INSTRUCTIONS, sheet: { sheet_number, title, discipline }, changes };
        wordings.push(...(await describer.describe(task, deadline)));
      } catch (error) {
        log('warn', 'The language model did not word changes', { model: describer.model, ...errorFields(error) });
      }
    }
  }
  return wordings;
};

/**
 * Returns the items of a result with a language model's wordings (see `applyWordings`), requested sheet by sheet.
 * Items without a valid answer in time keep the rules' description: a comparison never fails because of its wording.
 */
export const wordChanges = async (
  result: Pick<ComparisonResult, 'items' | 'sheets'>,
  describer: Describer,
  signal: AbortSignal,
): Promise<ComparisonItem[]> => {
  const wordings = await withSignal([signal], (limited) => requestWordings(result, describer, limited), TIMEOUT_MS);
  signal.throwIfAborted();
  return applyWordings(result.items, wordings);
};
