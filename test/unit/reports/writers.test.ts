import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportFormat } from '../../../shared/domain/reports/report.ts';
import type { ReportCell, ReportColumn } from '../../../shared/domain/reports/report-table.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import { wrapText } from '../../../shared/reports/pdf/wrap-text.ts';
import { writeReport } from '../../../shared/reports/write-report.ts';

const columns: ReportColumn[] = [
  { key: 'sheet', title: 'Sheet', type: 'text', width: 10 },
  { key: 'title', title: 'Title', type: 'text', width: 30 },
  { key: 'cost', title: 'Cost', type: 'number', width: 6 },
  { key: 'at', title: 'Received', type: 'time', width: 9 },
];
const AT = '2026-11-20T08:30:00.000Z';
const heading = { title: 'Drawing register', project: 'Łódź, Αθήνα, Київ', period: null, madeAt: AT };
const formulas = ['=1+1', '+1+1', '-1-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\u00a0 =1', '\n=1', '＝1'];
const plain: ReportCell[][] = [
  ['A-101', 'Grundriß "Ø 120", Łódź', -3, AT],
  ['A-102', null, null, null],
];
const rows = [...plain, ...formulas.map((text): ReportCell[] => ['A-103', text, 0, AT])];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reports-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const written = async (format: ReportFormat, of: ReportCell[][], name: string): Promise<Buffer> => {
  const file = join(folder, `${name}.${format}`);
  const each = async function* () {
    yield* of;
  };
  await writeReport(format, { columns, rows: each() }, heading, file);
  return readFile(file);
};

test('CSV has a byte order mark, quotes, negative numbers, and no text that is a formula', async () => {
  const text = (await written('csv', rows, 'all')).toString('utf8');
  expect(text.startsWith('\ufeffSheet,Title,Cost,Received\r\n')).toBe(true);
  expect(text).toContain(`A-101,"Grundriß ""Ø 120"", Łódź",-3,${AT}\r\nA-102,,,\r\n`);
  const sheet = read(text.slice(1), { type: 'string', raw: true }).Sheets.Sheet1 as Record<string, { v: unknown }>;
  formulas.forEach((formula, i) => {
    expect(sheet[`B${i + 4}`]?.v).toBe(`'${formula}`);
  });
});

test('XLSX stores texts as texts, numbers as numbers and times as times', async () => {
  const bytes = await written('xlsx', [...rows, ['A-104', 'a\u0000b\u000bc', 1, null]], 'all');
  const book = read(bytes, { cellDates: true, cellFormula: true });
  expect(book.SheetNames).toEqual(['Drawing register']);
  const sheet = book.Sheets['Drawing register'] as Record<string, { t: string; v: unknown; f?: string }>;
  expect(utils.sheet_to_json(book.Sheets['Drawing register'] as never, { header: 1 })[0]).toEqual(
    columns.map(({ title }) => title),
  );
  expect([sheet.B2, sheet.C2, sheet.D2].map((cell) => cell?.t)).toEqual(['s', 'n', 'd']);
  expect([sheet.B2?.v, sheet.C2?.v]).toEqual(['Grundriß "Ø 120", Łódź', -3]);
  expect(sheet.D2?.v).toEqual(new Date(AT));
  formulas.forEach((formula, i) => {
    const cell = sheet[`B${i + 4}`];
    expect([cell?.t, cell?.f, String(cell?.v).trim()]).toEqual(['s', undefined, formula.trim()]);
  });
  expect(sheet[`B${formulas.length + 4}`]?.v).toBe('abc');
});

test('the heading row of an XLSX filters all columns', async () => {
  const { Sheets } = read(await written('xlsx', rows, 'filtered'));
  expect(Sheets['Drawing register']?.['!autofilter']).toEqual({ ref: `A1:D${rows.length + 1}` });
});

test('an XLSX with more rows than are held in memory has all of them, in order', async () => {
  const many = Array.from({ length: 20_003 }, (_, i): ReportCell[] => [`A-${i}`, null, i, null]);
  const sheet = read(await written('xlsx', many, 'many')).Sheets['Drawing register'];
  const numbers = utils.sheet_to_json<{ Cost: number }>(sheet as never).map(({ Cost }) => Cost);
  expect(numbers).toEqual(many.map((_, i) => i));
});

test('JSON is one value with a field for each column', async () => {
  const report = JSON.parse((await written('json', rows, 'all')).toString('utf8'));
  expect(report).toMatchObject({ title: heading.title, project: heading.project, period: null, made_at: AT });
  expect(report.rows).toHaveLength(rows.length);
  expect(report.rows[0]).toEqual({ sheet: 'A-101', title: 'Grundriß "Ø 120", Łódź', cost: -3, at: AT });
  expect(JSON.parse((await written('json', [], 'none')).toString('utf8')).rows).toEqual([]);
});

test('PDF numbers its pages, repeats the titles, wraps long words and supports scripts beyond Latin-1', async () => {
  const long = `A-101_${'x'.repeat(90)}_END`;
  const many: ReportCell[][] = [...plain, [long, 'Κάτοψη ισογείου', 1, AT]];
  for (let i = 0; i < 60; i++) many.push([`S-${i}`, `Sheet ${i}`, i, AT]);
  const pdf = await openPdf(await written('pdf', many, 'many'));
  const texts: string[] = [];
  for (let page = 1; page <= pdf.pageCount; page++) {
    texts.push((await pdf.pageText(page)).words.map(({ text }) => text).join(' '));
  }
  await pdf.close();
  expect(texts.length).toBeGreaterThan(1);
  for (const [i, text] of texts.entries()) {
    expect(text).toContain(`Page ${i + 1} of ${texts.length}`);
    expect(text).toContain('Sheet Title Cost Received');
  }
  expect(texts[0]).toContain('Łódź, Αθήνα, Київ');
  expect(texts[0]).toContain('Κάτοψη ισογείου');
  expect(texts[0]).toContain('2026-11-20');
  expect(texts[0]?.match(/x/g)?.length).toBeGreaterThanOrEqual(90);
  const all = texts.join(' ');
  for (let i = 0; i < 60; i++) expect(all).toContain(`S-${i} Sheet ${i} ${i}`);
});

/** The operators of a PDF's pages, without other streams. */
const operatorsOf = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/stream\n(.*?)\nendstream/gs)]
    .map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'))
    .filter((text) => text.includes(' Tj ET'));

test('a row of a PDF is one text object, unless letters join their neighbours', async () => {
  const row: ReportCell[] = ['S-1', 'Grundriß Łódź', 1, AT];
  const count = (pages: string[]) => pages.join('').match(/BT/g)?.length ?? 0;
  const one = count(operatorsOf(await written('pdf', [row], 'one')));
  expect(one).toBeGreaterThan(0);
  expect(count(operatorsOf(await written('pdf', Array(11).fill(row), 'eleven')))).toBe(one + 10);
  const pdf = await openPdf(await written('pdf', [['S-1', 'e\u0301tage مخطط', 1, AT]], 'shaped'));
  const words = (await pdf.pageText(1)).words.map(({ text }) => text.normalize('NFC')).join(' ');
  await pdf.close();
  expect(words).toContain('étage');
  expect(words).toMatch(/\p{Script=Arabic}/u);
});

test('identifiers are not printed in PDF, but are contained in the other formats', async () => {
  const file = join(folder, 'identified');
  const identified = [
    ...columns,
    { key: 'id', title: 'Identifier', type: 'text', width: 9, isIdentifier: true } as const,
  ];
  const rowsOf = async function* () {
    yield ['A-101', 'Plan', 1, AT, '0193-abc'] as ReportCell[];
  };
  await writeReport('pdf', { columns: identified, rows: rowsOf() }, heading, file);
  const pdf = await openPdf(await readFile(file));
  const text = (await pdf.pageText(1)).words.map(({ text }) => text).join(' ');
  await pdf.close();
  expect(text).toContain('A-101 Plan 1 2026-11-20');
  expect(text).not.toMatch(/0193-abc|Identifier/);
  await writeReport('json', { columns: identified, rows: rowsOf() }, heading, file);
  expect(JSON.parse(await readFile(file, 'utf8')).rows[0].id).toBe('0193-abc');
});

test('a PDF without rows says so', async () => {
  const pdf = await openPdf(await written('pdf', [], 'none'));
  expect((await pdf.pageText(1)).words.map(({ text }) => text).join(' ')).toContain('Nothing to report.');
  await pdf.close();
});

test('a text is broken at spaces and hyphens, then anywhere, and truncated after the last line', () => {
  const widthOf = (text: string) => text.length;
  expect(wrapText('ground floor plan', 12, widthOf, 9)).toEqual(['ground floor', 'plan']);
  expect(wrapText('A-101_plan_rev', 6, widthOf, 9)).toEqual(['A-101_', 'plan_', 'rev']);
  expect(wrapText('abcdefghij k', 4, widthOf, 9)).toEqual(['abcd', 'efgh', 'ij k']);
  expect(wrapText('a\nb\nc', 4, widthOf, 2)).toEqual(['a', '…']);
  expect(wrapText('', 4, widthOf, 2)).toEqual(['']);
});
