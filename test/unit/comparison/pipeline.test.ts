import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { PASSES } from '../../../shared/comparison/engine/passes.ts';
import { compareFiles } from '../../../shared/comparison/index.ts';
import { drawKind } from '../../bench/comparison/kinds/index.ts';

const engine = join(import.meta.dirname, '../../../shared/comparison/engine');
/** The steps in the order in which they run. */
const STEPS = ['read', 'pair', 'align', 'lines', 'differ', 'segment', 'join', 'rate', 'say'];

test('a step imports only earlier steps and the helpers that all share', () => {
  const folders = readdirSync(engine).filter((name) => statSync(join(engine, name)).isDirectory());
  expect(folders.toSorted()).toEqual(STEPS.toSorted());
  const helpers = ['change.ts', 'cluster.ts', 'geometry.ts', 'types.ts'];
  const ofHelpers = helpers.flatMap((file) =>
    [...readFileSync(join(engine, file), 'utf8').matchAll(/^import [^;]*?from '(\.\/.*?)';$/gm)].map(([, to]) => to!),
  );
  expect(ofHelpers.filter((to) => !helpers.includes(to.slice(2)))).toEqual([]);
  const wrong = STEPS.flatMap((step, at) =>
    readdirSync(join(engine, step)).flatMap((file) => {
      const path = join(engine, step, file);
      const imports = [...readFileSync(path, 'utf8').matchAll(/^(?:import|export) .*?from '(\..*?)';$/gms)];
      return imports.flatMap(([, from]) => {
        const to = relative(engine, join(dirname(path), from!));
        if (to.startsWith('..')) return [];
        const other = STEPS.indexOf(to.split('/')[0]!);
        const isEarlier = other >= 0 ? other <= at : helpers.includes(to);
        return isEarlier ? [] : [`${step}/${file} imports ${to}`];
      });
    }),
  );
  expect(wrong).toEqual([]);
});

test('every pass has a name of its own, can be left out, and says what it returned', async () => {
  expect(new Set(PASSES.map(({ name }) => name)).size).toBe(PASSES.length);
  const pair = await drawKind('room numbers', 3);
  const traced: [string, number][] = [];
  const trace = (name: string, changes: readonly unknown[]) => traced.push([name, changes.length]);
  const { result } = await compareFiles(pair.older, pair.newer, { passes: { trace } });
  expect(traced.map(([name]) => name)).toEqual(PASSES.map(({ name }) => name));
  expect(result.items[0]!.kind).toBe('repeated');
  const without = await compareFiles(pair.older, pair.newer, { passes: { skip: new Set(['repeats']) } });
  expect(without.result.items.length).toBeGreaterThan(result.items.length + 4);
});
