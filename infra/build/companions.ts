import { createRequire } from 'node:module';
import { basename } from 'node:path';

/** The bundle of a thread or child process, and the files it reads, which are deployed with a function's bundle. */
export interface Companion {
  /** The source file that starts it: a bundle that includes this file needs the companion. */
  neededBy: string;
  /** Its source, relative to the project's root, bundled to `output` next to `index.mjs`. */
  entry: string;
  /** The file name under which `neededBy` loads it. */
  output: string;
  /** Paths of further files to copy. */
  files: readonly string[];
}

export const companions: readonly Companion[] = [
  {
    neededBy: 'shared/pdf/thread-pool.ts',
    entry: 'shared/pdf/pdf-thread.ts',
    output: 'pdf-thread.mjs',
    files: [createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')],
  },
  {
    neededBy: 'shared/extract/extract-safely.ts',
    entry: 'shared/extract/extract-thread.ts',
    output: 'extract-thread.mjs',
    files: [],
  },
  {
    neededBy: 'shared/extract/image-preview.ts',
    entry: 'shared/extract/preview-process.ts',
    output: 'preview-process.mjs',
    files: [],
  },
  {
    neededBy: 'shared/comparison/exports/clouded-pdf.ts',
    entry: 'shared/comparison/exports/clouds-process.ts',
    output: 'clouds-process.mjs',
    files: [],
  },
];

/** Files that a bundle reads without a companion, and the source file that reads them. */
interface Asset {
  neededBy: string;
  files: readonly string[];
}

const fontFile = (name: string): string => createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}`);

export const assets: readonly Asset[] = [
  {
    neededBy: 'shared/reports/pdf/fonts.ts',
    files: [fontFile('DejaVuSansCondensed.ttf'), fontFile('DejaVuSansCondensed-Bold.ttf')],
  },
];

/** Folder of the companions, below the folder of all bundles, until the bundles that need them are known. */
export const companionFolder = '.companions';

export const companionEntry = ({ entry, output }: Companion) => ({
  in: entry,
  out: `${companionFolder}/${basename(output, '.mjs')}`,
});
