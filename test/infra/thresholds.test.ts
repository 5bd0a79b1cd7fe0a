import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { read } from './sources.ts';

const files = globSync('shared/{comparison,drawing,domain/sheets}/**/*.ts', { cwd: root });
const isThresholds = (file: string) => file.endsWith('/thresholds.ts') || file.includes('/thresholds/');
const namesIn = (file: string) => [...read(file).matchAll(/^export const (\w+)/gm)].map(([, name]) => name!);

/** Names end in a unit: a plural (points, words), or one of these. */
const UNIT = /(?:s|Radii|Ratio|Share|Score|Probability|Sine|Logit|Logarithm)$/;

test('thresholds are constants whose names end in a unit', () => {
  const own = files.filter(isThresholds);
  expect(own.length).toBeGreaterThan(10);
  for (const file of own) {
    const others = read(file).replaceAll(/^export const \w+ = [-\d[][^;]*;$|\/\*[\s\S]*?\*\//gm, '');
    expect(others.trim(), file).toBe('');
    expect(
      namesIn(file).filter((name) => !UNIT.test(name)),
      file,
    ).toEqual([]);
  }
});

test('each step has one threshold of a name', () => {
  const steps = Map.groupBy(files.filter(isThresholds), (file) => join(file, '..'));
  for (const [step, own] of steps) {
    const names = own.flatMap(namesIn);
    expect(names.length, step).toBe(new Set(names).size);
  }
});

test('thresholds are used in functions, where a benchmark can move them', () => {
  const derived = files
    .filter((file) => !isThresholds(file))
    .flatMap((file) => {
      const source = read(file);
      const imported = [...source.matchAll(/^import \{([^}]*)\} from '[^']*thresholds(?:\/\w+)?\.ts';$/gm)].flatMap(
        ([, names]) => names!.split(',').map((name) => name.trim()),
      );
      const values = [...source.matchAll(/^(?:export )?const \w+(?:: [^=]+)? = ([^;]*);$/gm)]
        .map(([, value]) => value!)
        .filter((value) => !value.includes('=>'));
      const used = imported.filter((name) =>
        values.some((value) => name !== '' && new RegExp(`\\b${name}\\b`).test(value)),
      );
      return used.map((name) => `${file}: ${name}`);
    });
  expect(derived).toEqual([]);
});
