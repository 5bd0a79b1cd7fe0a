import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adapter } from '../../../shared/aws/adapters/search.read.ts';
import { tableOf } from '../../../shared/aws/clients/table.ts';
import { RecentChanges } from '../../../shared/aws/search/overlay.ts';
import { IndexReader, type IndexView } from '../../../shared/aws/search/reader.ts';
import { searchChange } from '../../../shared/aws/search/search-changes.ts';
import { Vocabulary } from '../../../shared/domain/search/search-vocabulary.ts';
import { parseEnvironment } from '../../../shared/environment.ts';
import { queueVariable } from '../../../shared/queue/queues.ts';
import { EXPIRES, SEARCH_CHANGES_KEPT_SECONDS } from '../../../shared/table/definition.ts';
import { searchChangeSort } from '../../../shared/table/keys.ts';
import { mockClient } from '../../support/mock-client.ts';

Object.assign(process.env, { AWS_REGION: 'eu-central-1', LOG_LEVEL: 'silent' });
const environment = parseEnvironment({
  TABLE_NAME: 'records',
  FILES_BUCKET: 'files',
  [queueVariable('search')]: 'https://sqs.eu-central-1.amazonaws.com/1/search',
});
const dynamo = mockClient(DynamoDBDocumentClient);
const sqs = mockClient(SQSClient);
beforeEach(() => {
  dynamo.reset();
  sqs.reset();
  sqs.on(SendMessageCommand).resolves({});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const viewOf = (more: Pick<Partial<IndexView>, 'behind' | 'state'>): IndexView => ({
  ...{ index: undefined, vocabulary: new Vocabulary(), entities: [], chunks: [], fresh: new Map(), behind: 0 },
  hidden: { rows: new Set(), pieces: new Set(), projects: new Set() },
  state: { model: 'm' } as IndexView['state'],
  ...more,
});
const question = { text: 'stairs', floor: 0, projects: 'all', skip: 0, limit: 1 } as const;
/** Organizations whose index was requested. */
const asked = () => sqs.commandCalls(SendMessageCommand).map(({ args }) => args[0].input.MessageGroupId);

test.each<[string, Pick<Partial<IndexView>, 'behind' | 'state'>, string | undefined, number]>([
  ['that holds all', {}, 'm', 0],
  ['that is a little behind', { behind: 20_000 }, 'm', 0],
  ['that stays behind', { behind: 20_001 }, 'm', 1],
  ['that is missing', { state: undefined }, undefined, 1],
  ['of another model', {}, 'n', 1],
  ['where words alone are asked for', {}, undefined, 0],
])('how often an index %s is requested', async (_name, view, model, count) => {
  vi.spyOn(IndexReader.prototype, 'view').mockResolvedValue(viewOf(view));
  const search = adapter(environment);
  await search.find('o1', { ...question, vector: model ? { model, values: [1] } : undefined });
  expect(asked()).toHaveLength(count);
});

test('an index is requested again after a while, and a failure of that does not affect the search', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-12T19:00:00Z') });
  vi.spyOn(IndexReader.prototype, 'view').mockResolvedValue(viewOf({ state: undefined }));
  sqs.on(SendMessageCommand).rejectsOnce(new Error('down')).resolves({});
  const search = adapter(environment);
  for (const [organization, passed] of [
    ['o1', 0],
    ['o1', 19_999],
    ['o2', 0],
    ['o1', 1],
    ['o1', 0],
  ] as const) {
    vi.setSystemTime(Date.now() + passed);
    expect(await search.suggest(organization, { text: 'st', projects: 'all', limit: 1 })).toBeDefined();
  }
  expect(asked()).toEqual(['o1', 'o2', 'o1']);
});

test('an index rebuilt meanwhile is reopened, once', async () => {
  const view = vi.spyOn(IndexReader.prototype, 'view');
  const forget = vi.spyOn(IndexReader.prototype, 'forget');
  const search = adapter(environment);
  view.mockRejectedValueOnce(new Error('gone')).mockResolvedValue(viewOf({}));
  expect(await search.find('o1', question)).toMatchObject({ total: 0 });
  expect([view.mock.calls.length, forget.mock.calls]).toEqual([2, [['o1']]]);
  view.mockReset().mockRejectedValue(new Error('gone for good'));
  await expect(search.find('o1', question)).rejects.toThrow('gone for good');
  expect(view).toHaveBeenCalledTimes(2);
});

test('searches at the same time share a view that none of them began before', async () => {
  dynamo.on(GetCommand).resolves({});
  dynamo.on(QueryCommand).resolves({ Items: [] });
  const search = adapter(environment);
  const ask = (organization: string) => search.find(organization, question);
  await Promise.all([ask('o'), ask('o'), ask('o'), ask('p')]);
  expect(dynamo.commandCalls(GetCommand)).toHaveLength(2);
  const first = ask('o');
  await Promise.resolve();
  // Begins after the read of the first search.
  await Promise.all([first, ask('o')]);
  expect(dynamo.commandCalls(GetCommand)).toHaveLength(4);
});

test('changed records are read once while their organization is among the last two hundred', async () => {
  const sk = searchChangeSort(new Date(), 'project', 'p1', 'u');
  dynamo.on(QueryCommand).resolves({ Items: [{ sk }] });
  dynamo.on(BatchGetCommand).resolves({});
  const changes = new RecentChanges(tableOf(environment));
  /** Counts reads of records. */
  const reads = async (organization: string) => {
    const before = dynamo.commandCalls(BatchGetCommand).length;
    const records = await changes.read(organization, Date.now());
    expect([...records.keys()]).toEqual(['project:p1']);
    return dynamo.commandCalls(BatchGetCommand).length - before;
  };
  const first = await reads('o');
  expect(first).toBeGreaterThan(0);
  for (let i = 1; i < 200; i++) await reads(`o${i}`);
  expect(await reads('o')).toBe(0);
  for (let i = 1; i <= 200; i++) await reads(`o${i}`);
  expect(await reads('o')).toBe(first);
});

test('changes are read from the time of the index, less the overlap, and from the beginning without an index', async () => {
  dynamo.on(QueryCommand).resolves({ Items: [] });
  const changes = new RecentChanges(tableOf(environment));
  const now = Date.parse('2026-03-12T19:00:00Z');
  vi.useFakeTimers({ toFake: ['Date'], now });
  await changes.read('o', now);
  await changes.read('o', undefined);
  const [from, fromOldest] = dynamo
    .commandCalls(QueryCommand)
    .map(({ args }) => Object.values(args[0].input.ExpressionAttributeValues ?? {}).at(-1));
  expect(from).toBe('2026-03-12T18:58:00.000Z');
  expect(Date.parse(fromOldest)).toBe(now - SEARCH_CHANGES_KEPT_SECONDS * 1000);
});

test('memory for changes is released as soon as no search is running', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_500 });
  const { Put } = searchChange(tableOf(environment), 'o', 'project', 'p1');
  expect(Put?.Item?.[EXPIRES]).toBe(1_000_001 + SEARCH_CHANGES_KEPT_SECONDS);
});
