import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { find } from '../../../shared/aws/search/find.ts';
import { listDocuments } from '../../../shared/aws/search/listed-documents.ts';
import type { IndexView } from '../../../shared/aws/search/reader.ts';
import type { Entry } from '../../../shared/aws/search/segments/draft.ts';
import type { SegmentRef } from '../../../shared/aws/search/segments/segment-store.ts';
import { suggest } from '../../../shared/aws/search/suggest-names.ts';
import { type ChunkRow, chunkRowsOf, type EntityRow, entityRowsOf } from '../../../shared/domain/search/rows.ts';
import type { Sheet } from '../../../shared/domain/sheets/sheet.ts';
import { embed } from '../../../shared/domain/text/index.ts';
import { recordOf } from '../../operations/support/register-world.ts';
import { addEntries, entryOf, memoryBlobs, viewOf } from '../../support/made-segments.ts';

/** Two projects of one organization; a viewer sees the first. Their words are similar, so that typing errors match. */
const COMMON = ['floor', 'plan', 'section', 'concrete', 'S-101', 'A-2', 'ASTM', '03 30 00'];
const OWN = { seen: ['harbour', 'quays', 'mooring', 'S-777'], hidden: ['harbours7', 'quaysa', 'moorings', 'Q-777'] };
type Project = keyof typeof OWN;
const DIMENSIONS = 32;

const sheet = (sheet_number: string, title: string): Sheet => ({
  ...{ page: 1, sheet_number, title, revision: null, date: null, scale: null, sheet_references: [] },
  confidence: { sheet_number: 1, title: 1, revision: 0, date: 0, scale: 0 },
});
const rowsOf = (project: Project) => {
  const words = [...COMMON, ...OWN[project]];
  const entities: EntityRow[] = [];
  const chunks: ChunkRow[] = [];
  const entries: Entry[] = [];
  for (let i = 0; i < 24; i++) {
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, k) => words[(i * 5 + from + k * 3) % words.length]).join(' ');
    const given = { document_id: `${project}-${i}`, revision_root: `${project}-${i}`, project_id: project };
    const text = `${some(2, 9)} ${project}text`;
    const record = recordOf(i, { ...given, title: some(0, 3), description: some(1, 2), chunks_count: 1 });
    const searched = { kind: 'document' as const, record: { ...record, sheets: [sheet(words[i % 4]!, some(4, 2))] } };
    entities.push(...entityRowsOf(searched));
    chunks.push(...chunkRowsOf(record, [{ index: 0, pages: [], text }]));
    entries.push(entryOf(searched, [{ text, vector: embed(text, DIMENSIONS) }]));
  }
  return { entities, chunks, entries };
};

/** The rows in recent changes only, and in an index of three segments. */
const views: IndexView[] = [];
beforeAll(async () => {
  const all = [rowsOf('seen'), rowsOf('hidden')];
  const [entities, chunks] = [all.flatMap((rows) => rows.entities), all.flatMap((rows) => rows.chunks)];
  views.push(await viewOf(undefined, { entities, chunks }));
  const place = memoryBlobs();
  const segments: SegmentRef[] = [];
  const entries = all.flatMap((rows) => rows.entries);
  for (let i = 0; i < 3; i++) {
    const some = entries.filter((_, at) => at % 3 === i);
    segments.push(...(await addEntries(place, 'index', [], some, DIMENSIONS)));
  }
  views.push(await viewOf({ store: place.store, folder: 'index', segments, model: 'm' }));
});

const word = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...COMMON, ...OWN.seen, ...OWN.hidden, 'hiddentext', 'hidden', 'harbor', 'moring'),
  },
  { weight: 1, arbitrary: fc.constantFrom("'", "' OR 1=1 --", '"', '%', '*', ') OR (project_id', 'project_id:hidden') },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
);
const cut = fc.tuple(word, fc.nat(8)).map(([text, at]) => (at === 0 ? text : text.slice(0, at) + text.slice(at + 1)));
const question = fc
  .tuple(fc.array(fc.oneof(word, cut), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([words, isPhrase]) => (isPhrase ? `"${words.join(' ')}"` : words.join(' ')));
const filters = fc.record(
  {
    types: fc.subarray(['document', 'sheet', 'task', 'project'] as const, { minLength: 1 }),
    documentTypes: fc.constantFrom(['DRAWING'], ['SPECIFICATION']),
    isLatest: fc.boolean(),
    asOf: fc.constantFrom('2999-01-01T00:00:00.000Z', '2000-01-01T00:00:00.000Z'),
    mode: fc.constantFrom('fused' as const, 'lexical' as const, 'vectors' as const),
  },
  { requiredKeys: [] },
);

/** Every answer is from the one project, and reveals nothing of the other but the query's own words. */
const tellsNothing = (answer: unknown, asked: string): void => {
  const told = JSON.stringify(answer).toLowerCase();
  for (const [, of] of told.matchAll(/"(?:project_id|id)":"(\w+)/g)) expect(of).toBe('seen');
  for (const secret of ['hidden', ...OWN.hidden]) {
    if (!asked.toLowerCase().includes(secret.toLowerCase())) expect(told).not.toContain(secret.toLowerCase());
  }
};

/** Many more with FUZZ_RUNS; querying an index takes longer than rows in memory. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 40);

test.each([
  ['what changed', 0, RUNS * 100],
  ['an index', 1, RUNS * 8],
])('a viewer of one project finds nothing of another in %s', async (_, which, numRuns) => {
  let found = 0;
  const asked = fc.record({ question, filters, limit: fc.integer({ min: 1, max: 30 }), kind: fc.nat(5) });
  await fc.assert(
    fc.asyncProperty(asked, async ({ question: text, filters, limit, kind }) => {
      const view = views[which]!;
      const projects = new Set(['seen']);
      if (kind === 0) return tellsNothing(await suggest(view, { text, projects, limit }), text);
      if (kind === 1 && view.index) {
        const listed = {
          text: text.toLowerCase(),
          projects,
          limit,
          skip: 0,
          sortBy: 'title',
          sortOrder: 'asc',
        } as const;
        return tellsNothing(await listDocuments(view, listed), text);
      }
      const vector = { model: 'm', values: embed(text, DIMENSIONS) };
      const answer = await find(view, { ...filters, text, vector, floor: 0.05, projects, skip: 0, limit });
      found += answer.items.length;
      tellsNothing(answer, text);
    }),
    // The examples run first and find enough, whatever the random questions find.
    { numRuns, examples: COMMON.map((text) => [{ question: text, filters: {}, limit: 30, kind: 2 }]) },
  );
  expect(found).toBeGreaterThan(numRuns / 4);
});
