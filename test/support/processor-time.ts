/**
 * Returns the milliseconds of processor time that the work takes in this process, regardless of the load of the
 * machine.
 */
export const processorMilliseconds = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
