import { ARABIC } from './arabic.ts';
import { BULGARIAN } from './bulgarian.ts';
import { CHINESE } from './chinese.ts';
import { CZECH } from './czech.ts';
import { DANISH } from './danish.ts';
import { DUTCH } from './dutch.ts';
import { ENGLISH } from './english.ts';
import { ESTONIAN } from './estonian.ts';
import { FINNISH } from './finnish.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { GREEK } from './greek.ts';
import { HEBREW } from './hebrew.ts';
import { HUNGARIAN } from './hungarian.ts';
import { INDONESIAN } from './indonesian.ts';
import { ITALIAN } from './italian.ts';
import { JAPANESE } from './japanese.ts';
import { KOREAN } from './korean.ts';
import type { LanguageWords } from './language-words.ts';
import { LATVIAN } from './latvian.ts';
import { LITHUANIAN } from './lithuanian.ts';
import { NORWEGIAN } from './norwegian.ts';
import { POLISH } from './polish.ts';
import { PORTUGUESE } from './portuguese.ts';
import { ROMANIAN } from './romanian.ts';
import { RUSSIAN } from './russian.ts';
import { SLOVAK } from './slovak.ts';
import { SOUTH_SLAVIC } from './south-slavic.ts';
import { SPANISH } from './spanish.ts';
import { SWEDISH } from './swedish.ts';
import { TURKISH } from './turkish.ts';
import { UKRAINIAN } from './ukrainian.ts';
import { VIETNAMESE } from './vietnamese.ts';

/** The words of the profession by language. */
export const WORDS: Readonly<Record<string, LanguageWords>> = {
  arabic: ARABIC,
  bulgarian: BULGARIAN,
  chinese: CHINESE,
  czech: CZECH,
  danish: DANISH,
  dutch: DUTCH,
  english: ENGLISH,
  estonian: ESTONIAN,
  finnish: FINNISH,
  french: FRENCH,
  german: GERMAN,
  greek: GREEK,
  hebrew: HEBREW,
  hungarian: HUNGARIAN,
  indonesian: INDONESIAN,
  italian: ITALIAN,
  japanese: JAPANESE,
  korean: KOREAN,
  latvian: LATVIAN,
  lithuanian: LITHUANIAN,
  norwegian: NORWEGIAN,
  polish: POLISH,
  portuguese: PORTUGUESE,
  romanian: ROMANIAN,
  russian: RUSSIAN,
  slovak: SLOVAK,
  'south-slavic': SOUTH_SLAVIC,
  spanish: SPANISH,
  swedish: SWEDISH,
  turkish: TURKISH,
  ukrainian: UKRAINIAN,
  vietnamese: VIETNAMESE,
};
