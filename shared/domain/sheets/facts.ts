import type { Sheet } from './sheet.ts';

/** The title block fields of a sheet, as input of the comparison. */
export interface SheetFacts {
  sheet_number: { value: string; confidence: number } | null;
  title: { value: string; confidence: number } | null;
  revision: { value: string; confidence: number } | null;
  date: { value: string; confidence: number } | null;
  scale: { value: string; confidence: number } | null;
}

/** Converts a sheet for the comparison: each field with its confidence, null if not printed. */
export const factsOf = ({ confidence, ...sheet }: Sheet): SheetFacts => {
  const fact = (field: keyof Sheet['confidence']) => {
    const value = sheet[field];
    return value === null ? null : { value, confidence: confidence[field] };
  };
  return {
    sheet_number: fact('sheet_number'),
    title: fact('title'),
    revision: fact('revision'),
    date: fact('date'),
    scale: fact('scale'),
  };
};
