import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where the recogniser's parts are. */
export interface OcrAssets {
  /** script of the recogniser's thread */
  thread: string;
  /** folder of the language data */
  data: string;
  /** joined by `+`, the first is preferred */
  languages: string;
  /** whether the data is compressed: `eng.traineddata.gz`, not `eng.traineddata` */
  gzip: boolean;
}

const LANGUAGE_DATA = '4.0.0_best_int';

/**
 * The parts of the installed packages. `TESSDATA_PREFIX` names a folder of other language data (`rus.traineddata`),
 * `TESSDATA_LANGUAGES` what of it is read (`rus+eng`).
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
