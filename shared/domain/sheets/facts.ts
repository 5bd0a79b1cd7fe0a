import type { SheetFacts } from '../comparison/types.ts';
import type { Sheet } from '../documents/document.ts';

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
