import { comparable } from '../domain/sheets/lexicon.ts';
import { WORDS } from '../domain/sheets/words/index.ts';

type Text = { readonly text: string };

/** Words of at least the fewest letters that are corrected. */
const WORD = /[\p{L}\p{M}]{4,}/gu;
/** The same with digits that stand for letters. */
const PART = /[\p{L}\p{M}\d]{4,}/gu;
/** Minimum letters of a word in which other letters than accents are corrected. */
const FEWEST_LETTERS_CORRECTED = 6;
/** Certainty from which letters are not corrected. */
const CERTAIN_SHARE = 0.85;
/** Minimum number of words that tell the language, and minimum ratio to those of any other one. */
const MINIMUM_EVIDENCE_SCORE = 2;
const MINIMUM_LEAD_RATIO = 2;
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
}
let known: Map<string, Spellings> | undefined;

/** Returns the words of each language; not those that are also spelt in another way, and beginnings and endings as words. */
const spellings = (): Map<string, Spellings> => {
  known ??= new Map(
    Object.entries(WORDS).map(([language, lists]) => {
      const text = Object.values(lists).join(' ').toUpperCase().replace(/[*_]/g, ' ');
      const all = (PLAIN_CAPITALS.includes(language) ? comparable(text) : text).match(WORD) ?? [];
      const words = new Map<string, string>();
      for (const word of all) {
        const other = words.get(comparable(word));
        words.set(comparable(word), other === undefined || other === word ? word : comparable(word));
      }
      return [language, { words, letters: new Set(all.join('')) }];
    }),
  );
  return known;
};

/** Returns the spellings of the language that most words of a text are known in; undefined if none leads. */
const spellingsOf = (words: readonly Text[]): Spellings | undefined => {
  const scores = new Map<string, number>();
  for (const word of new Set(words.flatMap(({ text }) => comparable(text).match(WORD) ?? []))) {
    const languages = [...spellings()].filter(([, own]) => own.words.has(word));
    for (const [language] of languages) scores.set(language, (scores.get(language) ?? 0) + 1 / languages.length);
  }
  const [best, second] = [...scores].sort((a, b) => b[1] - a[1]);
  if (!best || best[1] < MINIMUM_EVIDENCE_SCORE || best[1] < MINIMUM_LEAD_RATIO * (second?.[1] ?? 0)) return undefined;
  return spellings().get(best[0]);
};

const isAlike = (a: string, b: string): boolean => ALIKE.some((set) => set.includes(a) && set.includes(b));

/** Number of letters that differ; infinite if any is unlike. */
const differences = (a: string, b: string): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) sum += isAlike(a[i]!, b[i]!) ? 1 : Infinity;
  return sum;
};

const inCaseOf = (spelt: string, text: string): string => {
  if (text === text.toUpperCase()) return spelt;
  const lower = spelt.toLowerCase();
  return text[0] === text[0]?.toUpperCase() ? spelt.slice(0, 1) + lower.slice(1) : lower;
};

/** Returns the known word that differs least from a word, in letters that look alike; undefined if there is none. */
const nearest = (word: string, { words }: Spellings): string | undefined => {
  if (word.length < FEWEST_LETTERS_CORRECTED) return undefined;
  const near = [...words].flatMap(([each, spelt]) => {
    const count = each.length === word.length ? differences(each, word) : Infinity;
    return count <= MAXIMUM_DIFFERENCES_SHARE * word.length ? [{ spelt, count }] : [];
  });
  const [best, second] = near.sort((a, b) => a.count - b.count);
  return best && best.count < (second?.count ?? Infinity) ? best.spelt : undefined;
};

/** Returns a recognised word as it is spelt in the language. */
const spelt = (word: string, certainty: number, own: Spellings): string => {
  const [plain, capitals] = [comparable(word), word.toUpperCase()];
  if (plain.length !== word.length || capitals.length !== word.length || !/\p{L}{3}/u.test(word)) return word;
  const same = own.words.get(plain);
  if (same !== undefined) {
    // Accents of the language may be those of another form of the word.
    const isAccented = [...capitals].some((letter, i) => letter !== plain[i] && own.letters.has(letter));
    return isAccented || same === capitals || same === plain ? word : inCaseOf(same, word);
  }
  const near = certainty < CERTAIN_SHARE ? nearest(plain, own) : undefined;
  return near === undefined ? word : inCaseOf(near, word);
};

/** Returns a text without what a rule beside it was taken for: a bar, or a bracket of which there is only one. */
const withoutRuleMarks = (text: string): string => {
  const start = /[\]}]/.test(text) ? /^[|¦]+/ : /^[|¦[{]+/;
  const end = /[[{]/.test(text) ? /[|¦]+$/ : /[|¦\]}]+$/;
  return text.replace(start, '').replace(end, '') || text;
};

/**
 * Returns recognised words without the marks of rules, and those of drawings spelt as in the language of most of them:
 * recognition loses accents, most of all without data of the language, and takes letters for similar ones.
 * @param certaintyOf how certain a word is, 0 to 1
 */
export const correctWords = <T extends Text>(words: readonly T[], certaintyOf: (word: T) => number): T[] => {
  const own = spellingsOf(words);
  return words.map((word) => {
    const certainty = certaintyOf(word);
    const bare = withoutRuleMarks(word.text.normalize('NFC'));
    const text = own ? bare.replace(PART, (part) => spelt(part, certainty, own)) : bare;
    return text === word.text ? word : { ...word, text };
  });
};
