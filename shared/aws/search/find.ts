import type { Clause } from '../../domain/search/clauses.ts';
import { meets } from '../../domain/search/clauses.ts';
import { type Group, type Question, readQuestion } from '../../domain/search/question.ts';
import { type Candidate, type Ranked, type RankedChunk, type RankedEntity, rank } from '../../domain/search/rank.ts';
import { type ChunkRow, type EntityRow, type PageStarts, pageAt } from '../../domain/search/rows.ts';
import { highlight, matchWords } from '../../domain/search/score.ts';
import type { SearchAnswer, SearchHighlight, SearchRequest } from '../../ports.ts';
import type { Found, IndexTable, Words } from './lance.ts';
import { membershipClauses } from './membership.ts';
import type { View } from './reader.ts';

/** Rows of each kind that are brought into order; beyond them totals and facets are no longer exact. */
const ROWS = 400;
/** Rows with all words from which on those with some of them are not looked for. */
const ENOUGH = 100;
/** Pieces that vectors add. */
const NEAR = 60;
/** Highlights of one hit. */
const HIGHLIGHTS = 3;

const ENTITY_COLUMNS = ['key', 'type', 'id', 'words', 'heading'] as const;
const CHUNK_COLUMNS = ['key', 'id', 'owner', 'words'] as const;

/** The conditions on every row: membership first, as a part of what the engine is asked. */
const commonClauses = (request: SearchRequest): Clause[] => [
  ...membershipClauses(request.projects),
  ...(request.documentTypes ? [{ column: 'document_type', in: request.documentTypes }] : []),
  ...(request.statuses ? [{ column: 'status', in: request.statuses }] : []),
  ...(request.disciplines ? [{ column: 'discipline', in: request.disciplines }] : []),
  ...(request.isLatest === undefined ? [] : [{ column: 'is_latest', in: [request.isLatest] }]),
  ...(request.asOf === undefined ? [] : [{ column: 'created_at', to: request.asOf }]),
];

const alternativesOf = ({ alternatives }: Group): string => [...alternatives.keys()].join(' ');

/** What the engine looks for: all words, and where that gives little, some of them. */
const lookups = ({ groups, phrases }: Question): Words[] => {
  const telling = groups.filter(({ weight }) => weight === 1).map(alternativesOf);
  if (telling.length === 0) return [];
  const strict = { must: telling, should: [] };
  if (telling.length === 1 || phrases.length > 0) return [strict];
  return [strict, { must: [], should: telling }];
};

interface Looked<R> {
  candidates: Candidate<R>[];
  /** There are more than were read. */
  isCut: boolean;
}

/** The rows of a table that words find, those of the index and those that changed since. */
const byWords = async <R extends { key: string; words: string }, C extends keyof R & string>(
  table: IndexTable<R> | undefined,
  question: Question,
  clauses: readonly Clause[],
  columns: readonly C[],
  changed: readonly R[],
): Promise<Looked<Pick<R, C>>> => {
  const found: Found<Pick<R, C>>[][] = [];
  for (const words of table ? lookups(question) : []) {
    found.push(await table!.find(words, clauses, columns, ROWS));
    if (found[0]!.length >= ENOUGH) break;
  }
  const isCut = found[0]?.length === ROWS;
  const candidates = new Map<string, Candidate<Pick<R, C>>>();
  for (const rows of found) {
    const best = rows[0]?.score || 1;
    for (const { row, score } of rows) {
      const key = (row as unknown as { key: string }).key;
      const bm25 = Math.max(candidates.get(key)?.bm25 ?? 0, score / best);
      candidates.set(key, { row, bm25 });
    }
  }
  for (const row of changed) {
    const { worths } = matchWords(question, row.words);
    if (worths.some((worth, i) => worth > 0 && question.groups[i]!.weight === 1)) {
      candidates.set(row.key, { row, bm25: 0.5 });
    }
  }
  return { candidates: [...candidates.values()], isCut };
};

type LookedChunk = Pick<ChunkRow, (typeof CHUNK_COLUMNS)[number]>;

/** The pieces whose vectors are near to the question's. */
const byVector = async (
  view: View,
  { vector, mode }: SearchRequest,
  clauses: readonly Clause[],
): Promise<Found<LookedChunk>[]> => {
  const isComparable = vector && view.state?.model === vector.model && vector.values.some((value) => value !== 0);
  if (!view.index || !isComparable || mode === 'lexical') return [];
  return view.index.chunks.near(vector.values, clauses, CHUNK_COLUMNS, NEAR);
};

/** What words found, and vectors. */
const together = (chunks: Looked<LookedChunk>, near: readonly Found<LookedChunk>[]) => {
  const pieces = new Map(chunks.candidates.map((candidate) => [candidate.row.key, candidate]));
  for (const { row, score } of near) {
    const known = pieces.get(row.key);
    if (known) known.similarity = score;
    else pieces.set(row.key, { row, similarity: score });
  }
  return pieces;
};

const SHOWN = [
  ...['key', 'type', 'id', 'title', 'reference', 'body', 'project_id', 'document_type', 'discipline', 'status'],
  ...['is_latest', 'page', 'created_at', 'revision_root'],
] as const satisfies readonly (keyof EntityRow)[] as readonly (keyof EntityRow & string)[];

/** The rows of what was found, by key. */
const entitiesOf = async (view: View, keys: readonly string[], clauses: readonly Clause[]) => {
  const rows = new Map<string, EntityRow>();
  if (view.index && keys.length > 0) {
    const found = await view.index.entities.rows([...clauses, { column: 'key', in: keys }], SHOWN);
    for (const row of found as EntityRow[]) rows.set(row.key, row);
  }
  const wanted = new Set(keys);
  for (const row of view.entities) if (wanted.has(row.key)) rows.set(row.key, row);
  return rows;
};

/** Leaves of each chain of revisions the youngest that had been created by then. */
const latestAsOf = async (
  view: View,
  rows: Map<string, EntityRow>,
  clauses: readonly Clause[],
): Promise<Map<string, EntityRow>> => {
  const roots = [...new Set([...rows.values()].flatMap(({ revision_root }) => revision_root ?? []))];
  const chained: Clause[] = [
    { column: 'type', in: ['document'] },
    { column: 'revision_root', in: roots },
    ...clauses.filter((clause) => 'column' in clause && ['project_id', 'created_at', 'owner'].includes(clause.column)),
  ];
  const found = view.index ? await view.index.entities.rows(chained, ['id', 'revision_root', 'created_at']) : [];
  const all = [...found, ...view.entities.filter((row) => meets(row, chained))];
  const latest = new Map<string, { id: string; created_at: string }>();
  for (const { id, revision_root, created_at } of all) {
    const former = latest.get(revision_root!);
    const isYounger = !former || created_at > former.created_at || (created_at === former.created_at && id > former.id);
    if (isYounger) latest.set(revision_root!, { id, created_at });
  }
  return new Map(
    [...rows].filter(([, { revision_root, id }]) => revision_root === null || latest.get(revision_root)?.id === id),
  );
};

const facetsOf = (rows: readonly EntityRow[]): SearchAnswer['facets'] => {
  const count = (values: readonly (string | null)[]) => {
    const counts = new Map<string, number>();
    for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  };
  const ofDocuments = rows.filter(({ type }) => type === 'document' || type === 'sheet');
  return {
    type: count(rows.map(({ type }) => type)),
    project_id: count(rows.map(({ project_id }) => project_id)),
    document_type: count(rows.map(({ document_type }) => document_type)),
    discipline: count(rows.map(({ discipline }) => discipline)),
    revision: count(ofDocuments.map(({ is_latest }) => (is_latest ? 'current' : 'superseded'))),
  };
};

/** The question with the words in it that nobody wrote so, as the hits write them. */
const didYouMean = (question: Question, text: string, shown: readonly string[]): string | null => {
  let corrected = text;
  for (const { word, corrections } of question.groups) {
    if (corrections.length === 0) continue;
    const counts = corrections.map((term) => ({
      term,
      count: shown.filter((words) => ` ${words} `.includes(` ${term} `)).length,
    }));
    const best = counts.sort((a, b) => b.count - a.count)[0];
    if (!best || best.count === 0) continue;
    corrected = corrected.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu'), best.term);
  }
  return corrected === text ? null : corrected;
};

/** Answers a question from one view of an organization's index. */
export const find = async (view: View, request: SearchRequest): Promise<SearchAnswer> => {
  const { mode = 'fused' } = request;
  const question = readQuestion(request.text, view.vocabulary);
  const common = commonClauses(request);
  const types: Clause[] = request.types ? [{ column: 'type', in: request.types }] : [];
  const isOfDocuments = !request.types || request.types.includes('document');
  const entityClauses = [...common, ...types, ...view.entityClauses];
  const chunkClauses = [...common, ...view.chunkClauses];
  const changedEntities = view.entities.filter((row) => meets(row, [...common, ...types]));
  const changedChunks = isOfDocuments ? view.chunks.filter((row) => meets(row, common)) : [];
  const none: Looked<LookedChunk> = { candidates: [], isCut: false };
  const [entities, chunks, near] = await Promise.all([
    byWords(view.index?.entities, question, entityClauses, ENTITY_COLUMNS, changedEntities),
    isOfDocuments ? byWords(view.index?.chunks, question, chunkClauses, CHUNK_COLUMNS, changedChunks) : none,
    isOfDocuments ? byVector(view, request, chunkClauses) : [],
  ]);
  const pieces = together(chunks, near);
  const standing = [...pieces.values()].filter(({ row }) => view.stands(row, common));
  const ranked = rank(
    question,
    entities.candidates as Candidate<RankedEntity>[],
    standing as Candidate<RankedChunk>[],
    {
      mode,
      floor: request.floor,
    },
  );
  let rows = await entitiesOf(
    view,
    ranked.map(({ key }) => key),
    entityClauses,
  );
  if (request.asOf !== undefined) rows = await latestAsOf(view, rows, [...common, ...view.entityClauses]);
  const hits = ranked.filter(({ key }) => rows.has(key));
  const page = hits.slice(request.skip, request.skip + request.limit);
  const texts = await textsOf(view, page, chunkClauses);
  const words = [...pieces.values(), ...entities.candidates].map(({ row }) => row.words);
  return {
    items: page.map((hit) => {
      const row = rows.get(hit.key)!;
      const { type, id, title, reference, document_type, discipline, project_id, status, is_latest } = row;
      const highlights = highlightsOf(question, hit, row, texts);
      const passage = highlights.find(({ field }) => field === 'content');
      const score = Math.round(hit.score * 1000) / 1000;
      return {
        ...{ type, id, title, reference, document_type, discipline, project_id, status, is_latest, score, highlights },
        page: type === 'sheet' ? row.page : (passage?.page ?? null),
      };
    }),
    total: hits.length,
    isExact: !entities.isCut && !chunks.isCut,
    facets: facetsOf(hits.map(({ key }) => rows.get(key)!)),
    didYouMean: didYouMean(question, request.text, words),
    isComplete: view.index !== undefined,
  };
};

type Piece = Pick<ChunkRow, 'key' | 'text' | 'pages'>;

const textsOf = async (view: View, page: readonly Ranked[], clauses: readonly Clause[]) => {
  const keys = page.flatMap(({ chunks }) => chunks);
  const pieces = new Map<string, Piece>();
  if (view.index && keys.length > 0) {
    const found = await view.index.chunks.rows([...clauses, { column: 'key', in: keys }], ['key', 'text', 'pages']);
    for (const piece of found) pieces.set(piece.key, piece);
  }
  const wanted = new Set(keys);
  for (const piece of view.chunks) if (wanted.has(piece.key)) pieces.set(piece.key, piece);
  return pieces;
};

const ofPiece = (question: Question, { text, pages }: Piece): SearchHighlight | undefined => {
  const passage = highlight(question, text);
  if (!passage) return undefined;
  const { place, ...shown } = passage;
  return { field: 'content', page: pageAt(JSON.parse(pages) as PageStarts, place), ...shown };
};

const ofField = (question: Question, field: 'title' | 'description', page: number | null, text: string) => {
  const passage = highlight(question, text);
  if (!passage) return [];
  const { place: _, ...shown } = passage;
  return [{ field, page, ...shown }];
};

const highlightsOf = (
  question: Question,
  hit: Ranked,
  row: EntityRow,
  pieces: ReadonlyMap<string, Piece>,
): SearchHighlight[] => {
  const found = hit.chunks.flatMap((key) => pieces.get(key) ?? []);
  const shown = [
    ...ofField(question, 'title', row.type === 'sheet' ? row.page : null, row.title),
    ...found.flatMap((piece) => ofPiece(question, piece) ?? []),
    ...ofField(question, 'description', null, row.body),
  ];
  if (shown.length > 0 || !found[0]) return shown.slice(0, HIGHLIGHTS);
  // Vectors alone led here: the beginning of the piece is shown, without a word that stands out.
  const { text, pages } = found[0];
  const beginning = text.slice(0, 240).replace(/\s/g, ' ');
  return [{ field: 'content', page: pageAt(JSON.parse(pages) as PageStarts, 0), text: beginning, matches: [] }];
};
