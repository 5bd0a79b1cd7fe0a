import { expect, test } from 'vitest';
import { find } from '../../../shared/aws/search/find.ts';
import type { IndexView } from '../../../shared/aws/search/reader.ts';
import type { IndexPosition, OpenedIndex } from '../../../shared/aws/search/segments/opened.ts';
import { matchWords } from '../../../shared/domain/search/match-score.ts';
import type { Question } from '../../../shared/domain/search/question.ts';
import { type EntityRow, entityRowsOf } from '../../../shared/domain/search/rows.ts';
import { Vocabulary } from '../../../shared/domain/search/search-vocabulary.ts';
import type { TaskRecord } from '../../../shared/domain/tasks/task.ts';

const rowOf = (id: string, title: string, project_id = 'p1'): EntityRow =>
  entityRowsOf({
    kind: 'task',
    record: { id, title, project_id, description: null, assignee_email: null, status: 'open' } as unknown as TaskRecord,
  })[0]!;

/** An index that finds those rows with those scores for any query. */
const indexOf = (found: readonly (readonly [EntityRow, number])[]): OpenedIndex => {
  const best = Math.max(...found.map(([, score]) => score));
  const none = { hits: [], isCut: false, holding: () => 0 };
  return {
    look: async (question: Question) => ({
      pieces: none,
      rows: {
        isCut: false,
        hits: found.map(([row, score], item) => {
          return { segment: 0, item, bm25: score / best, match: matchWords(question, row.words) };
        }),
        holding: (term: string) => found.filter(([{ words }]) => words.split(' ').includes(term)).length,
      },
    }),
    rowAt: ({ item }: IndexPosition) => ({ row: found[item]![0], owner: found[item]![0].owner }),
    bodies: async (places: readonly IndexPosition[]) => places.map(({ item }) => found[item]![0].body),
  } as unknown as OpenedIndex;
};

const viewOf = (
  indexed: readonly (readonly [EntityRow, number])[],
  changed: readonly EntityRow[] = [],
  words: readonly string[] = [],
): IndexView => {
  const vocabulary = new Vocabulary();
  for (const word of words) vocabulary.add(word);
  return {
    ...{ index: indexOf(indexed), vocabulary, entities: [...changed], chunks: [], behind: 0, state: undefined },
    ...{ fresh: new Map(), hidden: { rows: new Set(), pieces: new Set(), projects: new Set() } },
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

test('scores of an engine count as fractions of its best score, and answers have three digits', async () => {
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

test('rows changed since the index was written are found by distinctive words only', async () => {
  const changed = [rowOf('c', 'Stair of oak'), rowOf('d', 'Door of oak')];
  const found = async (text: string) =>
    (await find(viewOf([], changed), { ...question, text })).items.map(({ id }) => id);
  expect(await found('stair')).toEqual(['c']);
  expect((await found('oak')).sort()).toEqual(['c', 'd']);
  expect(await found('window')).toEqual([]);
});

test('a word that occurs nowhere is corrected to words that were found, and to nothing else', async () => {
  const asked = async (text: string) =>
    (await find(viewOf([[rows[0], 1]], [], ['stair', 'steel', 'star']), { ...question, text })).didYouMean;
  expect(await asked('steell stair')).toBe('steel stair');
  expect(await asked('steel stair')).toBeNull();
});
