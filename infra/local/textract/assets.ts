import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Locations of the recogniser's files. */
export interface OcrAssets {
  /** Script of the recogniser's thread. */
  thread: string;
  /** Folder of the language data. */
  data: string;
  /** Languages joined by `+`; the first is preferred. */
  languages: string;
  /** Whether the data is compressed: `eng.traineddata.gz` rather than `eng.traineddata`. */
  gzip: boolean;
}

const LANGUAGE_DATA = '4.0.0_best_int';

/**
 * Returns the files of the installed packages. `TESSDATA_PREFIX` names a folder with other language data
 * (`rus.traineddata`), `TESSDATA_LANGUAGES` the languages used from it (`rus+eng`).
 */
export function ocrAssets(environment: NodeJS.ProcessEnv = process.env): OcrAssets {
  const require = createRequire(import.meta.url);
  const thread = require.resolve('tesseract.js/src/worker-script/node/index.js');
  const { TESSDATA_PREFIX: folder, TESSDATA_LANGUAGES: languages = 'eng' } = environment;
  if (!folder) {
    const data = join(dirname(require.resolve('@tesseract.js-data/eng/package.json')), LANGUAGE_DATA);
    return { thread, data, languages: 'eng', gzip: true };
  }
  const [first] = languages.split('+');
  return { thread, data: folder, languages, gzip: existsSync(join(folder, `${first}.traineddata.gz`)) };
}
