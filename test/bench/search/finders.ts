import MiniSearch from 'minisearch';
import { find } from '../../../shared/aws/search/find.ts';
import type { IndexView } from '../../../shared/aws/search/reader.ts';
import { modelFacts } from '../../../shared/domain/search/models.ts';
import type { Mode } from '../../../shared/domain/search/rank.ts';
import type { Embedder } from '../../../shared/ports.ts';
import type { CorpusPage } from './corpus.ts';

/** Returns the ids of pages that answer a question, best first. */
export type Finder = (question: string) => Promise<string[]>;

/** Number of results considered. */
export const DEPTH = 10;

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)].slice(0, DEPTH);

/** The service's own search, by words, vectors or both. */
export const serviceFinder =
  (view: IndexView, embedder: Embedder, mode: Mode): Finder =>
  async (text) => {
    const [values = []] = mode === 'lexical' ? [] : await embedder.embed([text]);
    const { floor } = modelFacts(embedder.model);
    const request = { text, vector: { model: embedder.model, values }, floor, mode, projects: 'all' as const };
    // A page is returned as a document and as a sheet.
    const { items } = await find(view, { ...request, skip: 0, limit: 2 * DEPTH });
    return distinct(items.map(({ id }) => id));
  };

/** MiniSearch over the same pages, with prefixes and one error per five letters. */
export const miniSearchFinder = (corpus: readonly CorpusPage[]): Finder => {
  const options = { prefix: true, fuzzy: 0.2, boost: { heading: 2 } };
  const index = new MiniSearch({ fields: ['heading', 'text'], searchOptions: options });
  index.addAll(corpus);
  return async (text) => distinct(index.search(text).map(({ id }) => id as string));
};

/** Ranks pages by how many of the words they contain, then by how often. */
export const scanFinder = (corpus: readonly CorpusPage[]): Finder => {
  const pages = corpus.map(({ id, heading, text }) => ({ id, text: `${heading} ${text}`.toLowerCase() }));
  return async (question) => {
    const words = question.toLowerCase().split(/\s+/).filter(Boolean);
    const scored = pages.map(({ id, text }) => {
      const counts = words.map((word) => text.split(word).length - 1);
      return { id, met: counts.filter((count) => count > 0).length, times: counts.reduce((a, b) => a + b, 0) };
    });
    const found = scored.filter(({ met }) => met > 0).sort((a, b) => b.met - a.met || b.times - a.times);
    return distinct(found.map(({ id }) => id));
  };
};
