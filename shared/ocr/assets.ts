import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Where the recogniser's parts are. */
export interface OcrAssets {
  /** script of the recogniser's thread */
  thread: string;
  /** folder of `eng.traineddata.gz` */
  data: string;
}

const LANGUAGE_DATA = '4.0.0_best_int';

/** The parts of the installed packages. */
export function ocrAssets(): OcrAssets {
  const require = createRequire(import.meta.url);
  return {
    thread: require.resolve('tesseract.js/src/worker-script/node/index.js'),
    data: join(dirname(require.resolve('@tesseract.js-data/eng/package.json')), LANGUAGE_DATA),
  };
}
