import { expect, test } from 'vitest';
import { sitesIn, withDecisions } from '../../bench/thresholds/sites.ts';

const IMPORT = `import { least, most } from './thresholds.ts';\n`;
const keyOf = (from: string, name: string) => (from === './thresholds.ts' ? name : undefined);
const found = (code: string) => {
  const { sites, passedOn } = sitesIn(IMPORT + code, keyOf);
  return { sites: sites.map(({ text, thresholds }) => [text, thresholds.join()]), passedOn };
};

test('a decision is the whole condition around a comparison, with all of its thresholds', () => {
  expect(found('if (isOpen && size > least * height && size < most) draw();').sites).toEqual([
    ['isOpen && size > least * height && size < most', 'least,most'],
  ]);
  expect(found('const shown = sizes.filter((size) => size > least).length;').sites).toEqual([
    ['size > least', 'least'],
  ]);
});

test('a local constant stands for the thresholds in its value', () => {
  const code = '{ const limit = least * height; if (size > limit) draw(); }';
  expect(found(code).sites).toEqual([['size > limit', 'least']]);
});

test('limits and arguments decide by the value of the call', () => {
  expect(found('const kept = Math.min(size, most);').sites).toEqual([['Math.min(size, most)', 'most']]);
  expect(found('if (!isNear(a, b, most)) draw();').sites).toEqual([['!isNear(a, b, most)', 'most']]);
});

test('what changes something is not evaluated again, and what decides nothing is passed on', () => {
  expect(found('if (size > least && seen.add(size)) draw();').sites).toEqual([['size > least', 'least']]);
  expect(found('removeLine(at, most);')).toEqual({ sites: [], passedOn: ['most'] });
  expect(found('const grown = { by: most };')).toEqual({ sites: [], passedOn: ['most'] });
});

test('each decision becomes a call that receives its thresholds as values', () => {
  const code = `const isKept = size > least && sizes.some((one) => one < most);`;
  const source = IMPORT + code;
  const rewritten = withDecisions(source, sitesIn(source, keyOf).sites, 7).slice(IMPORT.length);
  const decide = (id: number, values: number[], evaluate: (...moved: number[]) => unknown) =>
    evaluate(...values.map((value) => (id === 7 ? value : value * 100)));
  const run = new Function('least', 'most', 'size', 'sizes', 'globalThis', `${rewritten} return isKept;`);
  const isOpen = Array(20).fill(true);
  expect(run(1, 5, 3, [40], { decide, isOpen })).toBe(true);
  expect(run(1, 5, 3, [40], { decide, isOpen: Array(20).fill(false) })).toBe(false);
});
