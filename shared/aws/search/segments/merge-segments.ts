import { Bytes } from './byte-buffers.ts';
import { positionsAt, readPostings, writePostings } from './postings.ts';
import type { Owner, SegmentContent } from './segment.ts';

/** The new index of each valid row and piece of a segment; -1 for those that are superseded. */
interface Validity {
  rows: Int32Array;
  pieces: Int32Array;
}

/** The entry of a record in a segment, and where its rows and its pieces begin there. */
interface Place {
  content: number;
  owner: Owner;
  row: number;
  piece: number;
}

/** Returns the entries of all segments, oldest segment first, in the order of the segment. */
const placesOf = (contents: readonly SegmentContent[]): Place[] =>
  contents.flatMap(({ owners }, content) => {
    let [row, piece] = [0, 0];
    return owners.map((owner) => {
      const place = { content, owner, row, piece };
      row += owner.rows;
      piece += owner.pieces ?? 0;
      return place;
    });
  });

/** Returns the newest entry of each record, and the newest one that states its pieces. */
const newestOf = (places: readonly Place[]) => {
  const [rows, pieces] = [new Map<string, Place>(), new Map<string, Place>()];
  for (const place of places) {
    const { owner, version, pieces: count } = place.owner;
    rows.set(owner, place);
    if (count !== undefined || version === '') pieces.set(owner, place);
  }
  return { rows, pieces };
};

/**
 * Merges several segments into one, oldest first: of each record, the newest rows and the newest pieces are kept.
 * @param isOldest true if no segment is older, so that deleted records need no entry
 */
export const mergeContents = (contents: readonly SegmentContent[], isOldest: boolean): SegmentContent => {
  const dimensions = Math.max(...contents.map((content) => content.dimensions));
  const merged: SegmentContent = {
    ...{ dimensions, owners: [], rows: [], listed: [], bodies: [], rowLengths: [], pieceLengths: [] },
    ...{ texts: [], vectors: [], terms: [], postings: new Uint8Array(), postingsAt: new Uint32Array() },
  };
  const validity = contents.map(
    ({ rows, texts }): Validity => ({
      rows: new Int32Array(rows.length).fill(-1),
      pieces: new Int32Array(texts.length).fill(-1),
    }),
  );
  const keepRows = (content: number, first: number, count: number) => {
    const { rows, listed, bodies, rowLengths } = contents[content]!;
    for (let at = first; at < first + count; at++) {
      validity[content]!.rows[at] = merged.rows.length;
      merged.rows.push(rows[at]!);
      merged.listed.push(listed[at]!);
      merged.bodies.push(bodies[at]!);
      merged.rowLengths.push(rowLengths[at]!);
    }
  };
  const keepPieces = (content: number, first: number, count: number) => {
    const { texts, vectors, pieceLengths } = contents[content]!;
    for (let at = first; at < first + count; at++) {
      validity[content]!.pieces[at] = merged.texts.length;
      merged.texts.push(texts[at]!);
      merged.vectors.push(vectors[at]);
      merged.pieceLengths.push(pieceLengths[at]!);
    }
  };
  const places = placesOf(contents);
  const newest = newestOf(places);
  // Segment by segment, so that indices within each ascend. A record is placed with its pieces, or else with its rows.
  for (const place of places) {
    const name = place.owner.owner;
    const rowsAt = newest.rows.get(name)!;
    const piecesAt = newest.pieces.get(name);
    const { version, chunked, rows } = rowsAt.owner;
    if ((piecesAt ?? rowsAt) !== place || (version === '' && isOldest)) continue;
    const pieces = piecesAt && version !== '' ? (place.owner.pieces ?? 0) : 0;
    merged.owners.push({ owner: name, version, chunked, rows, pieces: piecesAt || isOldest ? pieces : undefined });
    keepRows(rowsAt.content, rowsAt.row, rows);
    keepPieces(place.content, place.piece, pieces);
  }
  return { ...merged, ...mergePostings(contents, validity) };
};

/** An item of a postings list, and the positions of the term in it. */
interface Entry {
  item: number;
  positions: number[];
}

/** Returns the valid items of a postings list, by their new numbers. */
const entriesOf = ({ postings, postingsAt }: SegmentContent, list: number, numbers: Int32Array): Entry[] => {
  const found = readPostings(postings.subarray(postingsAt[list], postingsAt[list + 1]));
  const entries: Entry[] = [];
  for (let k = 0; k < found.items.length; k++) {
    const item = numbers[found.items[k]!]!;
    if (item >= 0) entries.push({ item, positions: positionsAt(found, k) });
  }
  return entries;
};

/** Returns the terms of all valid rows and pieces, with their postings. */
const mergePostings = (
  contents: readonly SegmentContent[],
  validity: readonly Validity[],
): Pick<SegmentContent, 'terms' | 'postings' | 'postingsAt'> => {
  const terms: string[] = [];
  const postings = new Bytes(1 << 16);
  const at: number[] = [0];
  const write = (entries: Entry[]) => {
    entries.sort((a, b) => a.item - b.item);
    writePostings(postings, entries);
    at.push(postings.length);
  };
  for (const { term, lists } of termsInOrder(contents)) {
    const rows = lists.flatMap(({ content, index }) =>
      entriesOf(contents[content]!, 2 * index, validity[content]!.rows),
    );
    const pieces = lists.flatMap(({ content, index }) =>
      entriesOf(contents[content]!, 2 * index + 1, validity[content]!.pieces),
    );
    if (rows.length === 0 && pieces.length === 0) continue;
    terms.push(term);
    write(rows);
    write(pieces);
  }
  return { terms, postings: postings.view(), postingsAt: Uint32Array.from(at) };
};

/** Yields the terms of all segments in ascending order, each with its index in the segments that have it. */
function* termsInOrder(
  contents: readonly SegmentContent[],
): Generator<{ term: string; lists: { content: number; index: number }[] }> {
  const next = contents.map(() => 0);
  for (;;) {
    const heads = contents.flatMap(({ terms }, content) => terms[next[content]!] ?? []);
    if (heads.length === 0) return;
    const term = heads.reduce((first, each) => (each < first ? each : first));
    const lists = contents.flatMap(({ terms }, content) =>
      terms[next[content]!] === term ? [{ content, index: next[content]!++ }] : [],
    );
    yield { term, lists };
  }
}
