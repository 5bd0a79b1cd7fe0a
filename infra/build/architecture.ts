import type { Bundle } from './build.ts';

/** What Lambda runs a function on. */
export type ProcessorArchitecture = 'arm64' | 'x86_64';

/**
 * What a function runs on: arm64, whose gigabyte-second costs a fifth less, unless packages lie beside its bundle, which
 * have native code for x86_64.
 * @param given what a deployment wants for all
 */
export const architectureOf = (
  { packages }: Pick<Bundle, 'packages'>,
  given?: ProcessorArchitecture,
): ProcessorArchitecture => given ?? (packages.length > 0 ? 'x86_64' : 'arm64');
