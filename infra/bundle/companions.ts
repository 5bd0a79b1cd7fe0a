import { createRequire } from 'node:module';

/** A worker thread's own bundle, and files it reads, that must lie beside a function's bundle. */
export interface Companion {
  /** The source file that starts the thread: a bundle that holds it needs the companion. */
  neededBy: string;
  /** The thread's source, bundled to `output` beside `index.mjs`. */
  thread: string;
  output: string;
  /** Files of packages, by the name they have beside the bundle. */
  files: Readonly<Record<string, string>>;
}

export const companions: readonly Companion[] = [
  {
    neededBy: 'shared/pdf/thread-pool.ts',
    thread: 'shared/pdf/pdf-thread.ts',
    output: 'pdf-thread.mjs',
    files: { 'pdfium.wasm': '@hyzyla/pdfium/pdfium.wasm' },
  },
];

/** Where a package's file lies on this machine. */
export const packageFile = (name: string): string => createRequire(import.meta.url).resolve(name);
