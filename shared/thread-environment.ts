/**
 * Returns the environment of a worker thread that reads uploaded files: no variables of this process, except for the
 * folder of Node's compile cache (`NODE_COMPILE_CACHE`), which halves the start time of a thread.
 */
export const threadEnvironment = (): Record<string, string> => {
  const { NODE_COMPILE_CACHE: folder } = process.env;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
};
