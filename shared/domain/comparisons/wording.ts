import * as z from 'zod';
import { line } from '../fields.ts';

/** Maximum characters of a description by a model. */
const LONGEST = 300;

/** A language model's wording of one change: the change's number, and a sentence or a division, or both. */
const Wording = z.object({
  number: z.int(),
  description: line(LONGEST)
    .nullish()
    .meta({ description: `One plain sentence of at most ${LONGEST} characters, with every number of the given one` }),
  division: z.string().nullish().meta({ description: 'Two digits of the CSI MasterFormat' }),
});
export type Wording = z.infer<typeof Wording>;

/** The response of a language model to a `WordingTask`. */
export const Wordings = z.object({ changes: z.array(Wording) });

/** A change as described to a language model. */
export interface DescribedChange {
  number: number;
  kind: string;
  description: string;
  place?: string | undefined;
  trade?: string | undefined;
  quantity?: { value: number; unit: string } | undefined;
  old_text?: string | undefined;
  new_text?: string | undefined;
}

/** Changes of one sheet to be reworded. */
export interface WordingTask {
  /** The purpose of the model and its constraints: its system prompt. */
  instructions: string;
  /** From the title block, as far as it was read. */
  sheet: { sheet_number: string | null; title: string | null; discipline: string | null };
  changes: readonly DescribedChange[];
}
