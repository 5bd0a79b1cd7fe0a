import type { Clause } from '../../domain/search/clauses.ts';
import { meeting } from '../../domain/search/clauses.ts';
import { highlight, matchWords } from '../../domain/search/match-score.ts';
import { type Question, readQuestion } from '../../domain/search/question.ts';
import {
  type Ranked,
  type RankedCandidate,
  type RankedChunk,
  type RankedEntity,
  rank,
} from '../../domain/search/rank.ts';
import { type PageStarts, pageAt } from '../../domain/search/rows.ts';
import type { SearchAnswer, SearchHighlight, SearchRequest } from '../../ports.ts';
import { membershipClauses } from './membership.ts';
import { type IndexView, isShown } from './reader.ts';
import type { IndexPosition } from './segments/opened.ts';
import type { CoreRow } from './segments/segment.ts';

/** Maximum highlights per hit. */
const HIGHLIGHTS = 3;
/** The BM25 score of a row that changed since the index was written, which the statistics do not cover. */
const BM25_OF_CHANGED = 0.5;

/** Returns the conditions on every row. Membership comes first and is part of the query. */
const commonClauses = (request: SearchRequest): Clause[] => [
  ...membershipClauses(request.projects),
  ...(request.documentTypes ? [{ column: 'document_type', in: request.documentTypes }] : []),
  ...(request.statuses ? [{ column: 'status', in: request.statuses }] : []),
  ...(request.disciplines ? [{ column: 'discipline', in: request.disciplines }] : []),
  // Rows that are the latest of their chains may be superseded by sheet: `withSuperseding` judges them once they are found.
  ...(request.isLatest ? [{ column: 'is_latest', in: [true] }] : []),
  ...(request.asOf === undefined ? [] : [{ column: 'created_at', to: request.asOf }]),
];

/** A row that may be shown, with its body: the place of the body in the index, or the body itself. */
interface Shown {
  row: CoreRow;
  body: IndexPosition | string;
}

/** The candidates of one kind. */
interface Looked<R> {
  candidates: RankedCandidate<R>[];
  isCut: boolean;
  /** Returns how many of the candidates contain a word. */
  holding(term: string): number;
}

/** Returns the changed rows that contain at least one of the query's significant words. */
const changedCandidates = <R extends { words: string }>(question: Question, changed: readonly R[]) =>
  changed.flatMap((row): RankedCandidate<R>[] => {
    const match = matchWords(question, row.words);
    const isMet = match.worths.some((worth, i) => worth > 0 && question.groups[i]!.weight === 1);
    return isMet ? [{ row, match, bm25: BM25_OF_CHANGED }] : [];
  });

const holdingAmong =
  (rows: readonly { row: { words: string } }[]) =>
  (term: string): number =>
    rows.filter(({ row }) => ` ${row.words} `.includes(` ${term} `)).length;

/**
 * Finds rows and pieces by words and by vectors, in the index and among recent changes. Returns them with the places of
 * those in the index.
 */
const lookUp = async (
  view: IndexView,
  question: Question,
  request: SearchRequest,
  common: Clause[],
  types: Clause[],
) => {
  const { index, state } = view;
  const { mode, vector } = request;
  const isOfDocuments = !request.types || request.types.includes('document');
  const [meetsAll, meetsCommon] = [meeting([...common, ...types]), meeting(common)];
  const isComparable = vector && state?.model === vector.model && vector.values.some((value) => value !== 0);
  const found = await index?.look(
    question,
    isComparable && mode !== 'lexical' ? vector.values : undefined,
    {
      row: (row, owner) => isShown(view, row, owner) && meetsAll(row),
      pieces: (owner, document) => {
        const row = view.fresh.get(owner) ?? document;
        const isValid =
          row !== undefined && !view.hidden.pieces.has(owner) && !view.hidden.projects.has(row.project_id);
        return isValid && meetsCommon(row);
      },
    },
    { rows: true, pieces: isOfDocuments },
  );
  const changedRows = changedCandidates(question, view.entities.filter(meetsAll));
  const changedPieces = isOfDocuments ? changedCandidates(question, view.chunks.filter(meetsCommon)) : [];
  const places = new Map<string, IndexPosition>();
  const rows: Looked<RankedEntity> = {
    isCut: found?.rows.isCut ?? false,
    candidates: changedRows,
    holding: (term) => (found?.rows.holding(term) ?? 0) + holdingAmong(changedRows)(term),
  };
  const pieces: Looked<RankedChunk> = {
    isCut: found?.pieces.isCut ?? false,
    candidates: changedPieces,
    holding: (term) => (found?.pieces.holding(term) ?? 0) + holdingAmong(changedPieces)(term),
  };
  const ofRows = (found?.rows.hits ?? []).map(({ match, bm25, similarity, ...place }) => {
    const { row } = index!.rowAt(place);
    places.set(row.key, place);
    return { row, match, ...(bm25 !== undefined && { bm25 }), ...(similarity !== undefined && { similarity }) };
  });
  const ofPieces = (found?.pieces.hits ?? []).map(({ match, bm25, similarity, ...place }) => {
    const { owner, index: number } = index!.pieceAt(place);
    const id = owner.slice('document:'.length);
    const key = `chunk:${id}:${number}`;
    places.set(key, place);
    return {
      ...{ row: { key, id }, match },
      ...(bm25 !== undefined && { bm25 }),
      ...(similarity !== undefined && { similarity }),
    };
  });
  return {
    rows: { ...rows, candidates: [...changedRows, ...ofRows] },
    pieces: { ...pieces, candidates: [...changedPieces, ...ofPieces] },
    places,
  };
};

/** Returns the rows of the hits by key: the changed row, or the row of the index. */
const shownOf = (
  view: IndexView,
  keys: readonly string[],
  places: ReadonlyMap<string, IndexPosition>,
  mayShow: (row: CoreRow, owner: string) => boolean,
): Map<string, Shown> => {
  const changed = new Map(view.entities.map((row) => [row.key, row]));
  const shown = new Map<string, Shown>();
  for (const key of keys) {
    const fresh = changed.get(key);
    if (fresh) {
      shown.set(key, { row: fresh, body: fresh.body });
      continue;
    }
    // A document found through one of its pieces has no place of its own among the hits.
    const place = places.get(key) ?? view.index?.place(key);
    if (!place) continue;
    const { row, owner } = view.index!.rowAt(place);
    if (mayShow(row, owner)) shown.set(key, { row, body: place });
  }
  return shown;
};

/** Keeps, of each revision chain, only the youngest document created by that time. */
const latestAsOf = (view: IndexView, shown: Map<string, Shown>, common: readonly Clause[]): Map<string, Shown> => {
  const roots = [...new Set([...shown.values()].flatMap(({ row }) => row.revision_root ?? []))];
  const chained = meeting([
    { column: 'type', in: ['document'] },
    { column: 'revision_root', in: roots },
    ...common.filter((clause) => 'column' in clause && ['project_id', 'created_at'].includes(clause.column)),
  ]);
  const latest = new Map<string, Pick<CoreRow, 'id' | 'created_at'>>();
  const take = ({ id, revision_root, created_at }: CoreRow) => {
    const former = latest.get(revision_root!);
    const isYounger = !former || created_at > former.created_at || (created_at === former.created_at && id > former.id);
    if (isYounger) latest.set(revision_root!, { id, created_at });
  };
  for (const { row, owner } of view.index?.rows() ?? []) if (isShown(view, row, owner) && chained(row)) take(row);
  for (const row of view.entities) if (chained(row)) take(row);
  return new Map(
    [...shown].filter(([, { row }]) => row.revision_root === null || latest.get(row.revision_root)?.id === row.id),
  );
};

/** Corrects `is_latest` of rows that are superseded by sheet, and keeps those that the request asks for. */
const withSuperseding = async (
  shown: Map<string, Shown>,
  keys: readonly string[],
  { superseded, isLatest }: SearchRequest,
): Promise<Map<string, Shown>> => {
  const rows = keys.flatMap((key) => shown.get(key)?.row ?? []);
  const replaced = await superseded?.(rows.filter(({ is_latest }) => is_latest));
  const judged = [...shown].map(([key, { row, body }]) => {
    return [key, { row: replaced?.has(key) ? { ...row, is_latest: false } : row, body }] as const;
  });
  return new Map(judged.filter(([, { row }]) => isLatest === undefined || row.is_latest === isLatest));
};

const facetsOf = (rows: readonly CoreRow[]): SearchAnswer['facets'] => {
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

/**
 * Returns the query with each word that no text contains replaced by the best correction that hits contain; null if
 * none is.
 */
const didYouMean = (question: Question, text: string, holding: (term: string) => number): string | null => {
  let corrected = text;
  for (const { word, corrections } of question.groups) {
    if (corrections.length === 0) continue;
    const counts = corrections.map((term) => ({ term, count: holding(term) }));
    const best = counts.sort((a, b) => b.count - a.count)[0];
    if (!best || best.count === 0) continue;
    corrected = corrected.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu'), best.term);
  }
  return corrected === text ? null : corrected;
};

/** Answers a search from one view of an organization's index. */
export const find = async (view: IndexView, request: SearchRequest): Promise<SearchAnswer> => {
  const { mode = 'fused', floor } = request;
  const question = readQuestion(request.text, view.vocabulary);
  const common = commonClauses(request);
  const types: Clause[] = request.types ? [{ column: 'type', in: request.types }] : [];
  const { rows, pieces, places } = await lookUp(view, question, request, common, types);
  const ranked = rank(question, rows.candidates, pieces.candidates, { mode, floor });
  const meetsAll = meeting([...common, ...types]);
  const mayShow = (row: CoreRow, owner: string) => isShown(view, row, owner) && meetsAll(row);
  const keys = ranked.map(({ key }) => key);
  let shown = shownOf(view, keys, places, mayShow);
  if (request.asOf !== undefined) shown = latestAsOf(view, shown, common);
  shown = await withSuperseding(shown, keys, request);
  const hits = ranked.filter(({ key }) => shown.has(key));
  const page = hits.slice(request.skip, request.skip + request.limit);
  const [texts, bodies] = await Promise.all([
    textsOf(view, page, places),
    bodiesOf(
      view,
      page.map(({ key }) => shown.get(key)!),
    ),
  ]);
  return {
    items: page.map((hit, i) => {
      const { row } = shown.get(hit.key)!;
      const { type, id, title, reference, document_type, discipline, project_id, status, is_latest } = row;
      const highlights = highlightsOf(question, hit, row, bodies[i]!, texts);
      const passage = highlights.find(({ field }) => field === 'content');
      const score = Math.round(hit.score * 1000) / 1000;
      return {
        ...{ type, id, title, reference, document_type, discipline, project_id, status, is_latest, score, highlights },
        page: type === 'sheet' ? row.page : (passage?.page ?? null),
        section: type === 'sheet' ? null : (passage?.section ?? null),
      };
    }),
    total: hits.length,
    isExact: !rows.isCut && !pieces.isCut,
    facets: facetsOf(hits.map(({ key }) => shown.get(key)!.row)),
    didYouMean: didYouMean(question, request.text, (term) => rows.holding(term) + pieces.holding(term)),
    isComplete: view.index !== undefined,
  };
};

interface Piece {
  pages: string;
  text: string;
}

/** Returns the texts of the pieces shown on a page of hits, by key. */
const textsOf = async (view: IndexView, page: readonly Ranked[], places: ReadonlyMap<string, IndexPosition>) => {
  const changed = new Map(view.chunks.map((chunk) => [chunk.key, chunk]));
  const keys = page.flatMap(({ chunks }) => chunks);
  const indexed = keys.filter((key) => !changed.has(key) && places.has(key));
  const read = indexed.length > 0 ? await view.index!.texts(indexed.map((key) => places.get(key)!)) : [];
  const texts = new Map<string, Piece>(indexed.map((key, i) => [key, read[i]!]));
  for (const key of keys) {
    const piece = changed.get(key);
    if (piece) texts.set(key, piece);
  }
  return texts;
};

const bodiesOf = async (view: IndexView, page: readonly Shown[]): Promise<string[]> => {
  const places = page.flatMap(({ body }) => (typeof body === 'string' ? [] : [body]));
  const read = places.length > 0 ? await view.index!.bodies(places) : [];
  let next = 0;
  return page.map(({ body }) => (typeof body === 'string' ? body : read[next++]!));
};

/** Returns the page, box and section that contain an offset in a piece. */
const placeIn = (pages: string, place: number) => {
  const starts = JSON.parse(pages) as PageStarts;
  const { page = null, box = null } = pageAt(starts, place) ?? {};
  return { page, box, section: starts[0]?.section ?? null };
};

const ofPiece = (question: Question, { text, pages }: Piece): SearchHighlight | undefined => {
  const passage = highlight(question, text);
  if (!passage) return undefined;
  const { place, ...shown } = passage;
  return { field: 'content', ...placeIn(pages, place), ...shown };
};

const ofField = (
  question: Question,
  field: 'title' | 'description',
  page: number | null,
  text: string,
): SearchHighlight | undefined => {
  const passage = highlight(question, text);
  if (!passage) return undefined;
  const { place: _, ...shown } = passage;
  return { field, page, box: null, section: null, ...shown };
};

/** Yields the highlights of a hit in order, each made when it is asked for. */
function* eachHighlight(question: Question, row: CoreRow, pieces: readonly Piece[], body: string) {
  yield ofField(question, 'title', row.type === 'sheet' ? row.page : null, row.title);
  for (const piece of pieces) yield ofPiece(question, piece);
  yield ofField(question, 'description', null, body);
}

const highlightsOf = (
  question: Question,
  hit: Ranked,
  row: CoreRow,
  body: string,
  pieces: ReadonlyMap<string, Piece>,
): SearchHighlight[] => {
  const found = hit.chunks.flatMap((key) => pieces.get(key) ?? []);
  const shown = eachHighlight(question, row, found, body)
    .filter((passage) => passage !== undefined)
    .take(HIGHLIGHTS)
    .toArray();
  if (shown.length > 0 || !found[0]) return shown;
  // Found by vectors alone: show the beginning of the piece, without highlighted words.
  const { text, pages } = found[0];
  const beginning = text.slice(0, 240).replace(/\s/g, ' ');
  return [{ field: 'content', ...placeIn(pages, 0), text: beginning, matches: [] }];
};
