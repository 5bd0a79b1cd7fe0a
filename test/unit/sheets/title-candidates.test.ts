import { expect, it } from 'vitest';
import { blockOf } from '../../../shared/domain/sheets/block.ts';
import { titleCandidates } from '../../../shared/domain/sheets/title-candidates.ts';
import { drawnPage } from './page.ts';

it.each([
  ['SECTION A - A', 1],
  ['Elevation "B"', 1],
  ['DETAIL 3', 1],
  ['SECTIONS AND DETAILS', 0],
  ['PLAN OF LEVEL TWO', 0],
])('the candidate %s has %d marks of a view at its end', (text, marks) => {
  const page = drawnPage(1, 1200, 800, [[text, 900, 700, 20]]);
  const found = titleCandidates(blockOf(page), null).find((candidate) => candidate.text === text);
  expect(found?.features.view_mark).toBe(marks);
});
