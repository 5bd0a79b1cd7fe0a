/** The service's version, as `package.json` has it; a constant, so that no bundle carries that file. */
export const VERSION = '0.1.0';
