import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The data of a language. */
interface LanguageData {
  language: string;
  folder: string;
  /** Whether the data is compressed: `eng.traineddata.gz` rather than `eng.traineddata`. */
  gzip: boolean;
}

/** Locations of the recogniser's files. */
export interface OcrAssets {
  /** Script of the recogniser's thread. */
  thread: string;
  /** The languages that text can be read in, the default one first. */
  languages: LanguageData[];
  /** Languages that `TESSDATA_LANGUAGES` names and for which there is no data. */
  missing: string[];
}

const PACKAGED_DATA = '4.0.0_best_int';
/** Packages whose data is not for a language: orientation and script. */
const NO_LANGUAGE = ['osd'];

const dataIn = (folder: string, language: string): LanguageData | undefined => {
  const gzip = existsSync(join(folder, `${language}.traineddata.gz`));
  return gzip || existsSync(join(folder, `${language}.traineddata`)) ? { language, folder, gzip } : undefined;
};

/**
 * Returns the recogniser's files. `TESSDATA_LANGUAGES` names the languages (`rus+eng`), by default English and those of
 * the other installed packages `@tesseract.js-data/*`; their data is in the folder `TESSDATA_PREFIX`
 * (`rus.traineddata`), or else in those packages.
 */
export function ocrAssets(environment: NodeJS.ProcessEnv = process.env): OcrAssets {
  const require = createRequire(import.meta.url);
  const thread = require.resolve('tesseract.js/src/worker-script/node/index.js');
  const packages = dirname(dirname(require.resolve('@tesseract.js-data/eng/package.json')));
  const installed = readdirSync(packages).filter((name) => !NO_LANGUAGE.includes(name));
  const { TESSDATA_PREFIX: folder, TESSDATA_LANGUAGES: named } = environment;
  const wanted = named?.split('+').filter(Boolean) ?? ['eng', ...installed.filter((name) => name !== 'eng').sort()];
  const find = (language: string): LanguageData | undefined =>
    (folder ? dataIn(folder, language) : undefined) ?? dataIn(join(packages, language, PACKAGED_DATA), language);
  const found = wanted.map(find).filter((data) => data !== undefined);
  const missing = wanted.filter((language) => !found.some((data) => data.language === language));
  return { thread, languages: found.length > 0 ? found : [find('eng')!], missing };
}

/** Languages of other scripts than the Latin one. */
const OTHER_SCRIPTS = /^(?:ara|bel|bul|chi_|ell|heb|hin|jpn|kaz|kir|kor|mkd|mon|rus|srp|tha|ukr)/;

/** Whether a language is written in Latin letters. */
export const isLatin = (language: string): boolean => !OTHER_SCRIPTS.test(language);

/**
 * Returns the data with which text of a language is read: its own, and that of English for the Latin lettering beside
 * another script. Data of more languages makes recognition slower and mistakes one for another.
 * @param language the first one by default
 * @param alone without the data of English
 */
export const dataToRead = (
  { languages }: OcrAssets,
  language?: string | null,
  alone: boolean = false,
): [own: LanguageData, ...english: LanguageData[]] => {
  const own = languages.find((data) => data.language === language) ?? languages[0]!;
  const english = languages.find((data) => data.language === 'eng');
  return english && !alone && !isLatin(own.language) ? [own, english] : [own];
};
