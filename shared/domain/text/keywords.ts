import { withoutRunningLines } from './running-lines.ts';
import { isConstructionTerm, isStopWord } from './words.ts';

const MOST = 50;
const LONGEST = 64;
const WORDS_OF_A_PHRASE = 3;
/**
 * Of a longer text, this number of characters is read, in whole lines spread evenly over it: they cover the same
 * subjects.
 */
const CHARACTERS_READ = 300_000;
const PASSAGES = 300;

interface Candidate {
  count: number;
  words: number;
  /** how often it occurred within a longer candidate that was kept */
  covered: number;
  construction: boolean;
}

/** Returns passages of whole lines; a line longer than its passage is cut. */
const sample = (text: string): string => {
  if (text.length <= CHARACTERS_READ) return text;
  const length = CHARACTERS_READ / PASSAGES;
  const passages = Array.from({ length: PASSAGES }, (_, i) => {
    const from = Math.floor((i * text.length) / PASSAGES);
    const passage = text.slice(from, from + length);
    const [first, last] = [from === 0 ? -1 : passage.search(/[\n\f]/), passage.lastIndexOf('\n')];
    return last > first ? passage.slice(first + 1, last) : passage;
  });
  return passages.join('\n');
};

const TOKEN = /[\p{L}\p{N}]+(?:[-'’/.][\p{L}\p{N}]+)*|[^\p{L}\p{N}\s]|\n/gu;
const WORD_START = /^\p{L}/u;

/** Returns true for words with a meaning of their own: no number, mark, dimension or single letter. */
const isContent = (word: string): boolean =>
  word.length > 2 && word.length <= 32 && WORD_START.test(word) && !isStopWord(word) && !/\d.*\d/.test(word);

const countCandidates = (text: string): Map<string, Candidate> => {
  const candidates = new Map<string, Candidate>();
  let run: string[] = [];
  const flush = () => {
    for (let from = 0; from < run.length; from++) {
      let phrase = '';
      for (let to = from; to < Math.min(run.length, from + WORDS_OF_A_PHRASE); to++) {
        if (to > from && run.indexOf(run[to]!, from) < to) break;
        phrase = phrase === '' ? run[to]! : `${phrase} ${run[to]}`;
        if (phrase.length > LONGEST) break;
        const known = candidates.get(phrase);
        if (known) known.count++;
        else {
          const construction = run.slice(from, to + 1).some(isConstructionTerm);
          candidates.set(phrase, { count: 1, words: to - from + 1, covered: 0, construction });
        }
      }
    }
    run = [];
  };
  // Normalisation can expand one character to eighteen, so its result is limited too.
  const read = withoutRunningLines(text, sample(text)).normalize('NFKC').slice(0, CHARACTERS_READ).toLowerCase();
  for (const [token] of read.matchAll(TOKEN)) {
    if (isContent(token)) run.push(token);
    else flush();
  }
  flush();
  return candidates;
};

const score = ({ count, words, covered, construction }: Candidate): number => {
  const free = count - covered;
  // A phrase is more significant than its words, but one that occurs once may be chance.
  const length = words === 1 ? 1 : count > 1 ? 1 + 0.6 * (words - 1) : 0.8;
  return Math.max(0, free) * length * (construction ? 1.5 : 1);
};

/**
 * Returns the words and short phrases that a text is about, most significant first: at most 50 of at most 64
 * characters, in lower case. Phrases are runs of content words within a line (as in RAKE), counted without those inside
 * longer phrases (as in C-value); construction terms count more.
 */
export const keywords = (text: string, most = MOST): string[] => {
  const candidates = countCandidates(text);
  const phrases = [...candidates].filter(([, { words, count }]) => words > 1 && count > 1);
  phrases.sort(([a, x], [b, y]) => y.words - x.words || y.count - x.count || (a < b ? -1 : 1));
  for (const [phrase, { words, count, covered }] of phrases) {
    const parts = phrase.split(' ');
    for (let size = 1; size < words; size++)
      for (let from = 0; from + size <= words; from++) {
        const part = candidates.get(parts.slice(from, from + size).join(' '));
        if (part) part.covered = Math.min(part.count, part.covered + count - covered);
      }
  }
  return [...candidates]
    .map(([phrase, candidate]) => ({ phrase, value: score(candidate) }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value || (a.phrase < b.phrase ? -1 : 1))
    .slice(0, Math.min(most, MOST))
    .map(({ phrase }) => phrase);
};
