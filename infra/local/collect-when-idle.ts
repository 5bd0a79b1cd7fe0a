import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Long enough that no garbage collection falls between two messages of a busy queue. */
const IDLE_MILLISECONDS = 8000;

/**
 * Wraps handlers so that some time after the last one has ended, one garbage collection returns memory. Work leaves
 * hundreds of megabytes of page images behind, and an idle process allocates too little for V8 to collect them by
 * itself.
 *
 * @param collect frees the memory; by default V8's full collection
 */
export function collectWhenIdle(
  idleMilliseconds = IDLE_MILLISECONDS,
  collect: () => void = fullCollection(),
): <A extends unknown[], R>(handler: (...given: A) => Promise<R>) => (...given: A) => Promise<R> {
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  return (handler) =>
    async (...given) => {
      running++;
      clearTimeout(timer);
      try {
        return await handler(...given);
      } finally {
        running--;
        if (running === 0) timer = setTimeout(collect, idleMilliseconds).unref();
      }
    };
}

const fullCollection = (): (() => void) => {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
};
