import { coverage, matchWords, type ScoredMatch } from './match-score.ts';
import type { Question } from './question.ts';
import type { ChunkRow, EntityRow, SearchedType } from './rows.ts';

/** A row found for a query. */
export interface RankedCandidate<R> {
  row: R;
  /** The words of the query that the row matches. */
  match: ScoredMatch;
  /** BM25 score relative to the best row of its kind, 0 to 1; undefined if not found by words. */
  bm25?: number;
  /** Cosine similarity of its vector and the query's; undefined if not found by vectors. */
  similarity?: number;
}

export type RankedEntity = Pick<EntityRow, 'key' | 'type' | 'id' | 'heading'>;
export type RankedChunk = Pick<ChunkRow, 'key' | 'id'>;

/** A ranked hit, with its best matching chunks. */
export interface Ranked {
  type: SearchedType;
  /** The key of the entity; a chunk counts for its document. */
  key: string;
  id: string;
  score: number;
  /** Keys of the best matching chunks, best first. */
  chunks: string[];
}

/** The basis of the ranking: words, vectors, or both. */
export type Mode = 'fused' | 'lexical' | 'vectors';

export interface RankTerms {
  mode: Mode;
  /** Similarity below which two texts count as unrelated; depends on the model. */
  floor: number;
}

const CHUNKS_SHOWN = 3;
/**
 * The weights of the parts of a score. The first three and the last one were found by testing 72 combinations with the
 * quality set (`npm run bench:search`); those of titles were set by hand, since the set's pages have no titles except
 * those of sheets.
 */
const WEIGHTS = { coverage: 3, bm25: 0.8, adjacency: 0.3, title: 0.6, allInTitle: 0.5, similarity: 2 };
/** The minimum coverage of the query for hits without similar vectors. */
const LEAST_COVERAGE = 0.3;

interface Found {
  type: SearchedType;
  key: string;
  id: string;
  worths: number[];
  lexical: number;
  best: number;
  similarity: number;
  hasPhrases: boolean;
  inTitle: number;
  chunks: { key: string; value: number }[];
}

const lexicalOf = (question: Question, match: ScoredMatch, bm25: number): number =>
  WEIGHTS.coverage * coverage(question, match.worths) + WEIGHTS.bm25 * bm25 + WEIGHTS.adjacency * match.adjacency;

/**
 * Ranks the results of words and vectors together, documents with their matching chunks. Words count by coverage of the
 * query and by adjacency, then by BM25; vectors by their similarity above the floor.
 */
export const rank = (
  question: Question,
  entities: readonly RankedCandidate<RankedEntity>[],
  chunks: readonly RankedCandidate<RankedChunk>[],
  { mode, floor }: RankTerms,
): Ranked[] => {
  const found = new Map<string, Found>();
  const at = (type: SearchedType, key: string, id: string): Found => {
    const known = found.get(key);
    if (known) return known;
    const worths = question.groups.map(() => 0);
    const fresh = {
      type,
      key,
      id,
      worths,
      lexical: 0,
      best: 0,
      similarity: 0,
      hasPhrases: false,
      inTitle: 0,
      chunks: [],
    };
    found.set(key, fresh);
    return fresh;
  };
  const take = (one: Found, { match, bm25, similarity = 0 }: RankedCandidate<unknown>): number => {
    const lexical = lexicalOf(question, match, bm25 ?? 0);
    for (const [i, worth] of match.worths.entries()) one.worths[i] = Math.max(one.worths[i]!, worth);
    one.lexical = Math.max(one.lexical, lexical);
    one.best = Math.max(one.best, coverage(question, match.worths));
    one.similarity = Math.max(one.similarity, similarity);
    one.hasPhrases ||= match.hasPhrases;
    return lexical;
  };
  for (const candidate of entities) {
    const { type, key, id, heading } = candidate.row;
    const one = at(type, key, id);
    take(one, candidate);
    one.inTitle = coverage(question, matchWords(question, heading).worths);
  }
  for (const candidate of chunks) {
    const { key, id } = candidate.row;
    const one = at('document', `document:${id}`, id);
    const value = take(one, candidate) + Math.max(0, (candidate.similarity ?? 0) - floor);
    one.chunks.push({ key, value });
  }

  const scoreOf = (one: Found): number => {
    const near = Math.max(0, one.similarity - floor) / (1 - floor);
    if (mode === 'vectors') return near;
    const whole = coverage(question, one.worths);
    const isEnough = Math.max(one.best, whole) >= LEAST_COVERAGE;
    const title = WEIGHTS.title * one.inTitle + (one.inTitle > 0.95 ? WEIGHTS.allInTitle : 0);
    const lexical = isEnough ? one.lexical + WEIGHTS.coverage * 0.3 * (whole - one.best) + title : 0;
    return mode === 'lexical' ? lexical : lexical + WEIGHTS.similarity * near;
  };
  return [...found.values()]
    .filter(({ hasPhrases }) => question.phrases.length === 0 || hasPhrases)
    .map((one): Ranked => {
      const best = one.chunks.toSorted((a, b) => b.value - a.value || (a.key < b.key ? -1 : 1));
      const shown = best.slice(0, CHUNKS_SHOWN).map(({ key }) => key);
      return { type: one.type, key: one.key, id: one.id, score: scoreOf(one), chunks: shown };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1));
};
