import { Bytes } from './bytes.ts';
import { positionsAt, readPostings, writePostings } from './postings.ts';
import type { Content } from './segment.ts';

/** The new index of each valid row and piece of a segment; -1 for those that are superseded. */
interface Validity {
  rows: Int32Array;
  pieces: Int32Array;
}

/**
 * Merges several segments into one, oldest first: of each record, the newest rows and the newest pieces are kept.
 * @param isOldest true if no segment is older, so that deleted records need no entry
 */
export const mergeContents = (contents: readonly Content[], isOldest: boolean): Content => {
  const dimensions = Math.max(...contents.map((content) => content.dimensions));
  const merged: Content = {
    ...{ dimensions, owners: [], rows: [], listed: [], bodies: [], rowLengths: [], pieceLengths: [] },
    ...{ texts: [], vectors: [], terms: [], postings: new Uint8Array(), postingsAt: new Uint32Array() },
  };
  // The segment with the valid rows, and the one with the valid pieces, of each record.
  const [rowsIn, piecesIn] = [new Map<string, number>(), new Map<string, number>()];
  for (const [i, { owners }] of contents.entries()) {
    for (const { owner, version, pieces } of owners) {
      rowsIn.set(owner, i);
      if (pieces !== undefined || version === '') piecesIn.set(owner, i);
    }
  }
  const validity = contents.map(
    ({ rows, texts }): Validity => ({
      rows: new Int32Array(rows.length).fill(-1),
      pieces: new Int32Array(texts.length).fill(-1),
    }),
  );
  // Segment by segment, so that indices within each ascend. A record is placed with its pieces, or else with its rows.
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
      const hasPieceEntry = hasPieces || isOldest;
      merged.owners.push({ owner: name, version, chunked, rows: count, pieces: hasPieceEntry ? pieces : undefined });
      const from = contents[content]!;
      for (let at = row; at < row + count; at++) {
        validity[content]!.rows[at] = merged.rows.length;
        merged.rows.push(from.rows[at]!);
        merged.listed.push(from.listed[at]!);
        merged.bodies.push(from.bodies[at]!);
        merged.rowLengths.push(from.rowLengths[at]!);
      }
      for (let at = piece; at < piece + pieces; at++) {
        validity[i]!.pieces[at] = merged.texts.length;
        merged.texts.push(contents[i]!.texts[at]!);
        merged.vectors.push(contents[i]!.vectors[at]);
        merged.pieceLengths.push(contents[i]!.pieceLengths[at]!);
      }
    }
  }
  return { ...merged, ...mergePostings(contents, validity) };
};

/** Returns the terms of all valid rows and pieces, with their postings. */
const mergePostings = (
  contents: readonly Content[],
  validity: readonly Validity[],
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
      for (const entry of listOf(i, 2 * next[i]!, validity[i]!.rows)) rows!.push(entry);
      for (const entry of listOf(i, 2 * next[i]! + 1, validity[i]!.pieces)) pieces!.push(entry);
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
