import { createHash } from 'node:crypto';
import { allThresholds, assign, makeMovable, type Threshold } from './movable.ts';
import { reachedBy } from './reached.ts';

/*
 * Runs cases in a process of its own, which the benchmark ends if a moved threshold makes the engine run on. Answers each
 * {@link Request} with an {@link Answer}.
 */

export interface Request {
  /** The index of the case. */
  at: number;
  /** Thresholds with the values to assign during this run. */
  moved: Threshold[];
  /** Whether to find the thresholds that the executed code uses. */
  trace?: boolean;
}

export interface Answer {
  digest: string;
  /** Right objects less wrong ones. */
  right: number;
  milliseconds: number;
  reached: Threshold[];
}

const thresholds = allThresholds();
makeMovable();
const { CASES } = await import('./cases.ts');

/** Rounds sums of floating point numbers, which moved values reorder. */
const digestOf = (result: unknown): string => {
  const text = JSON.stringify(result, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(9)) : value));
  return createHash('sha256').update(text).digest('hex');
};

const cases = await CASES[process.argv[2]!]!();
let opened: { at: number; run: Awaited<ReturnType<(typeof cases)[number]['open']>> } | undefined;

const answer = async ({ at, moved, trace }: Request): Promise<Answer> => {
  if (opened?.at !== at) opened = { at, run: await cases[at]!.open() };
  const { run } = opened;
  for (const threshold of moved) await assign(threshold, threshold.value);
  const started = performance.now();
  try {
    let outcome = { result: undefined as unknown, right: Number.NaN };
    const work = async () => {
      outcome = await run();
    };
    const reached = trace ? [...(await reachedBy(thresholds, work))] : [];
    if (!trace) await work();
    const milliseconds = performance.now() - started;
    return { digest: digestOf(outcome.result), right: outcome.right, milliseconds, reached };
  } finally {
    for (const { file, name } of moved) {
      const own = thresholds.find((one) => one.file === file && one.name === name)!;
      await assign(own, own.value);
    }
  }
};

process.on('message', (request: Request) => {
  answer(request).then(
    (value) => process.send!(value),
    (error) => process.send!({ error: String(error) }),
  );
});
process.send!(cases.map(({ name }) => name));
