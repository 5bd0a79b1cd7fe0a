import { expect, test } from 'vitest';
import { disciplineOf } from '../../../shared/domain/sheets/index.ts';

test.each([
  ['A-101', null, 'architectural'],
  ['AF101', 'FIRST FLOOR FINISH PLAN', 'architectural'],
  ['S2.01', 'FOOTING PLAN', 'structural'],
  ['FP-100', 'LEVEL 1', 'fire'],
  ['E201A', null, 'electrical'],
  ['建施-05', null, 'architectural'],
  ['105301-SGP-01-ZZ-DR-A-131002', 'Hard Landscaping', 'architectural'],
  ['110', 'Grundriss UG', 'architectural'],
  [null, 'GROUND FLOOR PLAN HVAC DUCTING LAYOUT', 'mechanical'],
  [null, 'Second floor lighting plan', 'electrical'],
  ['12', 'Option 2', null],
  [null, null, null],
])('%s %s is of the discipline %s', (number, title, discipline) => {
  expect(disciplineOf(number, title)).toBe(discipline);
});
