import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sheetKey } from '../../../shared/domain/sheets/citations.ts';
import { inIssueOrder, issueTime } from '../../../shared/domain/sheets/issue-order.ts';
import { type Corrections, UNCORRECTED } from '../../../shared/domain/sheets/sheet-correction.ts';
import { SheetIndex } from '../../../shared/domain/sheets/sheet-index.ts';
import { readSheetLines, type SheetLine, writeSheetLines } from '../../../shared/domain/sheets/sheet-lines.ts';
import {
  filterSheets,
  PROPOSED_BELOW,
  registerSheets,
  type SheetHolder,
  SheetRegister,
} from '../../../shared/domain/sheets/sheet-register.ts';
import { supersededPages } from '../../../shared/domain/sheets/superseded.ts';

const sheet = (page: number, sheet_number: string | null, more: Partial<SheetLine> = {}) => ({
  ...{ page, sheet_number, title: null, revision: null, date: null, scale: null },
  confidence: { sheet_number: 0.914, title: 0, revision: 0, date: 0, scale: 0 },
  ...(more as object),
});
const holder = (document_id: string, created_at: string, ...sheets: ReturnType<typeof sheet>[]): SheetHolder => ({
  ...{ document_id, created_at },
  sheets: readSheetLines(writeSheetLines(sheets) as string),
});

test('sheets without a number are not stored, and a discipline is derived from the number', () => {
  const text = writeSheetLines([sheet(1, null), sheet(2, 'S-201'), sheet(3, 'A-101', { title: 'PLAN' })]) as string;
  expect(readSheetLines(text)).toMatchObject([
    { page: 2, sheet_number: 'S-201', discipline: 'structural', confidence: 0.91 },
    { page: 3, sheet_number: 'A-101', title: 'PLAN', discipline: 'architectural' },
  ]);
  expect(writeSheetLines([sheet(1, null)])).toBeNull();
});

test.each([
  ['2026-05-04', '2026-05-04'],
  ['2026/5/4', '2026-05-04'],
  ['04.05.2026', '2026-05-04'],
  ['4.5.26', '2026-05-04'],
  ['05/24/2026', '2026-05-24'],
  ['24/05/2026', '2026-05-24'],
  ['4 May 2026', '2026-05-04'],
  ['04-MAY-26', '2026-05-04'],
  ['05/05/2026', '2026-05-05'],
  ['03/04/2026', undefined],
  ['2026-02-30', undefined],
  ['31.04.2026', undefined],
  ['TBD', undefined],
  [null, undefined],
])('the date %s is %s', (printed, iso) => {
  expect(issueTime(printed)).toBe(iso === undefined ? undefined : Date.parse(iso));
});

/** Revisions received in this order, one a day. */
const revisions = (...stated: [revision: string | null, date?: string][]) =>
  stated.map(([revision, date = null], i) => ({
    ...{ revision, date: date as string | null, document_id: `d${i}`, page: 1 },
    created_at: new Date(Date.UTC(2026, 0, 1 + i)).toISOString(),
  }));
const ordered = (...stated: Parameters<typeof revisions>) =>
  inIssueOrder(revisions(...stated)).map((each) => each.revision);

test('revisions are in the order of their issue dates, then of their labels, then of receipt', () => {
  expect(ordered(['B', '2026-05-01'], ['C', '2026-06-01'], ['A', '2026-04-01'])).toEqual(['A', 'B', 'C']);
  expect(ordered(['B', '2026-05-01'], ['A', '2026-06-01'])).toEqual(['B', 'A']);
  expect(ordered(['B', '2026-05-01'], ['A', '2026-05-01'])).toEqual(['A', 'B']);
  expect(ordered(['10'], ['9'], ['Rev. 2'])).toEqual(['Rev. 2', '9', '10']);
  expect(ordered(['AA'], ['Z'])).toEqual(['Z', 'AA']);
  expect(ordered(['C01'], ['P02'], ['T1'], ['P02.1'])).toEqual(['P02', 'P02.1', 'T1', 'C01']);
  // Letters for design and numbers for construction cannot be compared: the order of receipt decides.
  expect(ordered(['C'], ['1'], ['B'])).toEqual(['C', '1', 'B']);
  expect(ordered(['B', '2026-05-01'], ['A'])).toEqual(['A', 'B']);
});

test('the register is the same for any order of uploads, and has each page once', () => {
  const some = fc.constantFrom;
  const one = fc.record({
    number: some('A-101', 'a 101', 'A-102', 'S-1'),
    revision: some(null, 'A', 'B', '1', 'P01', 'x?'),
    date: some(null, '2026-05-01', '01.06.2026', '03/04/2026'),
    day: fc.integer({ min: 1, max: 5 }),
  });
  fc.assert(
    fc.property(
      fc.array(one, { maxLength: 12 }).chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray(
            all.map((_, i) => i),
            { minLength: all.length },
          ),
        ),
      ),
      ([all, order]) => {
        const holders = all.map(({ number, revision, date, day }, i) =>
          holder(`d${i}`, `2026-01-0${day}T00:00:00.000Z`, sheet(1, number, { revision, date })),
        );
        const register = registerSheets(holders);
        expect(registerSheets(order.map((i) => holders[i]!))).toEqual(register);
        expect(register.flatMap(({ revisions }) => revisions.map(({ document_id }) => document_id)).sort()).toEqual(
          holders.map(({ document_id }) => document_id).sort(),
        );
        for (const { revisions, current } of register) expect(revisions.at(-1)).toBe(current);
      },
    ),
  );
});

test('numbers sort as people count, and spellings of a number are one sheet', () => {
  const register = registerSheets([
    holder('a', '2026-01-01', sheet(1, 'A-10'), sheet(2, 'A-9'), sheet(3, 'A-101')),
    holder('b', '2026-01-02', sheet(1, 'a 9')),
  ]);
  expect(register.map(({ key, revisions }) => [key, revisions.length])).toEqual([
    ['A9', 2],
    ['A10', 1],
    ['A101', 1],
  ]);
  expect(register[0]?.current).toMatchObject({ document_id: 'b', sheet_number: 'a 9' });
});

test('sheets are filtered by the discipline, number and title of their current revision', () => {
  const register = registerSheets([
    holder(
      'a',
      '2026-01-01',
      sheet(1, 'A-101', { title: 'Ground floor' }),
      sheet(2, 'S-101', { title: 'Foundations' }),
      sheet(3, 'A-102', { title: 'Obergescho\u00df Su\u0308d' }),
    ),
  ]);
  const numbers = (filter: Parameters<typeof filterSheets>[1]) =>
    filterSheets(register, filter).map(({ current }) => current.sheet_number);
  expect(numbers({ discipline: 'structural' })).toEqual(['S-101']);
  expect(numbers({ text: 'ground' })).toEqual(['A-101']);
  expect(numbers({ text: '-101' })).toEqual(['A-101', 'S-101']);
  expect(numbers({ text: 's\u00fcd' })).toEqual(['A-102']);
  expect(numbers({ discipline: 'structural', text: 'ground' })).toEqual([]);
});

const corrected = (key: string, more: Partial<Corrections>): Corrections => ({ key, ...UNCORRECTED, ...more });
const unsure = (page: number, number: string, more: Partial<SheetLine> = {}) => ({
  ...sheet(page, number, more),
  confidence: { sheet_number: 0.4, title: 0, revision: 0, date: 0, scale: 0 },
});

test('a number that was read with a low confidence supersedes nothing until it is confirmed', () => {
  const holders = [
    holder('a', '2026-01-01', sheet(1, 'A-1', { revision: 'A', title: 'PLAN' })),
    holder('b', '2026-01-02', unsure(1, 'A-1', { revision: 'B', title: 'PLAN' })),
  ];
  const [before] = registerSheets(holders);
  expect([before?.current.document_id, before?.proposals.map((each) => each.document_id)]).toEqual(['a', ['b']]);
  const decide = (accepted: boolean) =>
    registerSheets(holders, [corrected('A1', { decided: [{ document_id: 'b', page: 1, accepted }] })])[0];
  expect([decide(true)?.current.document_id, decide(true)?.proposals]).toEqual(['b', []]);
  expect([decide(false)?.current.document_id, decide(false)?.proposals]).toEqual(['a', []]);
  expect(decide(false)?.rejected.map((each) => each.document_id)).toEqual(['b']);
  expect(registerSheets(holders.slice(1))).toMatchObject([{ current: { document_id: 'b' }, proposals: [] }]);
});

test('two pages whose numbers are both uncertain do not supersede each other until one is confirmed', () => {
  const holders = [
    holder('a', '2026-01-01', unsure(1, 'A-1', { revision: 'A', title: 'PLAN' })),
    holder('b', '2026-01-02', unsure(1, 'A-1', { revision: 'B', title: 'PLAN' })),
  ];
  const register = new SheetRegister(registerSheets(holders));
  expect(register.sheets).toMatchObject([
    { current: { document_id: 'a' }, revisions: [{ document_id: 'a' }], proposals: [{ document_id: 'b' }] },
  ]);
  expect(['a', 'b'].map((id) => supersededPages(register, id))).toEqual([[], []]);
  const confirmed = ['a', 'b'].map((document_id) => ({ document_id, page: 1, accepted: true }));
  expect(registerSheets(holders, [corrected('A1', { decided: confirmed })])).toMatchObject([
    { current: { document_id: 'b' }, proposals: [] },
  ]);
});

test.each(['1/1', '1 / 1', 'Sheet 1 of 1', '1 di 3', 'Blatt 1', '01', 'Hoja 1 de 3', '第1张 共3张', 'Лист 1'])(
  'the number %s does not make sheets with different titles one, and does with the same title',
  (number) => {
    const holders = [
      holder('a', '2026-01-01', sheet(1, number, { title: 'appuis' })),
      holder('b', '2026-01-02', sheet(1, number, { title: 'cuisine' })),
      holder('c', '2026-01-03', sheet(1, number, { title: 'Appuis.' })),
      holder('d', '2026-01-04', sheet(1, number)),
    ];
    const register = new SheetRegister(registerSheets(holders));
    const ids = (pages: readonly { document_id: string }[]) => pages.map(({ document_id }) => document_id);
    expect(register.sheets.map((each) => [ids(each.revisions), ids(each.proposals)])).toEqual([
      [
        ['a', 'c'],
        ['b', 'd'],
      ],
    ]);
    expect(['a', 'b', 'c', 'd'].map((id) => supersededPages(register, id).length)).toEqual([1, 0, 0, 0]);
  },
);

test.each(['A-101', '110', '7/1', '1.2', 'E1', 'Plan 1'])('the number %s is one sheet whatever its title', (number) => {
  const holders = ['x', 'y'].map((title, i) => holder(title, `2026-01-0${i + 1}`, sheet(1, number, { title })));
  const [first] = registerSheets(holders);
  expect([first?.revisions.length, first?.proposals.length]).toEqual([2, 0]);
});

test('a count that a person entered identifies its sheet', () => {
  const entered = { ...sheet(1, '1/1', { title: 'x' }), confidence: { ...sheet(1, '').confidence, sheet_number: 1 } };
  const holders = [holder('a', '2026-01-01', entered), holder('b', '2026-01-02', { ...entered, title: 'y' } as never)];
  expect(registerSheets(holders)[0]?.revisions).toHaveLength(2);
});

test('a sheet is merged into another one over any number of steps, and opposite merges cancel out', () => {
  const holders = ['A-1', 'A-2', 'A-3'].map((number, i) => holder(`d${i}`, `2026-01-0${i + 1}`, sheet(1, number)));
  const into = (...pairs: [string, string][]) =>
    registerSheets(
      holders,
      pairs.map(([key, merged_into]) => corrected(key, { merged_into })),
    ).map(({ key, merged, revisions, sheet_number }) => [key, merged, revisions.length, sheet_number]);
  expect(into(['A1', 'A2'], ['A2', 'A3'])).toEqual([['A3', ['A1', 'A2'], 3, 'A-3']]);
  expect(into(['A3', 'A1'])).toEqual([
    ['A1', ['A3'], 2, 'A-1'],
    ['A2', [], 1, 'A-2'],
  ]);
  expect(into(['A1', 'A2'], ['A2', 'A1']).map(([key]) => key)).toEqual(['A1', 'A2', 'A3']);
});

test('a chosen revision is the current one until another is received', () => {
  const at = '2026-02-01';
  const first = holder('a', '2026-01-01', sheet(1, 'A-1', { revision: 'A' }));
  const second = holder('b', '2026-01-02', sheet(1, 'A-1', { revision: 'X' }));
  const third = holder('c', '2026-03-01', sheet(1, 'A-1', { revision: 'B' }));
  const current = (...holders: SheetHolder[]) =>
    registerSheets(holders, [corrected('A1', { current: { document_id: 'a', page: 1, at } })])[0]?.current.document_id;
  expect(current(first, second)).toBe('a');
  expect(current(first, second, third)).toBe('c');
  expect(current(second)).toBe('b');
});

test('superseded pages name the revision that replaced them', () => {
  const set = holder('a', '2026-01-01', sheet(1, 'A-1', { revision: 'A' }), sheet(2, 'A-2'));
  const later = holder('b', '2026-01-02', sheet(1, 'A-1', { revision: 'B' }));
  const register = new SheetRegister(registerSheets([set, later]));
  expect(supersededPages(register, 'b')).toEqual([]);
  expect(supersededPages(register, 'a')).toEqual([
    { page: 1, sheet_number: 'A-1', by: { document_id: 'b', page: 1, revision: 'B' } },
  ]);
});

/** The register as a plain model: each rule of the documentation as a loop over all pages. */
const plainRegister = (holders: SheetHolder[], corrections: Corrections[]) => {
  const correctionOf = (key: string) => corrections.find((each) => each.key === key);
  const target = (key: string): string => {
    const seen = [key];
    for (;;) {
      const next = correctionOf(seen.at(-1)!)?.merged_into;
      if (!next) return seen.at(-1)!;
      if (seen.includes(next)) return next;
      seen.push(next);
    }
  };
  const pages = holders.flatMap(({ document_id, created_at, sheets }) =>
    sheets.map((line) => ({ ...line, document_id, created_at, key: target(sheetKey(line.sheet_number)) })),
  );
  const result: Record<string, object> = {};
  const replaced: string[] = [];
  for (const key of new Set(pages.map((each) => each.key))) {
    const own = correctionOf(key);
    const verdict = (document: string) => own?.decided.find((each) => each.document_id === document)?.accepted;
    const all = pages.filter((each) => each.key === key);
    const rejected = all.filter((each) => verdict(each.document_id) === false);
    const rest = all.filter((each) => verdict(each.document_id) !== false);
    const isSure = (each: (typeof all)[number]) =>
      verdict(each.document_id) === true || (each.confidence >= PROPOSED_BELOW && !/^\d/.test(each.sheet_number));
    const sure = rest.filter(isSure);
    const earliest = (some: typeof all) => [...some].sort((a, b) => (a.created_at < b.created_at ? -1 : 1)).slice(0, 1);
    for (const number of new Set(rest.map((each) => sheetKey(each.sheet_number)))) {
      const same = rest.filter((each) => sheetKey(each.sheet_number) === number);
      const legible = same.filter((each) => each.confidence >= PROPOSED_BELOW);
      if (!same.some(isSure)) sure.push(...earliest(legible));
      const known = sure.filter((each) => same.includes(each)).map(({ title }) => title);
      for (const each of legible) {
        if (!sure.includes(each) && each.title !== null && known.includes(each.title)) sure.push(each);
      }
    }
    const revisions = inIssueOrder(sure.length > 0 ? sure : earliest(rest));
    if (revisions.length === 0) continue;
    const pinned = revisions.find((each) => each.document_id === own?.current?.document_id);
    const rivals = pinned
      ? revisions.filter((each) => each === pinned || each.created_at > own!.current!.at)
      : revisions;
    const ids = (some: typeof all) => some.map((each) => each.document_id);
    const current = inIssueOrder(rivals).at(-1)!;
    replaced.push(...revisions.flatMap(({ document_id }) => (document_id === current.document_id ? [] : document_id)));
    result[key] = {
      ...{ is_void: own?.is_void ?? false, title: own?.title ?? current.title },
      discipline: own?.discipline ?? current.discipline,
      current: current.document_id,
      revisions: ids(revisions),
      proposals: ids(rest.filter((each) => !revisions.includes(each))).sort(),
      rejected: ids(rejected).sort(),
    };
  }
  return { sheets: result, replaced: replaced.sort() };
};

test('any order of uploads, reprocessing, corrections, merges, deletions and restores gives the register of a plain model', () => {
  const some = fc.constantFrom;
  const keys = ['A101', 'A102', 'S1', '1/1'] as const;
  const ids = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5'] as const;
  const step = fc.oneof(
    fc.record({
      put: some(...ids),
      number: some('A-101', 'a 101', 'A-102', 'S-1', '1/1', '1 / 1'),
      title: some(null, 'PLAN', 'ROOF'),
      revision: some(null, 'A', 'B'),
      confidence: some(0.3, 0.9),
    }),
    fc.record({ remove: some(...ids) }),
    fc.record({ restore: some(...ids) }),
    fc.record({ decide: some(...ids), key: some(...keys), accepted: fc.boolean() }),
    fc.record({
      correct: some(...keys),
      fields: fc.oneof(
        fc.record({ merged_into: some(null, ...keys) }),
        fc.record({ is_void: fc.boolean() }),
        fc.record({ title: some(null, 'PLAN'), discipline: some(null, 'structural' as const) }),
        fc.record({
          current: fc.record({
            document_id: some(...ids),
            page: fc.constant(1),
            at: some(1, 3, 6).map((day) => `2026-01-0${day}`),
          }),
        }),
      ),
    }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), fc.infiniteStream(fc.nat(5)), (steps, random) => {
      const stored = new Map<string, SheetHolder & { is_deleted: boolean }>();
      const corrections = new Map<string, Corrections>();
      const correct = (key: string, change: (before: Corrections) => Partial<Corrections>) => {
        const before = corrections.get(key) ?? corrected(key, {});
        corrections.set(key, { ...before, ...change(before) });
      };
      for (const each of steps) {
        if ('put' in each) {
          const line = { ...sheet(1, each.number, { revision: each.revision, title: each.title }) };
          line.confidence.sheet_number = each.confidence;
          const day = Number(each.put.slice(1)) + 1;
          // Reading a document again, or correcting its page, replaces what was read before.
          stored.set(each.put, { ...holder(each.put, `2026-01-0${day}`, line), is_deleted: false });
        } else if ('remove' in each || 'restore' in each) {
          const id = 'remove' in each ? each.remove : each.restore;
          const found = stored.get(id);
          if (found) stored.set(id, { ...found, is_deleted: 'remove' in each });
        } else if ('decide' in each) {
          correct(each.key, ({ decided }) => ({
            decided: [
              ...decided.filter(({ document_id }) => document_id !== each.decide),
              { document_id: each.decide, page: 1, accepted: each.accepted },
            ],
          }));
        } else {
          const { correct: key, fields } = each;
          correct(key, () => ('merged_into' in fields && fields.merged_into === key ? { merged_into: null } : fields));
        }
      }
      const holders = [...stored.values()].filter(({ is_deleted }) => !is_deleted);
      const shuffled = [...holders].sort(() => (random.next().value as number) - 2);
      const register = registerSheets(shuffled, [...corrections.values()]);
      const documents = (pages: { document_id: string }[]) => pages.map(({ document_id }) => document_id);
      const found = register.map(({ key, current, revisions, proposals, rejected, is_void, title, discipline }) => [
        key,
        {
          ...{ is_void, title, discipline },
          current: current.document_id,
          revisions: documents(revisions),
          proposals: documents(proposals).sort(),
          rejected: documents(rejected).sort(),
        },
      ]);
      const replaced = ids.filter((id) => supersededPages(new SheetRegister(register), id).length > 0);
      const sheets = Object.fromEntries(found);
      expect({ sheets, replaced }).toEqual(plainRegister(holders, [...corrections.values()]));
    }),
    { numRuns: 300 },
  );
});

test('an index that follows changes has the register that is derived from all documents, and finds the same in it', () => {
  const some = fc.constantFrom;
  const ids = ['d0', 'd1', 'd2', 'd3', 'd4'];
  const keys = ['A1', 'A2', 'A10', 'S1', '1/1'] as const;
  const page = fc.record({
    number: some('A-1', 'a 2', 'A-2', 'A-10', 'S-1', '-', '1/1', '1 / 1'),
    confidence: some(0.4, 0.9),
    revision: some(null, 'A', 'B'),
  });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ id: some(...ids), pages: fc.array(page, { maxLength: 3 }) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        key: some(...keys),
        merged_into: some(null, ...keys),
        is_void: fc.boolean(),
        decided: fc.array(fc.record({ document_id: some(...ids), page: some(1, 2), accepted: fc.boolean() }), {
          maxLength: 2,
        }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ uncorrected: some(...keys) }) },
    { weight: 3, arbitrary: fc.constant('read' as const) },
  );
  const lookedUp = (register: SheetRegister) => ({
    sheets: register.sheets,
    found: [...keys, 'B1'].map((key) => register.find(key)),
    pages: ids.map((document_id) => [1, 2, 3].map((page) => register.withPage({ document_id, page }))),
    superseded: ids.map((id) => supersededPages(register, id)),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30, size: 'max' }), (steps) => {
      const index = new SheetIndex();
      const stored = new Map<string, SheetHolder>();
      const corrections = new Map<string, Corrections>();
      const read: { register: SheetRegister; expected: ReturnType<typeof lookedUp> }[] = [];
      for (const each of [...steps, 'read' as const]) {
        if (each === 'read') {
          const derived = registerSheets(stored.values(), [...corrections.values()]);
          const expected = structuredClone(lookedUp(new SheetRegister(derived)));
          read.push({ register: index.read([...corrections.values()]), expected });
        } else if ('pages' in each) {
          const sheets = each.pages.map(({ number, revision, confidence }, i) => ({
            ...sheet(i + 1, number, { revision }),
            confidence: { sheet_number: confidence, title: 0, revision: 0, date: 0, scale: 0 },
          }));
          const numbered = {
            ...{ document_id: each.id, created_at: `2026-01-0${1 + ids.indexOf(each.id)}` },
            sheets: readSheetLines(writeSheetLines(sheets) ?? '[]'),
          };
          stored.set(each.id, numbered);
          index.put(numbered);
        } else if ('uncorrected' in each) {
          corrections.delete(each.uncorrected);
        } else {
          const { merged_into, ...fields } = each;
          corrections.set(each.key, corrected(each.key, { ...fields, merged_into }));
        }
        // A register that a request keeps does not change under it.
        for (const { register, expected } of read.slice(-1)) expect(lookedUp(register)).toEqual(expected);
      }
      for (const { register, expected } of read) expect(lookedUp(register)).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});

test('a change derives the sheets that it affects, and no others', () => {
  const index = new SheetIndex();
  const holders = Array.from({ length: 30 }, (_, i) => holder(`d${i}`, '2026-01-01', sheet(1, `A-${i}`)));
  for (const each of holders) index.put(each);
  const before = index.read([]);
  expect(index.read([])).toBe(before);
  index.put(holder('new', '2026-01-02', sheet(1, 'A-7')));
  const after = index.read([]);
  const derived = after.sheets.filter((each) => !before.sheets.includes(each));
  expect(derived.map(({ key, current }) => [key, current.document_id])).toEqual([['A7', 'new']]);
  const corrections = [corrected('A9', { merged_into: 'A3' })];
  const merged = index.read(corrections);
  expect(merged.sheets.filter((each) => !after.sheets.includes(each)).map(({ key }) => key)).toEqual(['A3']);
  expect(index.read(structuredClone(corrections))).toBe(merged);
});
