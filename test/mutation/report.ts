import { readFileSync, writeFileSync } from 'node:fs';
import type { Planned, Tried } from './plan.ts';
import { entries, NONE } from './trials.ts';

const short = (code: string): string => code.replace(/\s+/g, ' ').slice(0, 90) || 'nothing';

/**
 * Prints the score and the survivors of each folder so far, and writes them to `path`.
 * @param killed mutants that earlier runs of the same sample killed, which count as well
 */
export const report = (
  planned: readonly Planned[],
  counts: ReadonlyMap<string, number>,
  path: string,
  killed: readonly Tried[] = [],
): void => {
  const outcomes = new Map<number, { tried: number; killedBy?: string; timedOut?: boolean }>();
  const unsteady = new Set<string>();
  const loaded = new Set<number>();
  for (const entry of entries()) {
    if (entry.what === 'unsteady') unsteady.add(entry.test);
    if (entry.what === 'loaded') for (const mutant of entry.mutants) loaded.add(mutant);
    if (entry.what !== 'end' || entry.mutant === NONE) continue;
    const known = outcomes.get(entry.mutant) ?? { tried: 0 };
    known.tried++;
    if (!entry.passed) Object.assign(known, { killedBy: entry.test, timedOut: entry.timedOut === true });
    outcomes.set(entry.mutant, known);
  }
  const now = planned.map(({ id, folder, file, start, end, replacement }): Tried => {
    const text = readFileSync(file, 'utf8');
    const place = { folder, file, start, end, replacement };
    const line = text.slice(0, start).split('\n').length;
    const { tried, killedBy, timedOut } = outcomes.get(id) ?? { tried: 0 };
    const untriable = tried === 0 && loaded.has(id);
    return { ...place, line, was: text.slice(start, end), tried, killedBy, timedOut, untriable };
  });
  const results = [...killed, ...now];
  for (const [folder, count] of counts) {
    const all = results.filter((one) => one.folder === folder);
    // Code that runs only while modules load cannot be switched.
    const own = all.filter(({ untriable }) => !untriable);
    const survivors = own.filter(({ killedBy }) => killedBy === undefined);
    const dead = own.length - survivors.length;
    const late = own.filter(({ timedOut }) => timedOut).length;
    const unmet = own.filter(({ tried }) => tried === 0).length;
    const score = ((100 * dead) / Math.max(own.length, 1)).toFixed(1);
    console.log(
      `\n${folder}: ${score} % (${dead} of ${own.length} killed, ${late} by time, ${unmet} met by no test so far, ${all.length - own.length} only while modules load; ${count} mutants in all)`,
    );
    for (const { file, line, was, replacement, tried } of survivors.sort(
      (a, b) => a.file.localeCompare(b.file) || a.line - b.line,
    )) {
      console.log(`  ${file}:${line}  ${short(was)}  →  ${short(replacement)}  (survived ${tried} tests)`);
    }
  }
  console.log(`\n${unsteady.size} tests do not pass a second time in one process, and tried less`);
  writeFileSync(path, JSON.stringify({ results, unsteady: [...unsteady] }, null, 1));
};
