/** Milliseconds of processor time that some work takes in this process: what else the machine does is not among them. */
export const processorMilliseconds = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
