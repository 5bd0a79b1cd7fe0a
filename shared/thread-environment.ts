/**
 * The variables of a worker thread that is given files from outside: none of this process, but for the folder where
 * Node keeps compiled code (`NODE_COMPILE_CACHE`), with which a thread starts in half the time.
 */
export const threadEnvironment = (): Record<string, string> => {
  const { NODE_COMPILE_CACHE: folder } = process.env;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
};
