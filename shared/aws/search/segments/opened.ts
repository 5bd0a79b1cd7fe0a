import { matchPositions, type ScoredMatch } from '../../../domain/search/match-score.ts';
import type { Question } from '../../../domain/search/question.ts';
import { dot } from './clusters.ts';
import { indexOfItem, NO_POSTINGS, type Postings, positionsAt, readPostings } from './postings.ts';
import { type CoreRow, type Listed, pieceText, readListed, type SegmentHead } from './segment.ts';
import type { Range, SegmentRef, SegmentStore } from './segment-store.ts';

interface OpenSegment {
  ref: SegmentRef;
  head: SegmentHead;
  /** By owner: whether its rows and its pieces are valid; a newer segment may supersede either. */
  validRows: Uint8Array;
  validPieces: Uint8Array;
  /** The lengths of the centres, and of the vectors of each list once they have been read. */
  centreLengths: Float32Array;
  vectorLengths: Map<number, Float32Array>;
}

/** What the index contains of a record. */
export interface IndexedOwner {
  version: string;
  chunked: string;
  rows: CoreRow[];
}

/** The position of a row or a piece in the index. */
export interface IndexPosition {
  segment: number;
  item: number;
}

/** A row or piece found by words or vectors. */
interface Hit extends IndexPosition {
  match: ScoredMatch;
  bm25?: number;
  similarity?: number;
}

export interface Looked {
  hits: Hit[];
  /** Returns how many of them contain a word of the query. */
  holding(term: string): number;
  /** True if more rows match all words than were taken. */
  isCut: boolean;
}

/** What may be found: rows, and the pieces of an owner. */
export interface Filter {
  row(row: CoreRow, owner: string): boolean;
  /** @param document the document's own row */
  pieces(owner: string, document: CoreRow | undefined): boolean;
}

/** The usual parameters of BM25. */
const [K1, B] = [1.2, 0.75];
/** Hits of each kind that are ranked. */
const MOST_HITS = 400;
/** With at least this number of rows that match all words, rows that match only some are not searched. */
const ENOUGH = 100;
/** Maximum pieces found by vectors. */
const NEAR = 60;
/** Maximum bytes of vectors that one search reads, from the lists with the nearest centres. */
const VECTOR_BYTES = 3_000_000;

type Kind = 'row' | 'piece';
/** The postings of each term in each segment, by kind. */
type Found = Map<string, Record<Kind, Postings>[]>;

/**
 * The segments of an organization's index, opened together. Contents of a segment are valid unless a newer one
 * supersedes them.
 */
export class OpenedIndex {
  readonly #store: SegmentStore;
  readonly #folder: string;
  readonly #segments: OpenSegment[];
  readonly #places = new Map<string, { segment: number; owner: number }>();
  #listed: Promise<Listed[][]> | undefined;

  /** @param parts the segments, oldest first */
  constructor(store: SegmentStore, folder: string, parts: readonly { ref: SegmentRef; head: SegmentHead }[]) {
    this.#store = store;
    this.#folder = folder;
    this.#segments = parts.map(({ ref, head }) => ({
      ...{ ref, head },
      ...{ validRows: new Uint8Array(head.owners.length), validPieces: new Uint8Array(head.owners.length) },
      centreLengths: lengthsOf(head.centres, head.dimensions),
      vectorLengths: new Map<number, Float32Array>(),
    }));
    const settled = new Set<string>();
    for (let segment = parts.length - 1; segment >= 0; segment--) {
      const { head, validRows, validPieces } = this.#segments[segment]!;
      for (const [owner, name] of head.owners.entries()) {
        const isGone = head.versions[owner] === '';
        if (!this.#places.has(name)) {
          this.#places.set(name, { segment, owner });
          validRows[owner] = isGone ? 0 : 1;
        }
        if (settled.has(name) || !(isGone || head.hasOwnPieces(owner))) continue;
        settled.add(name);
        validPieces[owner] = isGone ? 0 : 1;
      }
    }
    for (const [name, { segment, owner }] of this.#places) {
      if (!this.#segments[segment]!.validRows[owner]) this.#places.delete(name);
    }
  }

  /** Returns what the index contains of a record; undefined if nothing. */
  owner(name: string): IndexedOwner | undefined {
    const place = this.#places.get(name);
    if (!place) return undefined;
    const { head } = this.#segments[place.segment]!;
    const [from, to] = [head.rowBorders[place.owner]!, head.rowBorders[place.owner + 1]!];
    return {
      version: head.versions[place.owner]!,
      chunked: head.chunked[place.owner]!,
      rows: head.rows.slice(from, to),
    };
  }

  /** Returns the position of a record's first row: the document's own. */
  place(name: string): IndexPosition | undefined {
    const place = this.#places.get(name);
    return place && { segment: place.segment, item: this.#segments[place.segment]!.head.rowBorders[place.owner]! };
  }

  /** Yields the names and versions of all indexed records. */
  *versions(): Generator<readonly [owner: string, version: string]> {
    for (const [name, { segment, owner }] of this.#places) yield [name, this.#segments[segment]!.head.versions[owner]!];
  }

  /** The number of valid pieces. */
  get pieces(): number {
    let count = 0;
    for (const { head, validPieces } of this.#segments) {
      for (const [owner, isValid] of validPieces.entries()) {
        if (isValid) count += head.pieceBorders[owner + 1]! - head.pieceBorders[owner]!;
      }
    }
    return count;
  }

  /** Yields every valid row. */
  *rows(): Generator<{ row: CoreRow; owner: string } & IndexPosition> {
    for (const [segment, { head, validRows }] of this.#segments.entries()) {
      for (const [item, row] of head.rows.entries()) {
        const owner = head.ownerOfRow[item]!;
        if (validRows[owner]) yield { row, owner: head.owners[owner]!, segment, item };
      }
    }
  }

  /** Returns the list columns of each segment's rows. */
  listed(): Promise<Listed[][]> {
    this.#listed ??= Promise.all(
      this.#segments.map(async ({ ref, head }) => {
        const [bytes] = await this.#store.ranges(this.#folder, ref, [head.listedRange]);
        return readListed(bytes!, head.rows.length);
      }),
    );
    this.#listed.catch(() => {
      this.#listed = undefined;
    });
    return this.#listed;
  }

  rowAt({ segment, item }: IndexPosition): { row: CoreRow; owner: string } {
    const { head } = this.#segments[segment]!;
    return { row: head.rows[item]!, owner: head.owners[head.ownerOfRow[item]!]! };
  }

  /** Returns the document of a piece, and the piece's number in it. */
  pieceAt({ segment, item }: IndexPosition): { owner: string; index: number } {
    const { head } = this.#segments[segment]!;
    const owner = head.ownerOfPiece[item]!;
    return { owner: head.owners[owner]!, index: item - head.pieceBorders[owner]! };
  }

  /** Returns the bodies of rows, in the order of the places. */
  bodies(places: readonly IndexPosition[]): Promise<string[]> {
    return this.#texts('body', places);
  }

  /** Returns the texts of pieces with their pages, in the order of the places. */
  async texts(places: readonly IndexPosition[]): Promise<{ pages: string; text: string }[]> {
    return (await this.#texts('piece', places)).map(pieceText);
  }

  async #texts(kind: 'body' | 'piece', places: readonly IndexPosition[]): Promise<string[]> {
    const texts = new Array<string>(places.length);
    await Promise.all(
      this.#segments.map(async ({ ref, head }, segment) => {
        const wanted = places.flatMap((place, at) =>
          place.segment === segment ? [{ at, ...head.textPlace(kind, place.item) }] : [],
        );
        const ranges = [...new Map(wanted.map(({ range }) => [range[0], range])).values()];
        const blocks = await this.#store.blocks(this.#folder, ref, ranges);
        const read = new Map(ranges.map(([from], i) => [from, blocks[i]!]));
        for (const { at, range, index } of wanted) texts[at] = read.get(range[0])![index]!;
      }),
    );
    return texts;
  }

  /**
   * Finds rows and pieces that pass the filter by words and by a vector, in one round of requests.
   * @param vector undefined to search by words alone
   * @param of the kinds to search
   */
  async look(
    question: Question,
    vector: readonly number[] | undefined,
    filter: Filter,
    of: { rows: boolean; pieces: boolean },
  ): Promise<{ rows: Looked; pieces: Looked }> {
    const allowed = this.#allowed(filter, of);
    const [found, near] = await Promise.all([
      this.#postings(termsOf(question)),
      vector && of.pieces ? this.#near(vector, allowed) : [],
    ]);
    const rows = this.#byWords('row', question, found, allowed);
    const pieces = this.#byWords('piece', question, found, allowed);
    const known = new Map(pieces.hits.map((hit) => [`${hit.segment}:${hit.item}`, hit]));
    for (const { segment, item, similarity } of near) {
      const hit = known.get(`${segment}:${item}`);
      if (hit) hit.similarity = similarity;
      else pieces.hits.push({ segment, item, similarity, match: this.#match('piece', question, found, segment, item) });
    }
    const holding = (kind: Kind, hits: readonly Hit[]) => (term: string) =>
      hits.filter(({ segment, item }) => indexOfItem(found.get(term)?.[segment]?.[kind] ?? NO_POSTINGS, item) >= 0)
        .length;
    return {
      rows: { ...rows, holding: holding('row', rows.hits) },
      pieces: { ...pieces, holding: holding('piece', pieces.hits) },
    };
  }

  /** Returns which items may be found, segment by segment. */
  #allowed(filter: Filter, of: { rows: boolean; pieces: boolean }): Record<Kind, Uint8Array[]> {
    const row = this.#segments.map(({ head, validRows }) =>
      Uint8Array.from(head.rows, (row, item) => {
        const owner = head.ownerOfRow[item]!;
        return of.rows && validRows[owner] && filter.row(row, head.owners[owner]!) ? 1 : 0;
      }),
    );
    const piece = this.#segments.map(({ head, validPieces }) => {
      const owners = Uint8Array.from(head.owners, (name, owner) => {
        if (!of.pieces || !validPieces[owner] || head.pieceBorders[owner] === head.pieceBorders[owner + 1]) return 0;
        return filter.pieces(name, this.owner(name)?.rows[0]) ? 1 : 0;
      });
      return Uint8Array.from(head.ownerOfPiece, (owner) => owners[owner]!);
    });
    return { row, piece };
  }

  async #postings(terms: readonly string[]): Promise<Found> {
    const found: Found = new Map(terms.map((term) => [term, []]));
    await Promise.all(
      this.#segments.map(async ({ ref, head }, segment) => {
        const held = terms.flatMap((term) => {
          const borders = head.postingsOf(term);
          return borders ? [{ term, borders }] : [];
        });
        const ranges = held.map(({ borders: [from, , to] }): Range => [from, to]);
        const bytes = await this.#store.ranges(this.#folder, ref, ranges);
        for (const [i, { term, borders }] of held.entries()) {
          const border = borders[1] - borders[0];
          found.get(term)![segment] = {
            row: readPostings(bytes[i]!.subarray(0, border)),
            piece: readPostings(bytes[i]!.subarray(border)),
          };
        }
      }),
    );
    return found;
  }

  #match(kind: Kind, question: Question, found: Found, segment: number, item: number): ScoredMatch {
    return matchPositions(question, (term) => {
      const postings = found.get(term)?.[segment]?.[kind] ?? NO_POSTINGS;
      const at = indexOfItem(postings, item);
      return at < 0 ? undefined : positionsAt(postings, at);
    });
  }

  /**
   * Finds the items that contain the words, ranked by BM25: those with all words and, if these are few, those with
   * some.
   */
  #byWords(
    kind: Kind,
    question: Question,
    found: Found,
    { [kind]: allowed }: Record<Kind, Uint8Array[]>,
  ): Omit<Looked, 'holding'> {
    const telling = question.groups.filter(({ weight }) => weight === 1);
    if (telling.length === 0) return { hits: [], isCut: false };
    const lengths = this.#segments.map(({ head }) => (kind === 'row' ? head.rowLengths : head.pieceLengths));
    const groups = telling.map(({ alternatives }) =>
      [...alternatives.keys()].map((term) =>
        this.#segments.map((_, segment) => found.get(term)?.[segment]?.[kind] ?? NO_POSTINGS),
      ),
    );
    const { scores, met } = scoreItems(groups, lengths, allowed);
    const all = (telling.length === 32 ? -1 : (1 << telling.length) - 1) >>> 0;
    const strict = bestOf(scores, met, (mask) => mask === all);
    const isAll = telling.length === 1 || question.phrases.length > 0 || strict.count >= ENOUGH;
    /** The hits of each segment by item. */
    const hits = this.#segments.map(() => new Map<number, Hit>());
    for (const { best } of isAll ? [strict] : [strict, bestOf(scores, met, (mask) => mask !== 0)]) {
      const highest = best[0]?.score || 1;
      for (const { segment, item, score } of best) {
        const bm25 = score / highest;
        const known = hits[segment]!.get(item);
        if (known) known.bm25 = Math.max(known.bm25 ?? 0, bm25);
        else {
          const match = this.#match(kind, question, found, segment, item);
          hits[segment]!.set(item, { segment, item, bm25, match });
        }
      }
    }
    return { hits: hits.flatMap((ofSegment) => [...ofSegment.values()]), isCut: strict.count > MOST_HITS };
  }

  /** Returns the pieces nearest by cosine, from the lists with the nearest centres. */
  async #near(vector: readonly number[], { piece: allowed }: Record<Kind, Uint8Array[]>) {
    const length = Math.hypot(...vector);
    const asked = Float32Array.from(vector, (value) => value / length);
    const lists: { segment: number; list: number; bytes: number; similarity: number }[] = [];
    for (const [segment, { head, centreLengths }] of this.#segments.entries()) {
      if (head.dimensions !== asked.length) continue;
      for (let list = 0; list + 1 < head.listStarts.length; list++) {
        const [from, to] = [head.listStarts[list]!, head.listStarts[list + 1]!];
        let isAllowed = false;
        for (let i = from; i < to && !isAllowed; i++) isAllowed = allowed[segment]![head.vectorPieces[i]!] === 1;
        if (!isAllowed) continue;
        const similarity = cosineAt(head.centres, centreLengths, list, asked);
        lists.push({ segment, list, bytes: (to - from) * head.dimensions, similarity });
      }
    }
    lists.sort((a, b) => b.similarity - a.similarity);
    let bytes = 0;
    const taken = lists.filter((list) => {
      bytes += list.bytes;
      return bytes <= VECTOR_BYTES;
    });
    const near: (IndexPosition & { similarity: number })[] = [];
    await Promise.all(
      this.#segments.map(async ({ ref, head, vectorLengths }, segment) => {
        const own = taken.filter((list) => list.segment === segment).sort((a, b) => a.list - b.list);
        const read = await this.#store.ranges(
          this.#folder,
          ref,
          own.map(({ list }) => head.listRange(list)),
        );
        for (const [i, { list }] of own.entries()) {
          const { buffer, byteOffset, length } = read[i]!;
          const vectors = new Int8Array(buffer, byteOffset, length);
          const lengths = vectorLengths.get(list) ?? lengthsOf(vectors, head.dimensions);
          vectorLengths.set(list, lengths);
          const from = head.listStarts[list]!;
          for (let at = 0; at * head.dimensions < length; at++) {
            const item = head.vectorPieces[from + at]!;
            if (allowed[segment]![item])
              near.push({ segment, item, similarity: cosineAt(vectors, lengths, at, asked) });
          }
        }
      }),
    );
    return near.sort((a, b) => b.similarity - a.similarity || a.segment - b.segment || a.item - b.item).slice(0, NEAR);
  }
}

/** Returns the length of each vector. */
const lengthsOf = (vectors: Int8Array, dimensions: number): Float32Array => {
  const lengths = new Float32Array(dimensions === 0 ? 0 : vectors.length / dimensions);
  for (let index = 0; index < lengths.length; index++) {
    let square = 0;
    for (let i = index * dimensions; i < (index + 1) * dimensions; i++) square += vectors[i]! * vectors[i]!;
    lengths[index] = Math.sqrt(square);
  }
  return lengths;
};

/** Returns the cosine of a stored vector and a vector of length 1. */
const cosineAt = (vectors: Int8Array, lengths: Float32Array, index: number, asked: Float32Array): number =>
  lengths[index] === 0 ? 0 : dot(vectors, index, asked, 0, asked.length) / lengths[index]!;

/** Returns every word that counts for a query. */
const termsOf = ({ groups, phrases }: Question): string[] => [
  ...new Set([...groups.flatMap(({ alternatives }) => [...alternatives.keys()]), ...phrases.flat()]),
];

/**
 * Returns the BM25 score of each permitted item, and a mask of the groups of words it contains.
 * @param groups the postings of each alternative of a group, by segment
 * @param lengths the number of words of each item, by segment
 */
const scoreItems = (
  groups: readonly (readonly (readonly Postings[])[])[],
  lengths: readonly Uint32Array[],
  allowed: readonly Uint8Array[],
): { scores: Float32Array[]; met: Uint32Array[] } => {
  const count = lengths.reduce((sum, { length }) => sum + length, 0);
  const words = lengths.reduce((sum, each) => sum + each.reduce((a, b) => a + b, 0), 0);
  const average = words / Math.max(1, count);
  const scores = lengths.map(({ length }) => new Float32Array(length));
  const met = lengths.map(({ length }) => new Uint32Array(length));
  const add = (group: number, segment: number, { items, counts }: Postings, worth: number) => {
    const [score, mask, length, may] = [scores[segment]!, met[segment]!, lengths[segment]!, allowed[segment]!];
    for (let i = 0; i < items.length; i++) {
      const item = items[i]!;
      if (!may[item]) continue;
      const times = counts[i]!;
      score[item]! += (worth * times * (K1 + 1)) / (times + K1 * (1 - B + (B * length[item]!) / average));
      mask[item]! |= 1 << group;
    }
  };
  for (const [group, alternatives] of groups.entries()) {
    for (const lists of alternatives) {
      const holding = lists.reduce((sum, { items }) => sum + items.length, 0);
      const worth = Math.log(1 + (count - holding + 0.5) / (holding + 0.5));
      for (const [segment, postings] of lists.entries()) add(group, segment, postings, worth);
    }
  }
  return { scores, met };
};

/** Returns how many items have such a mask, and the best of them in order. */
const bestOf = (
  scores: readonly Float32Array[],
  met: readonly Uint32Array[],
  isMet: (mask: number) => boolean,
): { count: number; best: (IndexPosition & { score: number })[] } => {
  let count = 0;
  for (const masks of met) for (const mask of masks) if (isMet(mask)) count++;
  let least = 0;
  if (count > MOST_HITS) {
    const all = new Float32Array(count);
    let next = 0;
    for (const [segment, masks] of met.entries()) {
      for (let item = 0; item < masks.length; item++) if (isMet(masks[item]!)) all[next++] = scores[segment]![item]!;
    }
    least = all.sort()[count - MOST_HITS]!;
  }
  const best: (IndexPosition & { score: number })[] = [];
  for (const [segment, masks] of met.entries()) {
    for (let item = 0; item < masks.length; item++) {
      const score = scores[segment]![item]!;
      if (isMet(masks[item]!) && score >= least) best.push({ segment, item, score });
    }
  }
  best.sort((a, b) => b.score - a.score || a.segment - b.segment || a.item - b.item);
  return { count, best: best.slice(0, MOST_HITS) };
};

/** Opens segments together, oldest first. @throws Error if one is missing */
export const openSegments = async (
  store: SegmentStore,
  folder: string,
  refs: readonly SegmentRef[],
): Promise<{ index: OpenedIndex; heads: SegmentHead[] }> => {
  const heads = await Promise.all(refs.map((ref) => store.head(folder, ref)));
  return {
    index: new OpenedIndex(
      store,
      folder,
      refs.map((ref, i) => ({ ref, head: heads[i]! })),
    ),
    heads,
  };
};
