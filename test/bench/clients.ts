/** Number of clients of the benchmarks of one machine. */
export const CLIENTS = 8;

/** Runs the work `count` times from all clients; returns the milliseconds of each run, and runs a second. */
export const fromAllClients = async (count: number, work: () => Promise<unknown>) => {
  let left = count;
  const times: number[] = [];
  const started = performance.now();
  const client = async () => {
    while (left-- > 0) {
      const begun = performance.now();
      await work();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { times, rate: (count / (performance.now() - started)) * 1000 };
};
