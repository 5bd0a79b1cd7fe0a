import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects garbage, including what only weak references held, for at least so many milliseconds. */
export const collectGarbage = async (milliseconds: number): Promise<void> => {
  for (const end = Date.now() + milliseconds; Date.now() < end; ) {
    collect();
    await setTimeout(10);
  }
};
