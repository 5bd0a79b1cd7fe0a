import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
 * Parts for a bundle, to lie in one folder beside the bundled module that imports this one:
 * - `ocr-thread.cjs`: esbuild of `thread_entry`, bundled for node as CommonJS,
 * - the files of `copies`: the WebAssembly core, which the thread loads from its own folder, and the language data.
 */
export function ocrBundleParts(): { thread_entry: string; copies: string[] } {
  const require = createRequire(import.meta.url);
  const core = dirname(require.resolve('tesseract.js-core/package.json'));
  return {
    thread_entry: require.resolve('tesseract.js/src/worker-script/node/index.js'),
    copies: [
      join(core, 'tesseract-core-relaxedsimd-lstm.wasm'),
      join(core, 'tesseract-core-simd-lstm.wasm'),
      join(languageData(require), 'eng.traineddata.gz'),
    ],
  };
}

const languageData = (require: NodeJS.Require): string =>
  join(dirname(require.resolve('@tesseract.js-data/eng/package.json')), LANGUAGE_DATA);

/**
 * The parts beside this module when it is bundled, else those of the installed packages. `TESSDATA_PREFIX` names a
 * folder of other language data (`rus.traineddata`), `TESSDATA_LANGUAGES` what of it is read (`rus+eng`).
 */
export function ocrAssets(environment: NodeJS.ProcessEnv = process.env): OcrAssets {
  const bundled = fileURLToPath(new URL('./ocr-thread.cjs', import.meta.url));
  const require = createRequire(import.meta.url);
  const installed = existsSync(bundled)
    ? { thread: bundled, data: dirname(bundled) }
    : { thread: require.resolve('tesseract.js/src/worker-script/node/index.js'), data: languageData(require) };
  const { TESSDATA_PREFIX: folder, TESSDATA_LANGUAGES: languages = 'eng' } = environment;
  if (!folder) return { ...installed, languages: 'eng', gzip: true };
  const [first] = languages.split('+');
  return { ...installed, data: folder, languages, gzip: existsSync(join(folder, `${first}.traineddata.gz`)) };
}
