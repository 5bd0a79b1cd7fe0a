import { globSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../../infra/build/root.ts';
import type { Threshold } from './movable.ts';

interface Use {
  threshold: Threshold;
  offset: number;
}

/** Returns the places, by file URL, at which thresholds are used; Node strips types without moving the code. */
const usesOf = (thresholds: readonly Threshold[]): Map<string, Use[]> => {
  const uses = new Map<string, Use[]>();
  const names = new Map(thresholds.map(({ name }) => [name, thresholds.filter((one) => one.name === name)]));
  for (const file of globSync('shared/{comparison,drawing,domain/sheets}/**/*.ts', { cwd: root })) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    const imports = [...text.matchAll(/^import [^;]*?from '(\..*?)';$/gm)];
    const code = imports.reduce((sum, { index, 0: whole }) => Math.max(sum, index + whole.length), 0);
    const imported = imports.flatMap(([whole, from]) =>
      [...whole!.matchAll(/\w+/g)].flatMap(([name]) =>
        (names.get(name) ?? []).filter((one) => join(path, '..', from!) === join(root, one.file)),
      ),
    );
    const found = imported.flatMap((threshold) =>
      [...text.matchAll(new RegExp(`\\b${threshold.name}\\b`, 'g'))]
        .filter(({ index }) => index > code)
        .map(({ index }) => ({ threshold, offset: index })),
    );
    if (found.length > 0) uses.set(pathToFileURL(path).href, found);
  }
  return uses;
};

/** Runs work and returns the thresholds that the executed code uses. */
export const reachedBy = async (
  thresholds: readonly Threshold[],
  work: () => unknown | Promise<unknown>,
): Promise<Set<Threshold>> => {
  const uses = usesOf(thresholds);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  const reached = new Set<Threshold>();
  for (const { url, functions } of result) {
    const ranges = functions.flatMap((one) => one.ranges);
    for (const { threshold, offset } of uses.get(url) ?? []) {
      const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset);
      const narrowest = around.sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0];
      if (narrowest && narrowest.count > 0) reached.add(threshold);
    }
  }
  return reached;
};
