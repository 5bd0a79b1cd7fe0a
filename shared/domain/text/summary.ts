import { isTerm, wordsOf } from './words.ts';

const LONGEST = 8192;
const SENTENCES = 4;
/** Sentences looked at: enough for the beginning of any document. */
const MOST_SENTENCES = 5000;

/** What a summary may know of a document's sheets. */
export interface SheetTitle {
  sheet_number: string | null;
  title: string | null;
}

const sentencesOf = (text: string): string[] =>
  text
    .replace(/[ \t]+/g, ' ')
    .split(/(?<=[.!?])\s+|\n{2,}|\f/, MOST_SENTENCES)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.length >= 40 && sentence.length <= 400 && /[.!?]$/.test(sentence));

/** Sentences that hold the most of what the text repeats, in the order in which they stand. */
const telling = (text: string): string[] => {
  const sentences = sentencesOf(text);
  const counts = new Map<string, number>();
  const terms = sentences.map((sentence) => wordsOf(sentence).filter(isTerm));
  for (const word of terms.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return terms
    .map((words, position) => {
      const weight = [...new Set(words)].reduce((sum, word) => sum + Math.log(counts.get(word) ?? 1), 0);
      return { position, score: words.length === 0 ? 0 : weight / Math.sqrt(words.length + 4) };
    })
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .slice(0, SENTENCES)
    .sort((a, b) => a.position - b.position)
    .map(({ position }) => sentences[position] ?? '');
};

const heading = (sheets: readonly SheetTitle[]): string | undefined => {
  const named = sheets.filter(({ sheet_number, title }) => sheet_number !== null || title !== null);
  if (named.length === 0) return undefined;
  const names = named.slice(0, 5).map(({ sheet_number, title }) => [sheet_number, title].filter(Boolean).join(' '));
  const more = named.length > 5 ? ` and ${named.length - 5} more` : '';
  return named.length === 1 ? `Drawing ${names[0]}.` : `Set of ${named.length} sheets: ${names.join('; ')}${more}.`;
};

/**
 * An extract of at most four sentences, after what the title blocks say where there are any; null for a text
 * that says neither. Deterministic; at most 8,192 characters.
 */
export const summarise = (text: string, sheets: readonly SheetTitle[] = []): string | null => {
  const parts = [heading(sheets), ...telling(text)].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(' ').slice(0, LONGEST);
};
