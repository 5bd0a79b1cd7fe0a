import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Long enough that no collection falls between two messages of a busy queue. */
const IDLE_MILLISECONDS = 8000;

/**
 * Work leaves hundreds of megabytes of page images behind, and an idle process allocates too little for V8 to collect
 * them by itself. Wraps handlers so that a while after the last one has ended one collection gives the memory back.
 *
 * @param collect what frees the memory; V8's own full collection where not given
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
