/** The service's version, as in `package.json`; a constant, so that no bundle includes that file. */
export const VERSION = '0.1.0';
