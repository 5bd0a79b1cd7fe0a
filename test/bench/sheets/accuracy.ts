import { LEARNT_FIELDS } from '../../../shared/domain/sheets/learn/template.ts';
import { type LabelledSheet, learningOf } from './learning.ts';
import { isRight, score } from './truth.ts';

/** Returns a share with three digits; empty without a value, or if nothing was counted. */
const share = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? '' : value.toFixed(3);

/** Returns a row of a Markdown table: the share of right fields by kind and in all, and that of right answers. */
export const scoreRow = (name: string, sheets: readonly LabelledSheet[]): string => {
  const { byOffice, answersRight } = score(sheets.map(({ truth, sheet }) => ({ truth, said: sheet })));
  const shares = [...LEARNT_FIELDS, 'all' as const].map((field) => share(byOffice[field]));
  return `| ${[name, ...shares, share(answersRight)].join(' | ')} |`;
};

const LIMITS = [0, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01];

/** Returns a Markdown table of how many answers of each confidence are right. */
export const calibrationTable = (sheets: readonly LabelledSheet[]): string => {
  const answers = sheets.flatMap(({ truth, sheet }) =>
    LEARNT_FIELDS.filter((field) => sheet[field] !== null).map((field) => ({
      confidence: sheet.confidence[field],
      isRight: isRight(truth, field, sheet[field]),
    })),
  );
  const rows = LIMITS.slice(1).map((limit, i) => {
    const from = LIMITS[i] as number;
    const some = answers.filter(({ confidence }) => confidence >= from && confidence < limit);
    const right = some.filter((answer) => answer.isRight).length;
    return `| ${from} to ${Math.min(1, limit)} | ${some.length} | ${some.length ? share(right / some.length) : ''} |`;
  });
  return ['| confidence | answers | right |', '|---|---|---|', ...rows].join('\n');
};

/** Minimum number of sheets of an office by which the effect of two corrections on a third is measured. */
const FEWEST_SHEETS = 3;

/** Returns a Markdown table of what corrections teach, by office, and how many offices one correction improves. */
export const learningTable = (sheets: readonly LabelledSheet[]): string => {
  const offices = [...Map.groupBy(sheets, ({ truth }) => truth.office)]
    .filter(([, own]) => own.length >= FEWEST_SHEETS)
    .map(([office, own]) => ({ office, count: own.length, shares: learningOf(own) as [number, number, number] }));
  const faulty = offices.filter(({ shares: [before] }) => before < 1);
  const better = faulty.filter(({ shares: [before, one] }) => one > before + 1e-9).length;
  const worse = offices.filter(({ shares: [before, one, two] }) => Math.min(one, two) < before - 1e-9).length;
  const rows = faulty.map(({ office, count, shares }) => `| ${[office, count, ...shares.map(share)].join(' | ')} |`);
  return [
    '| office | sheets | before | one | two |\n|---|---|---|---|---|',
    ...rows,
    `\nOf ${offices.length} offices, ${faulty.length} have something to mend: one correction improves ${better} of them; ${worse} get worse.`,
  ].join('\n');
};
