import { Bytes } from './bytes.ts';
import { positionsAt, readPostings, writePostings } from './postings.ts';
import type { Content } from './segment.ts';

/** What of a segment stands: its number among all that do, or -1. */
interface Standing {
  rows: Int32Array;
  pieces: Int32Array;
}

/**
 * Makes one segment of several, the older ones first: of each record what the newest one says of its rows and of its
 * pieces. @param isOldest no segment is older than these, so that nothing has to be said of records that are gone
 */
export const mergeContents = (contents: readonly Content[], isOldest: boolean): Content => {
  const dimensions = Math.max(...contents.map((content) => content.dimensions));
  const merged: Content = {
    ...{ dimensions, owners: [], rows: [], listed: [], bodies: [], rowLengths: [], pieceLengths: [] },
    ...{ texts: [], vectors: [], terms: [], postings: new Uint8Array(), postingsAt: new Uint32Array() },
  };
  // Which segment tells the rows, and which the pieces, of each record.
  const [rowsIn, piecesIn] = [new Map<string, number>(), new Map<string, number>()];
  for (const [i, { owners }] of contents.entries()) {
    for (const { owner, version, pieces } of owners) {
      rowsIn.set(owner, i);
      if (pieces !== undefined || version === '') piecesIn.set(owner, i);
    }
  }
  const standing = contents.map(
    ({ rows, texts }): Standing => ({
      rows: new Int32Array(rows.length).fill(-1),
      pieces: new Int32Array(texts.length).fill(-1),
    }),
  );
  // Segment by segment, so that the numbers within each ascend. A record stands where its pieces do, or else its rows.
  const ownersAt = contents.map(({ owners }) => {
    let [row, piece] = [0, 0];
    return owners.map((owner) => {
      const place = { owner, row, piece };
      row += owner.rows;
      piece += owner.pieces ?? 0;
      return place;
    });
  });
  const rowsOfOwner = new Map<
    string,
    { content: number; row: number; count: number; version: string; chunked: string }
  >();
  for (const [i, places] of ownersAt.entries()) {
    for (const { owner, row } of places) {
      if (rowsIn.get(owner.owner) !== i) continue;
      const { version, chunked, rows: count } = owner;
      rowsOfOwner.set(owner.owner, { content: i, row, count, version, chunked });
    }
  }
  for (const [i, places] of ownersAt.entries()) {
    for (const { owner, piece } of places) {
      const { owner: name } = owner;
      const home = piecesIn.get(name) ?? rowsIn.get(name);
      if (home !== i) continue;
      const { content, row, count, version, chunked } = rowsOfOwner.get(name)!;
      if (version === '' && isOldest) continue;
      const hasPieces = piecesIn.has(name);
      const pieces = hasPieces && version !== '' ? (owner.pieces ?? 0) : 0;
      const tells = hasPieces || isOldest;
      merged.owners.push({ owner: name, version, chunked, rows: count, pieces: tells ? pieces : undefined });
      const from = contents[content]!;
      for (let at = row; at < row + count; at++) {
        standing[content]!.rows[at] = merged.rows.length;
        merged.rows.push(from.rows[at]!);
        merged.listed.push(from.listed[at]!);
        merged.bodies.push(from.bodies[at]!);
        merged.rowLengths.push(from.rowLengths[at]!);
      }
      for (let at = piece; at < piece + pieces; at++) {
        standing[i]!.pieces[at] = merged.texts.length;
        merged.texts.push(contents[i]!.texts[at]!);
        merged.vectors.push(contents[i]!.vectors[at]);
        merged.pieceLengths.push(contents[i]!.pieceLengths[at]!);
      }
    }
  }
  return { ...merged, ...mergePostings(contents, standing) };
};

/** The terms of all that stands, with the lists of each. */
const mergePostings = (
  contents: readonly Content[],
  standing: readonly Standing[],
): Pick<Content, 'terms' | 'postings' | 'postingsAt'> => {
  const next = contents.map(() => 0);
  const terms: string[] = [];
  const postings = new Bytes(1 << 16);
  const at: number[] = [0];
  const listOf = (i: number, list: number, numbers: Int32Array) => {
    const { postings: bytes, postingsAt } = contents[i]!;
    const found = readPostings(bytes.subarray(postingsAt[list], postingsAt[list + 1]));
    const entries: { item: number; positions: number[] }[] = [];
    for (let k = 0; k < found.items.length; k++) {
      const item = numbers[found.items[k]!]!;
      if (item >= 0) entries.push({ item, positions: positionsAt(found, k) });
    }
    return entries;
  };
  const inOrder = (entries: { item: number; positions: number[] }[]) => entries.sort((a, b) => a.item - b.item);
  for (;;) {
    let term: string | undefined;
    for (const [i, { terms }] of contents.entries()) {
      const one = terms[next[i]!];
      if (one !== undefined && (term === undefined || one < term)) term = one;
    }
    if (term === undefined) break;
    const [rows, pieces]: ReturnType<typeof listOf>[] = [[], []];
    for (const [i, { terms }] of contents.entries()) {
      if (terms[next[i]!] !== term) continue;
      for (const entry of listOf(i, 2 * next[i]!, standing[i]!.rows)) rows!.push(entry);
      for (const entry of listOf(i, 2 * next[i]! + 1, standing[i]!.pieces)) pieces!.push(entry);
      next[i]!++;
    }
    if (rows!.length === 0 && pieces!.length === 0) continue;
    terms.push(term);
    writePostings(postings, inOrder(rows!));
    at.push(postings.length);
    writePostings(postings, inOrder(pieces!));
    at.push(postings.length);
  }
  return { terms, postings: postings.view(), postingsAt: Uint32Array.from(at) };
};
