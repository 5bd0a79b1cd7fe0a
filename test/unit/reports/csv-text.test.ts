import { expect, test } from 'vitest';
import { csvText } from '../../../shared/reports/csv-text.ts';

test.each(['=1+1', '+1+1', '-A1', '@SUM(A1)', '\t=1', '\n=1', ' =1', '\u00a0=1', '＝1', '+49 30 1234', '-5;=1'])(
  '%j could be a formula',
  (text) => expect(csvText(text)).toBe(`'${text}`),
);

test.each(['+3.00', '-2,50', '-5', '+1,250.5', 'A-101', '', '1=1'])('%j is none', (text) => {
  expect(csvText(text)).toBe(text);
});
