import { cutText } from '../cut-text.ts';
import { withoutRunningLines } from './running-lines.ts';
import { isConstructionTerm, isStopWord, wordsOf } from './words.ts';

/** The fields of a sheet that a summary uses. */
export interface SummarisedSheet {
  sheet_number: string | null;
  title: string | null;
  revision?: string | null;
  date?: string | null;
  scale?: string | null;
}

const LONGEST = 8192;
const SENTENCES = 4;
const NOTES = 3;
/** Maximum sentences that are compared; later ones repeat the subject of a long document. */
const SENTENCES_READ = 6000;
/** Maximum characters read: a longer document states its subject at the beginning. */
const CHARACTERS_READ = 600_000;
const SHEETS_NAMED = 12;

/** Joins lines to running text and splits it into sentences. */
const sentencesOf = (text: string): string[] => {
  const paragraphs = text.split(/\n\s*\n|\f/);
  const sentences: string[] = [];
  for (const paragraph of paragraphs) {
    const flowing = paragraph.replace(/-\n(?=\p{Ll})/gu, '').replace(/\s+/g, ' ');
    for (const sentence of flowing.split(/(?<=[.!?]["”’)]?) (?=["“(]?\p{Lu})/u)) {
      sentences.push(sentence.trim());
      if (sentences.length === SENTENCES_READ) return sentences;
    }
  }
  return sentences;
};

/** Returns whether a text reads as a sentence rather than as labels, a table or a list of sections. */
const isProse = (sentence: string): boolean => {
  if (sentence.length < 40 || sentence.length > 600 || !/[.!?]["”’)]?$/.test(sentence)) return false;
  const words = sentence.split(' ');
  const letters = words.map((word) => word.toLowerCase().replace(/[^\p{L}]/gu, ''));
  const small = letters.filter((word) => (word !== '' && word.length <= 2) || isStopWord(word)).length;
  const numbers = words.filter((word) => /\d/.test(word)).length;
  const shouting = words.filter((word) => word.length > 3 && word === word.toUpperCase()).length;
  if (shouting > words.length * 0.5 && sentence.length > 300) return false;
  return words.length >= 8 && small >= words.length * 0.2 && numbers <= words.length * 0.25;
};

/** Returns the sentences with the most frequent words of the text, preferring early ones, in their original order. */
const bestSentences = (sentences: readonly string[], count: number): string[] => {
  const bags = sentences.map((s) => [...new Set(wordsOf(s).filter((w) => w.length > 2 && !isStopWord(w)))]);
  const frequency = new Map<string, number>();
  for (const bag of bags) for (const word of bag) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const ranked = bags.map((bag, place) => {
    const weight = bag.reduce(
      (sum, w) => sum + Math.log(1 + (frequency.get(w) ?? 0)) * (isConstructionTerm(w) ? 1.2 : 1),
      0,
    );
    const early = 1 + 0.6 / (1 + place / 5);
    return { place, bag, value: (weight / (bag.length + 6)) * early };
  });
  ranked.sort((a, b) => b.value - a.value || a.place - b.place);
  const chosen: { place: number; words: ReadonlySet<string> }[] = [];
  for (const { place, bag } of ranked) {
    if (chosen.length === count) break;
    const repeats = chosen.some(({ words }) => bag.filter((word) => words.has(word)).length > bag.length * 0.6);
    if (!repeats && bag.length > 2) chosen.push({ place, words: new Set(bag) });
  }
  return chosen.sort((a, b) => a.place - b.place).map(({ place }) => sentences[place]!);
};

const named = ({ sheet_number, title }: SummarisedSheet): string => [sheet_number, title].filter(Boolean).join(' ');

/** Returns the content of the title blocks as a sentence. */
const describeSheets = (sheets: readonly SummarisedSheet[]): string | undefined => {
  const known = sheets.filter((sheet) => sheet.sheet_number || sheet.title);
  const [first] = known;
  if (!first) return undefined;
  if (known.length === 1) {
    const facts = [
      named(first),
      first.revision && (/^(rev|version)/i.test(first.revision) ? first.revision : `revision ${first.revision}`),
      first.date && `dated ${first.date}`,
      first.scale && `scale ${first.scale}`,
    ];
    return `Drawing ${facts.filter(Boolean).join(', ')}.`;
  }
  const names = known.slice(0, SHEETS_NAMED).map(named);
  const more = known.length > SHEETS_NAMED ? ` and ${known.length - SHEETS_NAMED} more` : '';
  return `Set of ${known.length} sheets: ${names.join('; ')}${more}.`;
};

/**
 * Returns a summary that begins with the content of the title blocks with the content that they have now; any other
 * summary is a caller's own, or has none of it, and stays.
 */
export const withSheetsAsRead = (
  summary: string | null,
  before: readonly SummarisedSheet[],
  after: readonly SummarisedSheet[],
): string | null => {
  const former = describeSheets(before);
  if (!summary || !former || !`${summary} `.startsWith(`${former} `)) return summary;
  return fit([describeSheets(after), summary.slice(former.length + 1)].filter(Boolean).join(' ')) || null;
};

/** Returns the most frequent labels of a drawing: its room names, materials and notes. */
const frequentLabels = (text: string): string[] => {
  const lines = new Map<string, number>();
  for (const line of text.split(/[\n\f]/)) {
    const label = line.trim().replace(/\s+/g, ' ');
    if (label.length > 60) continue;
    const words = wordsOf(label).filter((word) => /^\p{L}{3,}/u.test(word) && !isStopWord(word));
    if (words.length === 0 || /\d{3}/.test(label)) continue;
    const key = label.toUpperCase();
    lines.set(key, (lines.get(key) ?? 0) + (words.some(isConstructionTerm) ? 1.5 : 1));
  }
  return [...lines]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, 6)
    .map(([label]) => label.toLowerCase());
};

const fit = (text: string): string =>
  text.length <= LONGEST ? text : `${cutText(text, LONGEST - 1).replace(/\s+\S*$/, '')}…`;

/**
 * Returns a summary of three to five sentences: for prose, its most typical sentences; for a drawing, its title block,
 * notes and most frequent labels; for another text without prose, its most frequent lines. At most 8,192 characters; null
 * for a text without content.
 * @param sheets the pages of a PDF or an image; none for other files
 */
export const summarise = (text: string, sheets: readonly SummarisedSheet[] = []): string | null => {
  const own = withoutRunningLines(text, text.slice(0, CHARACTERS_READ));
  const drawing = describeSheets(sheets);
  const prose = sentencesOf(own).filter(isProse);
  const sentences = bestSentences(prose, drawing ? NOTES : SENTENCES);
  if (sentences.length >= 2 || (drawing && sentences.length > 0))
    return fit([drawing, ...sentences].filter(Boolean).join(' '));
  const labels = frequentLabels(own);
  const where = sheets.length > 0 ? 'Labels on it' : 'Lines in it';
  const about = labels.length > 0 ? `${where}: ${labels.join(', ')}.` : undefined;
  const parts = [drawing, ...sentences, about].filter((part) => part !== undefined);
  return parts.length === 0 ? null : fit(parts.join(' '));
};
