import type { PageText, Word } from '../../../shared/domain/page-text.ts';
import { normalise } from '../../../shared/domain/sheets/labels.ts';
import { segmentsOf } from '../../../shared/domain/sheets/segments.ts';
import { drawingWords } from '../../../shared/domain/sheets/vocabulary.ts';
import type { ReadFile } from './read-files.ts';
import type { Truth } from './truth.ts';

/**
 * A reader that has never seen an office. Labelled sheets influenced the labels that are known; no list has all words of
 * titles. So the known words that occur on this office's sheets, and on no other labelled office's, are made unreadable on
 * its sheets and in their titles. The influence on thresholds cannot be removed in this way.
 */

const wordsOfTitle = (text: string | null): string[] =>
  (text ?? '').split(/[\s/,-]+/).filter((word) => drawingWords(word) > 0);

interface Vocabulary {
  labels: Set<string>;
  title: Set<string>;
}

const pagesOf = ({ pages, pictures }: ReadFile, wanted: ReadonlySet<number>): PageText[] =>
  pages
    .filter(({ page }) => wanted.has(page))
    .flatMap((page) => {
      const picture = pictures.get(page.page);
      return picture ? [page, { ...page, words: picture.words }] : [page];
    });

const vocabularyOf = (truth: readonly Truth[], files: ReadonlyMap<string, ReadFile>): Vocabulary => {
  const vocabulary: Vocabulary = { labels: new Set(), title: new Set() };
  for (const name of new Set(truth.map(({ file }) => file))) {
    const wanted = new Set(truth.filter(({ file }) => file === name).map(({ page }) => page));
    const file = files.get(name);
    for (const page of file ? pagesOf(file, wanted) : []) {
      for (const { text } of segmentsOf(page).labels) vocabulary.labels.add(normalise(text));
    }
  }
  for (const { title } of truth) for (const word of wordsOfTitle(title)) vocabulary.title.add(word.toLowerCase());
  return vocabulary;
};

/** Returns the words that one office prints and no other. */
export const ownWords = (office: string, truth: readonly Truth[], files: ReadonlyMap<string, ReadFile>): Vocabulary => {
  const [own, others] = [true, false].map((is) =>
    vocabularyOf(
      truth.filter((each) => (each.office === office) === is),
      files,
    ),
  ) as [Vocabulary, Vocabulary];
  const only = (mine: Set<string>, theirs: Set<string>) => new Set([...mine].filter((word) => !theirs.has(word)));
  return { labels: only(own.labels, others.labels), title: only(own.title, others.title) };
};

/** Returns a word of the same length that is in no vocabulary. */
const unreadable = (text: string): string =>
  text.replace(/\p{L}/gu, (letter) => {
    const latin = /[a-z]/i.test(letter);
    const from = letter >= 'a' ? 97 : 65;
    return latin
      ? String.fromCharCode(((letter.charCodeAt(0) - from + 13) % 26) + from)
      : String.fromCodePoint((letter.codePointAt(0) ?? 0) + 7);
  });

const hiddenTitle = (text: string, { title }: Vocabulary): string =>
  text.replace(/[^\s/,-]+/g, (word) => (title.has(word.toLowerCase()) ? unreadable(word) : word));

/** Returns the page with the office's own words made unreadable. */
const withoutWords = (page: PageText, vocabulary: Vocabulary): PageText => {
  const at = ({ x, y }: Word): string => `${Math.round(x)} ${Math.round(y)}`;
  const labels = segmentsOf(page).labels.filter(({ text }) => vocabulary.labels.has(normalise(text)));
  const words = new Map(labels.flatMap((label) => label.words.map((word) => [at(word), word.text] as const)));
  return {
    ...page,
    words: page.words.map((word) => {
      const label = words.get(at(word));
      const text = label && word.text.startsWith(label) ? unreadable(label) + word.text.slice(label.length) : word.text;
      return { ...word, text: hiddenTitle(text, vocabulary) };
    }),
  };
};

export const withoutVocabulary = (read: ReadFile, vocabulary: Vocabulary): ReadFile => ({
  ...read,
  pages: read.pages.map((page) => withoutWords(page, vocabulary)),
  pictures: new Map(
    [...read.pictures].map(([number, picture]) => {
      const page = read.pages.find((each) => each.page === number) as PageText;
      return [number, { ...picture, words: withoutWords({ ...page, words: picture.words }, vocabulary).words }];
    }),
  ),
});

export const hiddenTruth = (truth: Truth, vocabulary: Vocabulary): Truth => ({
  ...truth,
  title: truth.title && hiddenTitle(truth.title, vocabulary),
  ...(truth.accept && {
    accept: { ...truth.accept, title: (truth.accept.title ?? []).map((each) => each && hiddenTitle(each, vocabulary)) },
  }),
});
