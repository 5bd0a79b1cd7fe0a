import { folderOf } from '../../../shared/aws/search/folders.ts';
import { openForWriting } from '../../../shared/aws/search/lance-write.ts';
import { FORM } from '../../../shared/aws/search/state.ts';
import { type ChunkRow, chunkRowsOf, type EntityRow, entityRowsOf } from '../../../shared/domain/search/rows.ts';
import { embed } from '../../../shared/domain/text/index.ts';
import { searchStateKey } from '../../../shared/table/keys.ts';
import { documentOf } from './made.ts';

const DIMENSIONS = 512;
const DISTINCT = 40_000;
const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu'.split(' ');

/** A word of its own for each number; the small numbers are the frequent words. */
export const wordOf = (index: number): string => {
  let word = '';
  for (let left = index + 400; left > 0; left = Math.floor(left / SYLLABLES.length))
    word += SYLLABLES[left % SYLLABLES.length];
  return word;
};

/** Repeatable numbers from 0 to below 1. */
const numbers = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};

/** A text of about a page's paragraph: frequent words often, rare ones rarely, now and then a code. */
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
 * Writes an index of one organization as large as asked for, past the table, and answers the item of its state. Vectors
 * are those of 2,000 texts, each moved a little.
 */
export const writeMadeIndex = async (
  root: string,
  organization: string,
  { projects, documents, chunks }: MadeIndex,
  say: (text: string) => void,
): Promise<Record<string, unknown>> => {
  const generation = 'made';
  const index = await openForWriting(folderOf(root, organization, generation), DIMENSIONS);
  const random = numbers(7);
  const pool = Array.from({ length: 2_000 }, () => embed(textOf(random), DIMENSIONS));
  const words = new Set<string>();
  const note = (rows: readonly { words: string }[]) => {
    for (const row of rows) for (const word of row.words.split(' ')) words.add(word);
  };
  let [entities, pieces]: [EntityRow[], ChunkRow[]] = [[], []];
  let written = 0;
  const flush = async () => {
    note(entities);
    note(pieces);
    await index.chunks.add(pieces);
    await index.entities.add(entities);
    written += pieces.length;
    [entities, pieces] = [[], []];
    say(`${written.toLocaleString('en')} pieces`);
  };
  const [perProject, perDocument] = [Math.ceil(documents / projects), Math.ceil(chunks / documents)];
  for (let i = 0; i < documents; i++) {
    const record = documentOf(organization, Math.floor(i / perProject), i % perProject);
    entities.push(...entityRowsOf({ kind: 'document', record: { ...record, chunks_count: perDocument } }));
    const cut = Array.from({ length: perDocument }, (_, at) => {
      const vector = pool[Math.floor(random() * pool.length)]!.map((value) => value + (random() - 0.5) * 0.02);
      return { index: at, text: textOf(random), pages: [{ page: at + 1, from: 0 }], vector };
    });
    pieces.push(...chunkRowsOf(record, cut));
    if (pieces.length >= 50_000) await flush();
  }
  await flush();
  words.delete('');
  await index.words.addMissing([...words].map((key) => ({ key, batch: 0 })));
  say('written; now its indexes');
  for (const part of [index.entities, index.chunks, index.words]) await part.compact();
  index.close();
  return {
    ...searchStateKey(organization),
    ...{ generation, form: FORM, model: `feature-hashing/${DIMENSIONS}`, dimensions: DIMENSIONS, read_at: Date.now() },
    ...{ revision: 1, compacted: 1, asked: 0 },
  };
};
