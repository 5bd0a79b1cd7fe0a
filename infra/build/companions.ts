import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { ocrBundleParts } from '../../shared/ocr/assets.ts';

/** A thread's or child process's own bundle, and files it reads, that must lie beside a function's bundle. */
export interface Companion {
  /** The source file that starts it: a bundle that holds this file needs the companion. */
  neededBy: string;
  /** Its source, from the project's root or absolute, bundled to `output` beside `index.mjs`. */
  entry: string;
  /** The name under which `neededBy` looks for it. */
  output: string;
  /** Files to lie there too, by their place on this machine. */
  files: readonly string[];
}

const ocr = ocrBundleParts();

export const companions: readonly Companion[] = [
  {
    neededBy: 'shared/pdf/thread-pool.ts',
    entry: 'shared/pdf/pdf-thread.ts',
    output: 'pdf-thread.mjs',
    files: [createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')],
  },
  {
    neededBy: 'shared/extract/in-process.ts',
    entry: 'shared/extract/extract-thread.ts',
    output: 'extract-thread.mjs',
    files: [],
  },
  {
    neededBy: 'shared/extract/in-process.ts',
    entry: 'shared/extract/preview-process.ts',
    output: 'preview-process.mjs',
    files: [],
  },
  { neededBy: 'shared/ocr/assets.ts', entry: ocr.thread_entry, output: 'ocr-thread.cjs', files: ocr.copies },
];

/** Where companions are bundled to before it is known who needs them, below the folder of all bundles. */
export const companionFolder = '.companions';

/** Most run as ES modules; one only as CommonJS, since it looks for `__dirname`. */
export const isModule = ({ output }: Companion): boolean => output.endsWith('.mjs');

export const companionEntry = ({ entry, output }: Companion) => ({
  in: entry,
  out: `${companionFolder}/${basename(basename(output, '.mjs'), '.cjs')}`,
});
