import type { Sheet } from '../documents/document.ts';

/** What the title block of a sheet says, as the comparison takes it. */
export interface SheetFacts {
  sheet_number: { value: string; confidence: number } | null;
  title: { value: string; confidence: number } | null;
  revision: { value: string; confidence: number } | null;
  date: { value: string; confidence: number } | null;
  scale: { value: string; confidence: number } | null;
}

/** A sheet as the comparison takes it: each field with its confidence, null where none is printed. */
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
