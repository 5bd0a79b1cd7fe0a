import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { root } from '../../../infra/build/root.ts';
import { type Site, sitesIn, withDecisions } from './sites.ts';

/*
 * Loaded before the engines: each expression that decides by a threshold is evaluated again with the threshold moved, until
 * each move has had another outcome. Only the expression sees the moved value; the engine goes on with the real one.
 */

/** What a threshold is moved to. Functions that receive one might not end with 0, or with a value that is too large. */
const MOVES = {
  zero: (value: number, calls: boolean) => (calls ? value / 4 : 0),
  less: (value: number) => value * 0.7,
  more: (value: number) => value * 1.3,
  huge: (value: number, calls: boolean) =>
    calls ? value * 4 : (value < 0 ? -1 : 1) * Math.max(1000, Math.abs(value) * 1000),
};
export type Move = keyof typeof MOVES;
const moves = Object.keys(MOVES) as Move[];

/** A threshold at a site, and the moves that had another outcome there. */
interface Counted {
  /** File and name. */
  threshold: string;
  /** File and line of the expression. */
  place: string;
  evaluated: number;
  differs: Partial<Record<Move, true>>;
}

/** Milliseconds for the evaluations of one site that calls functions, or whose value is not a plain one. */
const maximumMilliseconds = 200;

const THRESHOLDS = /\/shared\/(?:comparison\/engine|drawing|domain\/sheets)\/(?:.*\/)?thresholds(?:\/\w+)?\.ts$/;
const ENGINES = /\/shared\/(?:comparison\/engine|drawing|domain\/sheets)\/.*\.ts$/;

type Value = number | readonly number[];
const sites: { site: Site; counted: Counted[]; milliseconds: number }[] = [];
/** Whether an outcome of a site is still missing. */
const isOpen: boolean[] = [];
const passedOn = new Map<string, number>();
let isMoved = false;

const isEqual = (a: unknown, b: unknown): boolean =>
  typeof a === 'object' ? isDeepStrictEqual(a, b) : Object.is(a, b);

/** Evaluates an expression; then with each of its thresholds moved. */
const decide = <T>(id: number, values: readonly Value[], evaluate: (...values: Value[]) => T): T => {
  const value = evaluate(...values);
  if (isMoved || !isOpen[id]) return value;
  const { site, counted } = sites[id]!;
  const isCostly = site.calls || typeof value === 'object';
  const began = isCostly ? performance.now() : 0;
  isMoved = true;
  for (const [i, one] of counted.entries()) {
    const { differs } = one;
    one.evaluated++;
    for (const move of moves) {
      if (differs[move]) continue;
      const by = (number: number) => MOVES[move](number, site.calls);
      const before = values[i]!;
      try {
        const other = evaluate(...values.with(i, typeof before === 'number' ? by(before) : before.map(by)));
        if (!isEqual(value, other)) differs[move] = true;
      } catch {
        differs[move] = true;
      }
    }
  }
  isMoved = false;
  if (isCostly) sites[id]!.milliseconds += performance.now() - began;
  isOpen[id] =
    sites[id]!.milliseconds < maximumMilliseconds &&
    !counted.every(({ differs }) => moves.every((move) => differs[move]));
  return value;
};

const loadEngine = (url: string, source: string): string => {
  const keyOf = (from: string, name: string) => {
    const target = new URL(from, url).href;
    return THRESHOLDS.test(target) ? `${relative(root, fileURLToPath(target))} ${name}` : undefined;
  };
  const found = sitesIn(source, keyOf);
  const first = sites.length;
  const file = relative(root, fileURLToPath(url));
  for (const threshold of found.passedOn) passedOn.set(threshold, (passedOn.get(threshold) ?? 0) + 1);
  for (const site of found.sites) {
    const place = `${file}:${site.line}`;
    sites.push({
      ...{ site, milliseconds: 0 },
      counted: site.thresholds.map((threshold) => ({ threshold, place, evaluated: 0, differs: {} })),
    });
    isOpen.push(true);
  }
  return withDecisions(source, found.sites, first);
};

/** What the sheet reader remembers by text is computed each time. */
const MEMORY = pathToFileURL(join(root, 'shared/domain/sheets/remembered.ts')).href;

registerHooks({
  load: (url, context, nextLoad) => {
    if (url === MEMORY)
      return { format: 'module', source: 'export const memoizeByText = (work) => work;', shortCircuit: true };
    if (!ENGINES.test(url)) return nextLoad(url, context);
    const text = readFileSync(fileURLToPath(url), 'utf8');
    const source = THRESHOLDS.test(url) ? text : loadEngine(url, text);
    return { format: 'module-typescript', source, shortCircuit: true };
  },
});

/** Returns what was counted since the last call, and begins anew. */
export const takeCounted = (): Counted[] => {
  const counted = sites.flatMap((one) => one.counted);
  for (const [id, one] of sites.entries()) {
    isOpen[id] = true;
    one.milliseconds = 0;
    one.counted = one.counted.map((each) => ({ ...each, evaluated: 0, differs: {} }));
  }
  return counted;
};

/** Returns the number of places in loaded modules where a threshold is used out of sight. */
export const timesPassedOn = (threshold: string): number => passedOn.get(threshold) ?? 0;

Object.assign(globalThis, { decide, isOpen });
