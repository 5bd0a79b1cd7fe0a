import { readFileSync } from 'node:fs';
import { LEARNT_FIELDS, type LearntField } from '../../../shared/domain/sheets/learn/template.ts';
import { lettersAndDigits } from '../../../shared/domain/sheets/letters-and-digits.ts';
import type { Sheet } from '../../../shared/domain/sheets/sheet.ts';

/** The labelled fields of one page; null if it does not print the field. */
export interface Truth extends Record<LearntField, string | null> {
  office: string;
  file: string;
  page: number;
  text_layer: boolean;
  /** `part` for a part or circuit on the form of a CAD program, which prints a name where buildings have a number. */
  kind?: string;
  /** Other right answers; null for an empty one. */
  accept?: Partial<Record<LearntField, (string | null)[]>>;
}
export type Said = Pick<Sheet, LearntField>;

export const readTruth = (path: string): Truth[] => JSON.parse(readFileSync(path, 'utf8')) as Truth[];

const plain = (value: string | null): string => lettersAndDigits(value ?? '');

/** Whether a field equals the printed one, ignoring punctuation and case. */
export const isRight = (truth: Truth, field: LearntField, said: string | null): boolean =>
  [truth[field], ...(truth.accept?.[field] ?? [])].some((value) => plain(value) === plain(said));

export interface Score {
  /** Mean over the offices of the share of their printed fields that are read correctly, by field and in total. */
  byOffice: Record<LearntField | 'all', number>;
  /** Share of the answers that are correct. */
  answersRight: number;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

export const score = (sheets: readonly { truth: Truth; said: Said }[]): Score => {
  const cells = sheets.flatMap(({ truth, said }) =>
    LEARNT_FIELDS.map((field) => ({ truth, field, said: said[field], right: isRight(truth, field, said[field]) })),
  );
  const byOffice = (field?: LearntField): number => {
    const printed = cells.filter((cell) => cell.truth[cell.field] !== null && (!field || cell.field === field));
    const offices = new Set(printed.map(({ truth }) => truth.office));
    return mean(
      [...offices].map((office) =>
        mean(printed.filter(({ truth }) => truth.office === office).map(({ right }) => Number(right))),
      ),
    );
  };
  const answered = cells.filter(({ said }) => plain(said) !== '');
  return {
    byOffice: {
      ...(Object.fromEntries(LEARNT_FIELDS.map((field) => [field, byOffice(field)])) as Record<LearntField, number>),
      all: byOffice(),
    },
    answersRight: mean(answered.map(({ right }) => Number(right))),
  };
};
