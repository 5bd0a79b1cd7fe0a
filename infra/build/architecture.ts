import type { Bundle } from './build.ts';

/** The processor architecture of a Lambda function. */
export type ProcessorArchitecture = 'arm64' | 'x86_64';

/**
 * Returns a function's architecture: arm64, whose gigabyte-second costs a fifth less, unless packages with native code
 * for x86_64 are deployed with its bundle.
 * @param given the deployment's architecture for all functions
 */
export const architectureOf = (
  { packages }: Pick<Bundle, 'packages'>,
  given?: ProcessorArchitecture,
): ProcessorArchitecture => given ?? (packages.length > 0 ? 'x86_64' : 'arm64');
