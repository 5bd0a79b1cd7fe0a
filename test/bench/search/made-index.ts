import type { Blobs } from '../../../shared/aws/search/blobs.ts';
import { folderOf } from '../../../shared/aws/search/folders.ts';
import type { Entry } from '../../../shared/aws/search/segments/draft.ts';
import type { SegmentRef, SegmentStore } from '../../../shared/aws/search/segments/segment-store.ts';
import { FORM } from '../../../shared/aws/search/state.ts';
import { embed } from '../../../shared/domain/text/index.ts';
import { searchStateKey } from '../../../shared/table/keys.ts';
import { addEntries, entryOf } from '../../support/made-segments.ts';
import { documentOf } from './made.ts';

const DIMENSIONS = 512;
const DISTINCT = 40_000;
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');

/** Returns a unique word for each number; small numbers are frequent words. */
export const wordOf = (index: number): string => {
  let word = '';
  for (let left = index + 400; left > 0; left = Math.floor(left / SYLLABLES.length))
    word += SYLLABLES[left % SYLLABLES.length];
  return word;
};

/** Returns reproducible pseudo-random numbers in [0, 1). */
const numbers = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

/** Returns a text of about a paragraph: frequent words often, rare ones rarely, occasionally a code. */
const textOf = (random: () => number): string =>
  Array.from({ length: 60 }, () =>
    random() < 0.03 ? `S-${100 + Math.floor(random() * 9_900)}` : wordOf(Math.floor(DISTINCT * random() ** 3)),
  ).join(' ');

export interface MadeIndex {
  projects: number;
  documents: number;
  chunks: number;
}

/**
 * Writes an index of one organization of the requested size, without the table, and returns the item of its state.
 * Vectors are those of 2,000 texts, each slightly varied.
 */
export const writeMadeIndex = async (
  place: { blobs: Blobs; store: SegmentStore },
  organization: string,
  { projects, documents, chunks }: MadeIndex,
  say: (text: string) => void,
): Promise<Record<string, unknown>> => {
  const generation = 'made';
  const folder = folderOf(organization, generation);
  const random = numbers(7);
  const pool = Array.from({ length: 2_000 }, () => embed(textOf(random), DIMENSIONS));
  let segments: SegmentRef[] = [];
  let entries: Entry[] = [];
  let [waiting, written] = [0, 0];
  const flush = async () => {
    segments = await addEntries(place, folder, segments, entries, DIMENSIONS);
    written += waiting;
    [entries, waiting] = [[], 0];
    say(`${written.toLocaleString('en')} pieces`);
  };
  const [perProject, perDocument] = [Math.ceil(documents / projects), Math.ceil(chunks / documents)];
  for (let i = 0; i < documents; i++) {
    const record = documentOf(organization, Math.floor(i / perProject), i % perProject);
    const pieces = Array.from({ length: perDocument }, (_, at) => {
      const vector = pool[Math.floor(random() * pool.length)]!.map((value) => value + (random() - 0.5) * 0.02);
      return { text: textOf(random), pages: JSON.stringify([{ page: at + 1, from: 0 }]), vector };
    });
    entries.push(entryOf({ kind: 'document', record: { ...record, chunks_count: perDocument } }, pieces));
    waiting += perDocument;
    if (waiting >= 20_000) await flush();
  }
  if (waiting > 0) await flush();
  return {
    ...searchStateKey(organization),
    ...{ generation, segments, form: FORM, model: `feature-hashing/${DIMENSIONS}`, dimensions: DIMENSIONS },
    ...{ read_at: Date.now(), revision: 1, tended_at: Date.now(), asked: 0 },
  };
};
