import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * The child runs under a shell that waits for the end of its standard input, a pipe of this process. The pipe closes
 * when this process ends, even by kill -9, and the shell then kills the child. The shell also ends with the child.
 */
const guard = `exec 3<&0
"$@" <&- 3<&- &
child=$!
trap 'kill $child' TERM
( cat <&3 >/dev/null 3<&-; kill $child 2>/dev/null; sleep 1; kill -9 $child 2>/dev/null ) >/dev/null 2>&1 &
exec 3<&-
wait $child`;

export interface Child {
  /** Resolves when the child has ended, with its standard error. */
  ended: Promise<{ code: number | null; stderr: string }>;
  stop(): Promise<void>;
}

/** Starts a program that never outlives this process. A terminal's Ctrl-C reaches only this process. */
export function startChild(program: string, args: string[]): Child {
  const child = spawn('/bin/sh', ['-c', guard, 'sh', program, ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    env: { PATH: process.env.PATH ?? '' },
  });
  const ended = outcome(child);
  return {
    ended,
    async stop() {
      child.stdin?.end();
      await ended;
    },
  };
}

async function outcome(child: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = `${stderr}${chunk}`.slice(-4000);
  });
  child.stdin?.on('error', () => undefined);
  const [code] = (await once(child, 'exit')) as [number | null];
  child.stdin?.destroy();
  child.stderr?.destroy();
  return { code, stderr };
}
