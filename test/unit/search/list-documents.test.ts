import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { listDocuments } from '../../../shared/aws/search/listed-documents.ts';
import type { IndexView } from '../../../shared/aws/search/reader.ts';
import type { Entry } from '../../../shared/aws/search/segments/draft.ts';
import type { EntityRow } from '../../../shared/domain/search/rows.ts';
import { entityRowsOf } from '../../../shared/domain/search/rows.ts';
import { recordOf } from '../../operations/support/register-world.ts';
import { addEntries, entryOf, memoryBlobs, viewOf } from '../../support/made-segments.ts';
import { line, query } from '../register/support/arbitrary.ts';
import { NaiveRegister } from '../register/support/naive-register.ts';

/** The same documents in an index and in a naive register; some of them only in recent changes. */
const PROJECTS = ['p1', 'p2', "p'3"];
const naive = new Map(PROJECTS.map((project) => [project, new NaiveRegister()]));
const changed: EntityRow[] = [];
let view: IndexView;

beforeAll(async () => {
  const place = memoryBlobs();
  const entries: Entry[] = [];
  for (const [i, one] of fc.sample(line, { numRuns: 300, seed: 7 }).entries()) {
    const project_id = PROJECTS[i % PROJECTS.length]!;
    const standing = {
      ...one,
      document_id: `doc-${i}`,
      filename: one.filename ?? 'x.pdf',
      file_size: one.file_size ?? 1,
    };
    naive.get(project_id)!.put({ ...standing, is_deleted: false, deleted_at: null });
    const { uploaded_by, deleted_at: _, ...given } = standing;
    const user = { _id: uploaded_by ?? 'none', name: null, email: null, company: null };
    const record = recordOf(i, { ...(given as object), project_id, uploaded_by: user, is_deleted: false });
    if (i % 10 === 0) changed.push(...entityRowsOf({ kind: 'document', record }));
    else entries.push(entryOf({ kind: 'document', record }));
  }
  const segments = await addEntries(place, 'index', [], entries, 4);
  view = await viewOf({ store: place.store, folder: 'index', segments, model: 'm' }, { entities: changed });
});

test('the index lists the documents of the visible projects like one register of them', async () => {
  const asked = fc.record({ seen: fc.subarray(PROJECTS), all: fc.boolean(), query });
  await fc.assert(
    fc.asyncProperty(asked, async ({ seen, all, query }) => {
      const { asOf: _, isDeleted: __, processingStatuses: ___, excludedProcessingStatuses: ____, ...rest } = query;
      const whole = new NaiveRegister();
      for (const [project, register] of naive) {
        if (all || seen.includes(project)) for (const one of register.lines.values()) whole.put(one);
      }
      const projects = all ? ('all' as const) : new Set(seen);
      expect(await listDocuments(view, { ...rest, projects })).toEqual(whole.page(rest).ids);
    }),
    { numRuns: 400 },
  );
});

test.each(["x' OR 'a'='a", '%', '_', '\\', "'; DROP TABLE entities; --", '\n'])(
  '%j is treated like any text',
  async (text) => {
    const request = { sortBy: 'title', sortOrder: 'asc', skip: 0, limit: 5, text, projects: 'all' } as const;
    const whole = new NaiveRegister();
    for (const register of naive.values()) for (const one of register.lines.values()) whole.put(one);
    expect(await listDocuments(view, request)).toEqual(whole.page(request).ids);
  },
);
