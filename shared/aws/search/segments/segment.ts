import type { EntityRow } from '../../../domain/search/rows.ts';
import { pack, unpack } from '../packed.ts';
import { Bytes } from './byte-buffers.ts';
import { type Clusters, clusterVectors } from './clusters.ts';

/** Columns by which only lists of documents are filtered and sorted, in a section of their own. */
export const LISTED = [
  ...(['searched', 'described', 'filename', 'file_size', 'uploaded_at', 'updated_at', 'category'] as const),
  ...(['uploaded_by', 'processing_status'] as const),
] as const;
export type Listed = Pick<EntityRow, (typeof LISTED)[number]>;

/** Columns that searches filter by and display. */
export const CORE = [
  ...(['key', 'type', 'id', 'project_id', 'title', 'heading', 'reference', 'document_type', 'discipline'] as const),
  ...(['status', 'is_latest', 'page', 'created_at', 'revision_root'] as const),
] as const;
export type CoreRow = Pick<EntityRow, (typeof CORE)[number]>;

type Columns<R> = { [C in keyof R]: R[C][] };

/** The contents of a segment for one record. Rows and pieces are stored in the order of the owners. */
export interface Owner {
  /** `ownerOf` */
  owner: string;
  /** The version of the record; empty if it is deleted. */
  version: string;
  /** Identifies the content that its pieces were made from. */
  chunked: string;
  rows: number;
  /** Undefined if the pieces of an older segment remain valid. */
  pieces: number | undefined;
}

/** A segment before it is written, and while it is merged. */
export interface SegmentContent {
  dimensions: number;
  owners: Owner[];
  rows: CoreRow[];
  listed: Listed[];
  /** The body of each row. */
  bodies: string[];
  /** The number of words of each row and piece. */
  rowLengths: number[];
  pieceLengths: number[];
  /** For each piece: its pages as JSON, a line break, and its text. */
  texts: string[];
  /** For each piece; undefined if it has none. */
  vectors: (Int8Array | undefined)[];
  /** Ascending. */
  terms: string[];
  /** The postings of rows and of pieces of each term, concatenated; `postingsAt` has their `2n + 1` boundaries. */
  postings: Uint8Array;
  postingsAt: Uint32Array;
}

/** A byte range of the object: from, to. */
type Section = readonly [from: number, to: number];

/** The content of the head. */
interface Head {
  dimensions: number;
  owners: string[];
  versions: string[];
  chunked: string[];
  /** The numbers of rows and of pieces of each owner; `KEPT` if older pieces remain valid. */
  rowCounts: Uint32Array;
  pieceCounts: Uint32Array;
  rows: Columns<CoreRow>;
  rowLengths: Uint32Array;
  pieceLengths: Uint32Array;
  terms: string[];
  postingsAt: Uint32Array;
  /** The first text of each block and the block's offset in the text section; bodies of rows come first. */
  blockFirst: Uint32Array;
  blockAt: Uint32Array;
  /** The piece of each vector in the order of the section, the boundaries of the lists, and the lists' centres. */
  vectorPieces: Uint32Array;
  listStarts: Uint32Array;
  centres: Int8Array;
  sections: Record<'postings' | 'vectors' | 'texts' | 'listed', Section>;
}

const KEPT = 0xffff_ffff;
/** Characters per block of texts, which is compressed and read as a unit. */
const BLOCK = 24_000;

const columnsOf = <R extends object, C extends keyof R>(rows: readonly R[], names: readonly C[]) =>
  Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])])) as Columns<Pick<R, C>>;

const rowsOf = <R extends object>(columns: Columns<R>, count: number): R[] => {
  const entries = Object.entries(columns) as [string, unknown[]][];
  // Values repeat in most columns: share one string among them.
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

/** Returns a segment as bytes, and the offset of its head. */
export const encodeSegment = (content: SegmentContent): { bytes: Uint8Array; headAt: number } => {
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

/** Returns the boundaries of each owner's rows or pieces. */
const bordersOf = (counts: Uint32Array): Uint32Array => {
  const borders = new Uint32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) borders[i + 1] = borders[i]! + (counts[i] === KEPT ? 0 : counts[i]!);
  return borders;
};

/** Returns the owner of each row or piece. */
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
  /** The rows and pieces of the `i`-th owner extend from the `i`-th boundary to the next. */
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
    // The columns have been converted to rows.
    (head as Partial<Head>).rows = undefined as never;
  }

  /** Returns false if the pieces of an older segment remain valid. */
  hasOwnPieces(owner: number): boolean {
    return this.#head.pieceCounts[owner] !== KEPT;
  }

  /**
   * Returns the byte range of a term's postings: those of rows begin at the first boundary, those of pieces at the
   * second.
   */
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

  /** Returns the byte range of a list of vectors. */
  listRange(list: number): Section {
    const [from] = this.#head.sections.vectors;
    return [from + this.listStarts[list]! * this.dimensions, from + this.listStarts[list + 1]! * this.dimensions];
  }

  /** Returns the byte range of the block with a text, and the index of the text in it. */
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

  /** Returns all postings of a segment in memory, in the form of `Content`. */
  allPostings(bytes: Uint8Array): Pick<SegmentContent, 'postings' | 'postingsAt'> {
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

/** Returns the texts of a block. */
export const readSegmentBlock = (bytes: Uint8Array): string[] => unpack<string[]>(bytes);

/** Returns the list columns, row by row. */
export const readListed = (bytes: Uint8Array, count: number): Listed[] => rowsOf<Listed>(unpack(bytes), count);

/** Splits a text of `Content.texts` into pages and text. */
export const pieceText = (stored: string): { pages: string; text: string } => {
  const border = stored.indexOf('\n');
  return { pages: stored.slice(0, border), text: stored.slice(border + 1) };
};

/** Returns the contents of a segment in memory, for merging. */
export const contentOf = (head: SegmentHead, bytes: Uint8Array): SegmentContent => {
  const texts: string[] = [];
  for (let block = 0; block < head.blocks; block++)
    texts.push(...readSegmentBlock(bytes.subarray(...head.blockRange(block))));
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
      pieces: head.hasOwnPieces(i) ? head.pieceBorders[i + 1]! - head.pieceBorders[i]! : undefined,
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
