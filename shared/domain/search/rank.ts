import type { Question } from './question.ts';
import type { ChunkRow, EntityRow, SearchedType } from './rows.ts';
import { coverage, type Match, matchWords } from './score.ts';

/** A row that the engine found for a question. */
export interface Candidate<R> {
  row: R;
  /** What of the question its words answer. */
  match: Match;
  /** Share of the best BM25 score among the rows of its kind, 0 to 1; undefined where words did not find it. */
  bm25?: number;
  /** Cosine of its vector and the question's; undefined where vectors did not find it. */
  similarity?: number;
}

export type RankedEntity = Pick<EntityRow, 'key' | 'type' | 'id' | 'heading'>;
export type RankedChunk = Pick<ChunkRow, 'key' | 'id'>;

/** One thing that is found, with what of it answers best. */
export interface Ranked {
  type: SearchedType;
  /** The entity's key: a chunk counts for its document. */
  key: string;
  id: string;
  score: number;
  /** Keys of the chunks that answer best, the best one first. */
  chunks: string[];
}

/** What decides the order: words alone, vectors alone, or both. */
export type Mode = 'fused' | 'lexical' | 'vectors';

export interface RankTerms {
  mode: Mode;
  /** Similarity below which two texts count as strangers; it depends on the model. */
  floor: number;
}

const CHUNKS_SHOWN = 3;
/**
 * What the parts of a score count for. The first three and the last one were found by trying 72 combinations with the
 * quality set (`npm run bench:search`); the titles' by hand, since its pages have none but those of sheets.
 */
const WEIGHTS = { coverage: 3, bm25: 0.8, adjacency: 0.3, title: 0.6, allInTitle: 0.5, similarity: 2 };
/** The least part of the words that has to be met where vectors say nothing. */
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

const lexicalOf = (question: Question, match: Match, bm25: number): number =>
  WEIGHTS.coverage * coverage(question, match.worths) + WEIGHTS.bm25 * bm25 + WEIGHTS.adjacency * match.adjacency;

/**
 * Brings what words and vectors found into one order, documents with the chunks that answer. Words count by how many of
 * the question are met and how near to each other, then by BM25; vectors by their similarity above the floor.
 */
export const rank = (
  question: Question,
  entities: readonly Candidate<RankedEntity>[],
  chunks: readonly Candidate<RankedChunk>[],
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
  const take = (one: Found, { match, bm25, similarity = 0 }: Candidate<unknown>): number => {
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
