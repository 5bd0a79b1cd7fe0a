import { describe, expect, test } from 'vitest';
import {
  type BlockPage,
  blockPages,
  type Corrected,
  corrected,
  correctedAt,
  examplesOf,
  officeOf,
  readTitleBlock,
  templateFor,
  withCorrections,
  withExamples,
  withTemplates,
} from '../../../shared/domain/sheets/index.ts';
import { type Drawn, drawing, drawnPage } from './page.ts';

/** The title block of an office with labels of its own, which no general rule reads. */
const page = (number: string, title: readonly string[], edition: string, width = 2384) =>
  drawnPage(1, width, 1684, [
    ...drawing(width, 1684),
    ['CLIENT', 2060, 1400, 7],
    ['Kowhai Trust', 2060, 1420, 12],
    ...title.map((line, i): Drawn => [line, 2060, 1470 + 18 * i, 14]),
    ['CHECKED', 2060, 1560, 7],
    [number, 2060, 1590, 14],
    ['DRAWN', 2230, 1560, 7],
    [edition, 2230, 1590, 14],
  ]);

const blockOf = (sheet: ReturnType<typeof page>): BlockPage => blockPages([sheet])[0] as BlockPage;
const first = page('kw.one.7', ['Te whare', 'o runga'], 'fourth');
const SAID: Corrected = { sheet_number: 'kw.one.7', title: 'Te whare o runga', revision: 'fourth' };
const learnt = { examples: examplesOf('first', blockOf(first), SAID, readTitleBlock(first)) };
const readAgain = (sheet: ReturnType<typeof page>, templates = [learnt]) =>
  withTemplates([readTitleBlock(sheet)], [blockOf(sheet)], templates)[0];

describe('the next sheet with a corrected block', () => {
  test('is read at the learned positions, as source and confidence show', () => {
    const next = page('kw.two.3', ['Te papa'], 'first');
    expect(readTitleBlock(next).sheet_number).not.toBe('kw.two.3');
    expect(readAgain(next)).toMatchObject({
      ...{ sheet_number: 'kw.two.3', title: 'Te papa', revision: 'first' },
      confidence: { sheet_number: 0.9, revision: 0.9, date: 0 },
      source: { sheet_number: 'template', revision: 'template' },
    });
  });

  test("keeps the reader's value if the position is empty, and for fields without corrections", () => {
    const next = page('', ['Te papa'], '');
    const read = readTitleBlock(next);
    expect(readAgain(next)).toMatchObject({ sheet_number: read.sheet_number, revision: read.revision, date: null });
  });

  test('keeps a correction of its own', () => {
    const next = page('kw.two.3', ['Te papa'], 'first');
    const said = corrected(readTitleBlock(next), { sheet_number: 'kw.9' });
    const [again] = withTemplates([said], [blockOf(next)], [learnt]);
    expect(again).toMatchObject({ sheet_number: 'kw.9', revision: 'first' });
  });
});

describe('where corrected sheets print no such field', () => {
  const printed = (text: string) => {
    const sheet = page('kw.one.7', ['Te whare'], 'fourth');
    return { ...sheet, words: [...sheet.words, ...drawnPage(1, 2384, 1684, [[text, 2060, 1630, 14]]).words] };
  };
  const learnNone = (id: string, date: string) => {
    const wrong = { ...readTitleBlock(printed(date)), date };
    return examplesOf(id, blockOf(printed(date)), { ...SAID, title: 'Te whare', date: null }, wrong);
  };
  const readWith = (text: string, date: string, examples: typeof learnt.examples) => {
    const read = { ...readTitleBlock(printed(text)), date };
    return withTemplates([read], [blockOf(printed(text))], [{ examples }])[0];
  };
  const [first, second, third] = ['12.06.2021', '14.08.2023', '3.9.2024'];

  test('later sheets with the same text print none either', () => {
    expect(readWith(first, first, learnNone('first', first))).toMatchObject({ date: null, confidence: { date: 0 } });
  });

  test('other texts there remain after one correction, and do not after a second', () => {
    expect(readWith(third, third, learnNone('first', first))).toMatchObject({ date: third });
    const both = [...learnNone('first', first), ...learnNone('second', second)];
    expect(readWith(third, third, both)).toMatchObject({ date: null, confidence: { date: 0 } });
  });

  test('what the reader has found elsewhere remains', () => {
    expect(readWith(first, '1.2.2023', learnNone('first', first))).toMatchObject({ date: '1.2.2023' });
  });
});

test('a sheet with another block or layout is not read by the template', () => {
  const other = drawnPage(1, 2384, 1684, [
    ['CLIENT', 100, 1400, 7],
    ['CHECKED', 300, 1400, 7],
    ['DRAWN', 500, 1400, 7],
    ['kw.two.3', 2060, 1590, 14],
  ]);
  for (const sheet of [other, page('kw.two.3', ['Te papa'], 'first', 3000)]) {
    expect(readAgain(sheet)).toEqual(readTitleBlock(sheet));
    expect(templateFor([learnt], 'another', blockOf(sheet))).toBeUndefined();
  }
  expect(templateFor([learnt], 'another', blockOf(page('kw.3', ['Te papa'], 'a')))).toBe(learnt);
});

test('the block is recognised in the corner of a larger sheet, and on a sheet printed at half the size', () => {
  const { words } = page('kw.two.3', ['Te papa'], 'first');
  const larger = { page: 1, width: 3370, height: 2384, text: '' };
  const moved = words.map((word) => ({ ...word, x: word.x + 3370 - 2384, y: word.y + 2384 - 1684 }));
  const half = words.map(({ text, angle, ...box }) => ({
    ...{ text, angle },
    ...{ x: box.x / 2, y: box.y / 2, width: box.width / 2, height: box.height / 2, size: box.size / 2 },
  }));
  for (const sheet of [
    { ...larger, words: moved },
    { ...larger, width: 1192, height: 842, words: half },
  ]) {
    expect(readAgain(sheet)).toMatchObject({ sheet_number: 'kw.two.3', title: 'Te papa', revision: 'first' });
  }
});

test('fields that the reader had right on corrected sheets are trusted on others', () => {
  const labelled = (number: string, issue: string) =>
    drawnPage(1, 2384, 1684, [
      ...drawing(2384, 1684),
      ['CLIENT', 2060, 1400, 7],
      ['SHEET NUMBER', 2060, 1560, 7],
      [number, 2060, 1590, 20],
      ['CHECKED', 2230, 1560, 7],
      [issue, 2230, 1590, 14],
    ]);
  const read = readTitleBlock(labelled('A-101', 'A-900'));
  expect(read.sheet_number).toBe('A-101');
  const against = (said: string) => [
    { examples: examplesOf('first', blockOf(labelled('A-101', 'A-900')), { sheet_number: said }, read) },
  ];
  const next = labelled('A-102', 'A-901');
  expect(readAgain(next, against('A-101'))?.sheet_number).toBe('A-102');
  expect(readAgain(next, against('A-900'))?.sheet_number).toBe('A-901');
});

test('a field that was read with less confidence than the learned position has is replaced', () => {
  const next = page('kw.two.3', ['Te papa'], 'first');
  const read = { ...readTitleBlock(next), sheet_number: 'A-900' };
  const readAt = (sheet_number: number) =>
    withTemplates([{ ...read, confidence: { ...read.confidence, sheet_number } }], [blockOf(next)], [learnt])[0];
  expect(readAt(0.8)).toMatchObject({ sheet_number: 'kw.two.3', source: { sheet_number: 'template' } });
  expect(readAt(0.95)?.sheet_number).toBe('A-900');
});

test('a value that the sheet does not print teaches nothing', () => {
  expect(examplesOf('first', blockOf(first), { sheet_number: 'Z-999' }, {})).toEqual([]);
});

test('a value within other text is learned with the characters around it', () => {
  const view = (text: string) =>
    drawnPage(1, 2384, 1684, [
      ...drawing(2384, 1684),
      ['CLIENT', 2060, 1400, 7],
      ['CHECKED', 2060, 1560, 7],
      [text, 2060, 1590, 14],
    ]);
  const examples = examplesOf('first', blockOf(view('Te papa [kw.one.7]')), { sheet_number: 'kw.one.7' }, {});
  expect(readAgain(view('Te whare nui [kw.two.3]'), [{ examples }])?.sheet_number).toBe('kw.two.3');
});

test('correcting a sheet again replaces what it taught, and adds to it', () => {
  const [again] = examplesOf('first', blockOf(first), { title: 'Te whare o runga' }, SAID);
  const merged = withExamples(learnt.examples, again ? [again] : []);
  expect(merged).toHaveLength(1);
  expect(Object.keys(merged[0]?.block.fields ?? {}).sort()).toEqual(['revision', 'sheet_number', 'title']);
  // It was a correction at the time.
  expect(merged[0]?.block.fields.title?.against).toBe(learnt.examples[0]?.block.fields.title?.against);
  const many = Array.from({ length: 9 }, (_, i) => ({
    ...(learnt.examples[0] as never as object),
    document_id: `${i}`,
  }));
  expect(withExamples(many as never, learnt.examples).length).toBe(6);
});

test.each(['2021-12-22', 'TE WHARE'])('%s at the position of a mark is no revision', (text) => {
  const marked = page('kw.one.7', ['Te whare'], '002');
  const examples = examplesOf('first', blockOf(marked), { revision: '002' }, readTitleBlock(marked));
  expect(readAgain(page('kw.two.3', ['Te papa'], text), [{ examples }])?.revision).toBeNull();
  expect(readAgain(page('kw.two.3', ['Te papa'], '003'), [{ examples }])?.revision).toBe('003');
});

test('the lines of other fields are not part of a title', () => {
  const stacked = (number: string, title: readonly string[]) =>
    drawnPage(1, 2384, 1684, [
      ...drawing(2384, 1684),
      ['CLIENT', 2060, 1400, 7],
      ...title.map((line, i): Drawn => [line, 2060, 1470 + 18 * i, 14]),
      [number, 2060, 1499, 14],
      ['CHECKED', 2060, 1560, 7],
      ['DRAWN', 2230, 1560, 7],
    ]);
  const said = (number: string, title: readonly string[]) =>
    examplesOf(number, blockOf(stacked(number, title)), { sheet_number: number, title: title.join(' ') }, {});
  const examples = [...said('kw.one.7', ['Te whare', 'o runga']), ...said('kw.three.1', ['Te rua', 'o raro'])];
  const other = stacked('kw.two.3', ['Te papa']);
  const unread = { ...readTitleBlock(other), title: null };
  expect(withTemplates([unread], [blockOf(other)], [{ examples }])[0]?.title).toBe('Te papa');
});

test('the ruled cells of a block are kept, so that texts on both sides of a rule stay apart', () => {
  const ruled = (number: string, edition: string) => ({
    ...drawnPage(1, 2384, 1684, [
      ...drawing(2384, 1684),
      ['CLIENT', 2060, 1400, 7],
      ['CHECKED', 2060, 1560, 7],
      ['DRAWN', 2230, 1560, 7],
      [number, 2060, 1590, 14],
      [edition, 2068 + 0.54 * 14 * number.length, 1590, 14],
    ]),
    cells: [
      { left: 2050, top: 1570, right: 2063.5 + 0.54 * 14 * number.length, bottom: 1600 },
      { left: 2063.5 + 0.54 * 14 * number.length, top: 1570, right: 2220, bottom: 1600 },
      { left: 100, top: 1300, right: 200, bottom: 1400 },
    ],
  });
  const sheet = ruled('kw.one.7', 'fourth');
  expect(blockOf(sheet).text.cells).toHaveLength(2);
  const said = { sheet_number: 'kw.one.7', revision: 'fourth' };
  const examples = examplesOf('first', blockOf(sheet), said, readTitleBlock(sheet));
  expect(readAgain(ruled('kw.two.3', 'first'), [{ examples }])).toMatchObject({
    sheet_number: 'kw.two.3',
    revision: 'first',
  });
});

test('a block is identified by its firm', () => {
  const texts: Drawn[] = [
    ...drawing(2384, 1684),
    ['Kowhai Architects Ltd', 2060, 1300, 12],
    ['CHECKED', 2060, 1560, 7],
  ];
  expect(officeOf(blockOf(drawnPage(1, 2384, 1684, texts)))).toBe('Kowhai Architects Ltd');
  expect(officeOf(blockOf(first))).toBeNull();
});

describe('a correction', () => {
  const read = readTitleBlock(page('A-101', ['FLOOR PLAN'], '2'));

  test('has full confidence, also if it states that nothing is printed', () => {
    expect(corrected(read, { sheet_number: 'S-7', date: null })).toMatchObject({
      ...{ sheet_number: 'S-7', date: null, discipline: 'structural', title: read.title },
      confidence: { sheet_number: 1, date: 0 },
      source: { sheet_number: 'correction', date: 'correction' },
    });
  });

  test('survives reprocessing', () => {
    const said = corrected(read, { sheet_number: 'S-7', revision: null });
    const again = { ...read, title: 'read better', revision: 'x' };
    expect(withCorrections([again], [said])).toMatchObject([
      { sheet_number: 'S-7', revision: null, title: 'read better', source: { revision: 'correction' } },
    ]);
    expect(withCorrections([again], [read])).toEqual([again]);
    expect(withCorrections([], [said, read])).toEqual([said]);
  });

  test('of a page that was not read creates its sheet', () => {
    expect(
      correctedAt([{ ...read, page: 3 }], 2, { title: 'Kitchen' }).map(({ page, title }) => [page, title]),
    ).toEqual([
      [2, 'Kitchen'],
      [3, read.title],
    ]);
  });
});
