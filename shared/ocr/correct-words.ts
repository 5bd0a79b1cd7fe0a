import { comparable } from '../domain/sheets/lexicon.ts';
import { memoizeByText } from '../domain/sheets/remembered.ts';
import { WORDS } from '../domain/sheets/words/index.ts';

type Text = { readonly text: string };

/** Words long enough to be corrected. */
const WORD = /[\p{L}\p{M}]{4,}/gu;
/** The same with digits, some of which stand for letters. */
const PART = /[\p{L}\p{M}\d]{4,}/gu;
/** Minimum letters of a word in which other letters than accents are corrected. */
const FEWEST_LETTERS_CORRECTED = 6;
/** Certainty from which letters are not corrected. */
const CERTAIN_SHARE = 0.85;
/** Minimum number of words that are known in the language, and minimum ratio to those known in any other one. */
const MINIMUM_KNOWN_WORDS = 2;
const MINIMUM_KNOWN_WORDS_RATIO = 2;
/** Letters and digits that recognition takes for each other. */
const ALIKE = ['O0QDCG', 'OA', 'I1LT', 'S5', 'B8RH', 'MNH', 'UV', 'EC', 'EF', 'Z2', 'G6', 'PF', 'VY', 'KX'];
/** Maximum share of the letters of a word that are taken for others. */
const MAXIMUM_DIFFERENCES_SHARE = 0.3;

/** Languages in which capitals are also printed without accents, so that recognition need not have lost them. */
const PLAIN_CAPITALS = ['french', 'greek', 'italian', 'portuguese', 'spanish', 'vietnamese'];

/** The words of a language as they are spelt, by how they are compared, and the letters of all of them. */
interface Spellings {
  words: Map<string, string>;
  letters: Set<string>;
  /** Returns the known word that differs least from a word, in letters that look alike; undefined if there is none. */
  nearest: (word: string) => string | undefined;
}
let known: Map<string, Spellings> | undefined;

const isAlike = (a: string, b: string): boolean => ALIKE.some((set) => set.includes(a) && set.includes(b));

/** Number of letters that differ; infinite if any is unlike. */
const differences = (a: string, b: string): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) sum += isAlike(a[i]!, b[i]!) ? 1 : Infinity;
  return sum;
};

/** Returns `nearest` of the words of a language. */
const nearestOf = (words: ReadonlyMap<string, string>): Spellings['nearest'] => {
  const byLength = Map.groupBy(words, ([each]) => each.length);
  return memoizeByText((word) => {
    if (word.length < FEWEST_LETTERS_CORRECTED) return undefined;
    const near = (byLength.get(word.length) ?? [])
      .map(([each, spelling]) => ({ spelling, count: differences(each, word) }))
      .filter(({ count }) => count <= MAXIMUM_DIFFERENCES_SHARE * word.length);
    const [best, second] = near.sort((a, b) => a.count - b.count);
    return best && best.count < (second?.count ?? Infinity) ? best.spelling : undefined;
  });
};

/** Returns the words of each language. A word with more than one spelling is kept without accents. */
const spellings = (): Map<string, Spellings> => {
  known ??= new Map(
    Object.entries(WORDS).map(([language, lists]) => {
      const entries = Object.values(lists).join(' ').split(/\s+/);
      // A beginning is no whole word; an ending is one, the last part of a compound.
      const whole = entries.filter((entry) => !entry.endsWith('*'));
      const text = whole.join(' ').replace(/[*_]/g, ' ').toUpperCase();
      const all = (PLAIN_CAPITALS.includes(language) ? comparable(text) : text).match(WORD) ?? [];
      const words = new Map<string, string>();
      for (const word of all) {
        const other = words.get(comparable(word));
        words.set(comparable(word), other === undefined || other === word ? word : comparable(word));
      }
      return [language, { words, letters: new Set(all.join('')), nearest: nearestOf(words) }];
    }),
  );
  return known;
};

/**
 * Returns the spellings of the language that most words of a text are known in; undefined if none leads. `languageOf`,
 * which selects the data that reads a text, knows fewer languages: not Latvian, for example.
 */
const spellingsOf = (words: readonly Text[]): Spellings | undefined => {
  const scores = new Map<string, number>();
  for (const word of new Set(words.flatMap(({ text }) => comparable(text).match(WORD) ?? []))) {
    const languages = [...spellings()].filter(([, own]) => own.words.has(word));
    for (const [language] of languages) scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length);
  }
  const [best, second] = [...scores].sort((a, b) => b[1] - a[1]);
  if (!best || best[1] < MINIMUM_KNOWN_WORDS) return undefined;
  return best[1] >= MINIMUM_KNOWN_WORDS_RATIO * (second?.[1] ?? 0) ? spellings().get(best[0]) : undefined;
};

const inCaseOf = (spelling: string, text: string): string => {
  if (text === text.toUpperCase()) return spelling;
  const lower = spelling.toLowerCase();
  return text[0] === text[0]?.toUpperCase() ? spelling.slice(0, 1) + lower.slice(1) : lower;
};

/** Returns a recognised word as it is spelt in the language. A digit at its start or end may be a number: `DETAIL5`. */
const respell = (word: string, certainty: number, own: Spellings): string => {
  const [plain, capitals] = [comparable(word), word.toUpperCase()];
  if (/^\d|\d$/.test(word)) return word;
  if (plain.length !== word.length || capitals.length !== word.length || !/\p{L}{3}/u.test(word)) return word;
  const same = own.words.get(plain);
  if (same !== undefined) {
    // Accents of the language may be those of another form of the word.
    const isAccented = [...capitals].some((letter, i) => letter !== plain[i] && own.letters.has(letter));
    return isAccented || same === capitals || same === plain ? word : inCaseOf(same, word);
  }
  const near = certainty < CERTAIN_SHARE ? own.nearest(plain) : undefined;
  return near === undefined ? word : inCaseOf(near, word);
};

/** Returns a text without what a rule beside it was taken for: a bar, or a bracket of which there is only one. */
const withoutRuleMarks = (text: string): string => {
  const start = /[\]}]/.test(text) ? /^[|¦]+/ : /^[|¦[{]+/;
  const end = /[[{]/.test(text) ? /[|¦]+$/ : /[|¦\]}]+$/;
  return text.replace(start, '').replace(end, '') || text;
};

/**
 * Returns recognised words without the marks of rules; known words get the spelling of the language that most of them are in.
 * Recognition loses accents, most of all without data of the language, and takes letters for similar ones. This is for title
 * blocks, which are read for a few fields. The lettering and the text of a drawing stay as recognised: the words of the rest of
 * the page would decide the language, so that untouched lettering would differ between two revisions.
 * @param certaintyOf how certain a word is, 0 to 1
 */
export const correctWords = <T extends Text>(words: readonly T[], certaintyOf: (word: T) => number): T[] => {
  const own = spellingsOf(words);
  return words.map((word) => {
    const certainty = certaintyOf(word);
    const bare = withoutRuleMarks(word.text.normalize('NFC'));
    const text = own ? bare.replace(PART, (part) => respell(part, certainty, own)) : bare;
    return text === word.text ? word : { ...word, text };
  });
};
