import type { EntityRow } from '../../../domain/search/rows.ts';
import { Bytes } from './byte-buffers.ts';
import { quantised } from './clusters.ts';
import { writePostings } from './postings.ts';
import { CORE, type CoreRow, LISTED, type Listed, type SegmentContent } from './segment.ts';

/** A piece of a document's text as it is indexed. */
interface Piece {
  /** `PageStarts` as JSON. */
  pages: string;
  text: string;
  words: string;
  vector: ArrayLike<number> | null;
}

/** The contents of the index for one record. */
export interface Entry {
  owner: string;
  /** Empty if the record is deleted. */
  version: string;
  chunked: string;
  rows: readonly EntityRow[];
  /** Undefined if the indexed pieces remain valid. */
  pieces: readonly Piece[] | undefined;
}

const picked = <R extends object, C extends keyof R>(row: R, names: readonly C[]): Pick<R, C> =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<R, C>;

type Entries = Map<string, { item: number; positions: number[] }[]>;

/** Adds the positions of each word to the entries, and returns the number of words. */
const noteWords = (entries: Entries, item: number, words: string): number => {
  const all = words.split(' ');
  for (const [position, word] of all.entries()) {
    if (word === '' || word === '|') continue;
    const list = entries.get(word) ?? [];
    if (list.length === 0) entries.set(word, list);
    const last = list.at(-1);
    if (last?.item === item) last.positions.push(position);
    else list.push({ item, positions: [position] });
  }
  return all.length;
};

/** Returns a segment of new entries, one for each record. */
export const draftOf = (given: readonly Entry[], dimensions: number): SegmentContent => {
  const [ofRows, ofPieces]: [Entries, Entries] = [new Map(), new Map()];
  const content: SegmentContent = {
    ...{ dimensions, owners: [], rows: [], listed: [], bodies: [], rowLengths: [], pieceLengths: [] },
    ...{ texts: [], vectors: [], terms: [], postings: new Uint8Array(), postingsAt: new Uint32Array() },
  };
  for (const { owner, version, chunked, rows, pieces } of given) {
    content.owners.push({ owner, version, chunked, rows: rows.length, pieces: pieces?.length });
    for (const row of rows) {
      content.rowLengths.push(noteWords(ofRows, content.rows.length, row.words));
      content.rows.push(picked(row, CORE) satisfies CoreRow);
      content.listed.push(picked(row, LISTED) satisfies Listed);
      content.bodies.push(row.body);
    }
    for (const { pages, text, words, vector } of pieces ?? []) {
      content.pieceLengths.push(noteWords(ofPieces, content.texts.length, words));
      content.texts.push(`${pages}\n${text}`);
      content.vectors.push(vector === null ? undefined : quantised(vector));
    }
  }
  content.terms = [...new Set([...ofRows.keys(), ...ofPieces.keys()])].sort();
  const postings = new Bytes(1 << 16);
  const at = new Uint32Array(2 * content.terms.length + 1);
  for (const [i, term] of content.terms.entries()) {
    writePostings(postings, ofRows.get(term) ?? []);
    at[2 * i + 1] = postings.length;
    writePostings(postings, ofPieces.get(term) ?? []);
    at[2 * i + 2] = postings.length;
  }
  return { ...content, postings: postings.view(), postingsAt: at };
};
