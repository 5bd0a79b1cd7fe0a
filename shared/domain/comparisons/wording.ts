import * as z from 'zod';
import { line } from '../fields.ts';

/** Characters of a description that a model wrote. */
const LONGEST = 300;

/** What a language model says of one change: the change's number, and a sentence or a division, or both. */
const Wording = z.object({
  number: z.int(),
  description: line(LONGEST)
    .nullish()
    .meta({ description: `One plain sentence of at most ${LONGEST} characters, with every number of the given one` }),
  division: z.string().nullish().meta({ description: 'Two digits of the CSI MasterFormat' }),
});
export type Wording = z.infer<typeof Wording>;

/** The answer of a language model to a `WordingTask`. */
export const Wordings = z.object({ changes: z.array(Wording) });

/** What a language model is told of a change. */
export interface ToldChange {
  number: number;
  kind: string;
  description: string;
  place?: string | undefined;
  trade?: string | undefined;
  quantity?: { value: number; unit: string } | undefined;
  old_text?: string | undefined;
  new_text?: string | undefined;
}

/** Changes of one sheet that are to be said in other words. */
export interface WordingTask {
  /** What the model is for, and what it must not do: its system prompt. */
  instructions: string;
  /** As far as its title block says. */
  sheet: { sheet_number: string | null; title: string | null; discipline: string | null };
  changes: readonly ToldChange[];
}
