import { expect, test } from 'vitest';
import { find } from '../../../shared/aws/search/find.ts';
import type { IndexTable } from '../../../shared/aws/search/lance.ts';
import type { View } from '../../../shared/aws/search/reader.ts';
import { type ChunkRow, type EntityRow, entityRowsOf } from '../../../shared/domain/search/rows.ts';
import { Vocabulary } from '../../../shared/domain/search/vocabulary.ts';
import type { TaskRecord } from '../../../shared/domain/tasks/task.ts';

const rowOf = (id: string, title: string, project_id = 'p1'): EntityRow =>
  entityRowsOf({
    kind: 'task',
    record: { id, title, project_id, description: null, assignee_email: null, status: 'open' } as unknown as TaskRecord,
  })[0]!;

/** A table of the index that answers those rows with those scores, whatever is asked. */
const tableOf = <R extends { key: string }>(found: readonly (readonly [R, number])[]): IndexTable<R> =>
  ({
    find: async () => found.map(([row, score]) => ({ row, score })),
    rows: async () => found.map(([row]) => row),
  }) as unknown as IndexTable<R>;

const viewOf = (
  indexed: readonly (readonly [EntityRow, number])[],
  changed: readonly EntityRow[] = [],
  words: readonly string[] = [],
): View => {
  const vocabulary = new Vocabulary();
  for (const word of words) vocabulary.add(word);
  const index = { entities: tableOf(indexed), chunks: tableOf<ChunkRow>([]) } as unknown as View['index'];
  return {
    ...{ index, vocabulary, entities: [...changed], chunks: [], entityClauses: [], chunkClauses: [], behind: 0 },
    ...{ state: undefined, stands: () => true },
  };
};
const question = { text: 'stair', floor: 0, projects: 'all', skip: 0, limit: 9 } as const;
const rows = [rowOf('a', 'Stair of steel'), rowOf('b', 'Rail of the long stair beside the wall')] as const;
const scoresOf = async (first: number, second: number) =>
  (
    await find(
      viewOf([
        [rows[0], first],
        [rows[1], second],
      ]),
      question,
    )
  ).items.map(({ id, score }) => [id, score]);

test('what counts of an engine’s scores is their share of the best, and answers have three digits', async () => {
  const scores = await scoresOf(12, 6);
  expect(scores.map(([id]) => id)).toEqual(['a', 'b']);
  expect(await scoresOf(0.12, 0.06)).toEqual(scores);
  expect(await scoresOf(12, 9)).not.toEqual(scores);
  for (const [, score] of scores) {
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThan(10);
    expect(Number((score as number).toFixed(3))).toBe(score);
  }
});

test('what changed since the index was written is found by the words that tell, and by no others', async () => {
  const changed = [rowOf('c', 'Stair of oak'), rowOf('d', 'Door of oak')];
  const found = async (text: string) =>
    (await find(viewOf([], changed), { ...question, text })).items.map(({ id }) => id);
  expect(await found('stair')).toEqual(['c']);
  expect((await found('oak')).sort()).toEqual(['c', 'd']);
  expect(await found('window')).toEqual([]);
});

test('a word that nobody wrote is put right by those that were found, and by nothing else', async () => {
  const asked = async (text: string) =>
    (await find(viewOf([[rows[0], 1]], [], ['stair', 'steel', 'star']), { ...question, text })).didYouMean;
  expect(await asked('steell stair')).toBe('steel stair');
  expect(await asked('steel stair')).toBeNull();
});
