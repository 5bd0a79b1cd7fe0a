import type { EntityRow } from '../../../domain/search/rows.ts';
import { pack, unpack } from '../packed.ts';
import { Bytes } from './bytes.ts';
import { type Clusters, clusterVectors } from './clusters.ts';

/** Columns that lists of documents alone are filtered and sorted by: a section of their own. */
export const LISTED = [
  ...(['searched', 'described', 'filename', 'file_size', 'uploaded_at', 'updated_at', 'category'] as const),
  ...(['uploaded_by', 'processing_status'] as const),
] as const;
export type Listed = Pick<EntityRow, (typeof LISTED)[number]>;

/** Columns that searches filter by and show. */
export const CORE = [
  ...(['key', 'type', 'id', 'project_id', 'title', 'heading', 'reference', 'document_type', 'discipline'] as const),
  ...(['status', 'is_latest', 'page', 'created_at', 'revision_root'] as const),
] as const;
export type CoreRow = Pick<EntityRow, (typeof CORE)[number]>;

type Columns<R> = { [C in keyof R]: R[C][] };

/** What a segment says of a record. Its rows and pieces stand together, in the order of the owners. */
interface Owner {
  /** `ownerOf` */
  owner: string;
  /** The version of the record; empty where it is gone. */
  version: string;
  /** What its pieces were made of. */
  chunked: string;
  rows: number;
  /** Undefined where the pieces of an older segment stand. */
  pieces: number | undefined;
}

/** A segment before it is written, and as it is merged. */
export interface Content {
  dimensions: number;
  owners: Owner[];
  rows: CoreRow[];
  listed: Listed[];
  /** What else is said about each row. */
  bodies: string[];
  /** Words of each row and piece. */
  rowLengths: number[];
  pieceLengths: number[];
  /** Of each piece its pages as JSON, a line break, and its text. */
  texts: string[];
  /** Of each piece; undefined where it has none. */
  vectors: (Int8Array | undefined)[];
  /** Ascending. */
  terms: string[];
  /** The lists of rows and of pieces of each term, one after the other; `at` has their `2n + 1` borders. */
  postings: Uint8Array;
  postingsAt: Uint32Array;
}

/** Where a part of the object stands: from, to. */
type Section = readonly [from: number, to: number];

/** What the head holds. */
interface Head {
  dimensions: number;
  owners: string[];
  versions: string[];
  chunked: string[];
  /** Rows of each owner, and pieces, `KEPT` where older ones stand. */
  rowCounts: Uint32Array;
  pieceCounts: Uint32Array;
  rows: Columns<CoreRow>;
  rowLengths: Uint32Array;
  pieceLengths: Uint32Array;
  terms: string[];
  postingsAt: Uint32Array;
  /** The first text of each block and where it begins, in the section of texts; bodies of rows come first. */
  blockFirst: Uint32Array;
  blockAt: Uint32Array;
  /** The piece of each vector in the order of the section, the borders of the lists, and the lists' centres. */
  vectorPieces: Uint32Array;
  listStarts: Uint32Array;
  centres: Int8Array;
  sections: Record<'postings' | 'vectors' | 'texts' | 'listed', Section>;
}

const KEPT = 0xffff_ffff;
/** Characters of a block of texts: they are packed together and read together. */
const BLOCK = 24_000;

const columnsOf = <R extends object, C extends keyof R>(rows: readonly R[], names: readonly C[]) =>
  Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as Columns<Pick<R, C>>;

const rowsOf = <R extends object>(columns: Columns<R>, count: number): R[] => {
  const entries = Object.entries(columns) as [string, unknown[]][];
  // Values repeat in most columns: one string for all of them.
  const known = new Map<unknown, unknown>();
  const shared = (value: unknown) => {
    if (typeof value !== 'string') return value;
    if (!known.has(value)) known.set(value, value);
    return known.get(value);
  };
  return Array.from({ length: count }, (_, i) => {
    const row: Record<string, unknown> = {};
    for (const [name, values] of entries) row[name] = shared(values[i]);
    return row as R;
  });
};

/** A segment as bytes, and where its head begins. */
export const encodeSegment = (content: Content): { bytes: Uint8Array; headAt: number } => {
  const { dimensions, owners, bodies, texts, vectors } = content;
  const to = new Bytes(1 << 16);
  const section = (write: () => void): Section => {
    const from = to.length;
    write();
    return [from, to.length];
  };
  const blockFirst: number[] = [];
  const blockAt: number[] = [];
  const textsSection = section(() => {
    const from = to.length;
    const all = [...bodies, ...texts];
    for (let first = 0; first < all.length; ) {
      let end = first;
      for (let size = 0; end < all.length && size < BLOCK; end++) size += all[end]!.length;
      blockFirst.push(first);
      blockAt.push(to.length - from);
      to.add(pack(all.slice(first, end)));
      first = end;
    }
    blockFirst.push(all.length);
    blockAt.push(to.length - from);
  });
  const withVector = vectors.flatMap((vector, piece) => (vector ? [piece] : []));
  const flat = new Int8Array(withVector.length * dimensions);
  for (const [i, piece] of withVector.entries()) flat.set(vectors[piece]!, i * dimensions);
  const clusters: Clusters = clusterVectors(flat, dimensions);
  const vectorsSection = section(() => {
    for (const i of clusters.order) {
      to.add(new Uint8Array(flat.buffer, i * dimensions, dimensions));
    }
  });
  const postings = section(() => to.add(content.postings));
  const listed = section(() => to.add(pack(columnsOf(content.listed, LISTED))));
  const headAt = to.length;
  const head: Head = {
    dimensions,
    owners: owners.map(({ owner }) => owner),
    versions: owners.map(({ version }) => version),
    chunked: owners.map(({ chunked }) => chunked),
    rowCounts: Uint32Array.from(owners, ({ rows }) => rows),
    pieceCounts: Uint32Array.from(owners, ({ pieces }) => pieces ?? KEPT),
    rows: columnsOf(content.rows, CORE),
    rowLengths: Uint32Array.from(content.rowLengths),
    pieceLengths: Uint32Array.from(content.pieceLengths),
    terms: content.terms,
    postingsAt: content.postingsAt,
    blockFirst: Uint32Array.from(blockFirst),
    blockAt: Uint32Array.from(blockAt),
    vectorPieces: Uint32Array.from(clusters.order, (i) => withVector[i]!),
    listStarts: clusters.starts,
    centres: clusters.centres,
    sections: { postings, vectors: vectorsSection, texts: textsSection, listed },
  };
  to.add(pack(head));
  return { bytes: to.view(), headAt };
};

/** Pieces and rows of an owner: the borders in the lists of the segment. */
const bordersOf = (counts: Uint32Array): Uint32Array => {
  const borders = new Uint32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) borders[i + 1] = borders[i]! + (counts[i] === KEPT ? 0 : counts[i]!);
  return borders;
};

/** The owner of each row or piece. */
const ownersOf = (borders: Uint32Array): Uint32Array => {
  const owners = new Uint32Array(borders.at(-1) ?? 0);
  for (let owner = 0; owner + 1 < borders.length; owner++) owners.fill(owner, borders[owner], borders[owner + 1]);
  return owners;
};

/** The head of a segment in memory. */
export class SegmentHead {
  readonly dimensions: number;
  readonly owners: readonly string[];
  readonly versions: readonly string[];
  readonly chunked: readonly string[];
  /** Rows and pieces of the `i`-th owner stand from the `i`-th border to the next. */
  readonly rowBorders: Uint32Array;
  readonly pieceBorders: Uint32Array;
  readonly ownerOfRow: Uint32Array;
  readonly ownerOfPiece: Uint32Array;
  readonly rows: CoreRow[];
  readonly rowLengths: Uint32Array;
  readonly pieceLengths: Uint32Array;
  readonly terms: readonly string[];
  readonly vectorPieces: Uint32Array;
  readonly listStarts: Uint32Array;
  readonly centres: Int8Array;
  readonly #head: Head;

  constructor(packed: Uint8Array) {
    const head = unpack<Head>(packed);
    this.#head = head;
    this.dimensions = head.dimensions;
    this.owners = head.owners;
    this.versions = head.versions;
    this.chunked = head.chunked;
    this.rowBorders = bordersOf(head.rowCounts);
    this.pieceBorders = bordersOf(head.pieceCounts);
    this.ownerOfRow = ownersOf(this.rowBorders);
    this.ownerOfPiece = ownersOf(this.pieceBorders);
    this.rows = rowsOf<CoreRow>(head.rows, this.rowBorders.at(-1)!);
    this.rowLengths = head.rowLengths;
    this.pieceLengths = head.pieceLengths;
    this.terms = head.terms;
    this.vectorPieces = head.vectorPieces;
    this.listStarts = head.listStarts;
    this.centres = head.centres;
    // The columns are rows by now.
    (head as Partial<Head>).rows = undefined as never;
  }

  /** False where the pieces of an older segment stand. */
  tellsPieces(owner: number): boolean {
    return this.#head.pieceCounts[owner] !== KEPT;
  }

  /** Where the postings of a term stand in the object: rows' from the first border, pieces' from the second. */
  postingsOf(term: string): readonly [from: number, between: number, to: number] | undefined {
    const { terms } = this;
    let [low, high] = [0, terms.length - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (terms[middle] === term) {
        const [from] = this.#head.sections.postings;
        const at = this.#head.postingsAt;
        return [from + at[2 * middle]!, from + at[2 * middle + 1]!, from + at[2 * middle + 2]!];
      }
      if (terms[middle]! < term) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Where a list of vectors stands in the object. */
  listRange(list: number): Section {
    const [from] = this.#head.sections.vectors;
    return [from + this.listStarts[list]! * this.dimensions, from + this.listStarts[list + 1]! * this.dimensions];
  }

  /** Where the block of a text stands in the object, and which text of it that is. */
  textPlace(kind: 'body' | 'piece', item: number): { range: Section; index: number } {
    const { blockFirst, blockAt, sections } = this.#head;
    const text = kind === 'body' ? item : this.rows.length + item;
    let [low, high] = [0, blockFirst.length - 2];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (blockFirst[middle]! <= text) low = middle;
      else high = middle - 1;
    }
    const [from] = sections.texts;
    return { range: [from + blockAt[low]!, from + blockAt[low + 1]!], index: text - blockFirst[low]! };
  }

  get listedRange(): Section {
    return this.#head.sections.listed;
  }

  /** All postings of a segment in memory, as `Content` has them. */
  allPostings(bytes: Uint8Array): Pick<Content, 'postings' | 'postingsAt'> {
    const { sections, postingsAt } = this.#head;
    return { postings: bytes.subarray(...sections.postings), postingsAt };
  }

  get blocks(): number {
    return this.#head.blockFirst.length - 1;
  }

  blockRange(block: number): Section {
    const [from] = this.#head.sections.texts;
    return [from + this.#head.blockAt[block]!, from + this.#head.blockAt[block + 1]!];
  }
}

/** The texts of a block. */
export const readBlock = (bytes: Uint8Array): string[] => unpack<string[]>(bytes);

/** The columns of lists, row by row. */
export const readListed = (bytes: Uint8Array, count: number): Listed[] => rowsOf<Listed>(unpack(bytes), count);

/** A text of a piece, as `Content.texts` has it. */
export const pieceText = (stored: string): { pages: string; text: string } => {
  const border = stored.indexOf('\n');
  return { pages: stored.slice(0, border), text: stored.slice(border + 1) };
};

/** What a segment in memory holds, to be merged with others. */
export const contentOf = (head: SegmentHead, bytes: Uint8Array): Content => {
  const texts: string[] = [];
  for (let block = 0; block < head.blocks; block++) texts.push(...readBlock(bytes.subarray(...head.blockRange(block))));
  const { dimensions, rows, terms } = head;
  const vectors = new Array<Int8Array | undefined>(head.pieceLengths.length).fill(undefined);
  for (let list = 0; list + 1 < head.listStarts.length; list++) {
    const [from] = head.listRange(list);
    for (let i = head.listStarts[list]!; i < head.listStarts[list + 1]!; i++) {
      const at = bytes.byteOffset + from + (i - head.listStarts[list]!) * dimensions;
      vectors[head.vectorPieces[i]!] = new Int8Array(bytes.buffer, at, dimensions);
    }
  }
  const { postings, postingsAt } = head.allPostings(bytes);
  return {
    dimensions,
    owners: head.owners.map((owner, i) => ({
      owner,
      version: head.versions[i]!,
      chunked: head.chunked[i]!,
      rows: head.rowBorders[i + 1]! - head.rowBorders[i]!,
      pieces: head.tellsPieces(i) ? head.pieceBorders[i + 1]! - head.pieceBorders[i]! : undefined,
    })),
    rows,
    listed: readListed(bytes.subarray(...head.listedRange), rows.length),
    bodies: texts.slice(0, rows.length),
    texts: texts.slice(rows.length),
    rowLengths: [...head.rowLengths],
    pieceLengths: [...head.pieceLengths],
    vectors,
    terms: [...terms],
    postings,
    postingsAt,
  };
};
