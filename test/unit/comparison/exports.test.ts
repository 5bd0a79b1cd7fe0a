import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { degrees, PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { read, utils } from '@e965/xlsx';
import { afterAll, expect, test } from 'vitest';
import { encryptedPdf } from '../../../infra/demo/drawings/index.ts';
import type { ComparedSheet, ComparisonItem } from '../../../shared/comparison/engine/index.ts';
import { judge, writeChanges, writeClouded } from '../../../shared/comparison/exports/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import { temporaryDirectory } from '../../local/support.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

const folder = temporaryDirectory(afterAll);
let made = 0;
const path = (kind: string) => join(folder, `${made++}.${kind}`);

const item = (number: number, more: Partial<ComparisonItem> = {}): ComparisonItem => ({
  number,
  sheet: 1,
  description: `Dimension 3200 → ${number}`,
  difference_rating: 4,
  cost_effect: 2,
  bounding_box: { x: 0.2, y: 0.1, width: 0.1, height: 0.2 },
  page: 1,
  pixel_box: { x: 1, y: 1, width: 1, height: 1 },
  kind: 'text_changed',
  confidence: 0.9,
  ...more,
});
const said = (of: ComparisonItem, status: 'open' | 'accepted' | 'rejected', comment: string | null = null) => ({
  ...of,
  status,
  comment,
});

/** The annotations of a page, by another reader's view of them. */
const annotationsOf = async (file: string, page = 0): Promise<PDFDict[]> => {
  const document = await PDFDocument.load(await readFile(file), { password: '' });
  const list = document.getPage(page).node.Annots();
  return list ? list.asArray().map((_, i) => list.lookup(i, PDFDict)) : [];
};
const contents = (annotation: PDFDict) => annotation.lookup(PDFName.of('Contents'), PDFHexString).decodeText();
const numbers = (annotation: PDFDict, name: string) =>
  annotation
    .lookup(PDFName.of(name), PDFArray)
    .asArray()
    .map((each) => Number(each.toString()));

test('each change but a rejected one is a polygon with a cloudy border, its comment and its own picture', async () => {
  const [source, target] = [path('pdf'), path('pdf')];
  await writeFile(source, await drawPdf([{ width: 400, height: 300, draw: (page) => page.text('plan', 10, 10) }]));
  const away = { bounding_box: { x: 0.6, y: 0.6, width: 0.1, height: 0.1 } };
  const items = [item(1, { trade: 'Masonry', division: '04' }), item(2, away), item(3, { ...away, page: 9 })];
  const judged = judge(items, [said(items[0]!, 'accepted', 'Größe ✓'), said(items[1]!, 'rejected')], null);
  await writeClouded({ items: judged, sheets: [], prices: null }, source, target);

  const annotations = await annotationsOf(target);
  expect(annotations).toHaveLength(1);
  const [cloud] = annotations as [PDFDict];
  expect(cloud.get(PDFName.of('Subtype'))?.toString()).toBe('/Polygon');
  expect(cloud.lookup(PDFName.of('BE'), PDFDict).get(PDFName.of('S'))?.toString()).toBe('/C');
  for (const text of ['1. Dimension 3200 → 1', '04 Masonry', 'Accepted', 'Größe ✓'])
    expect(contents(cloud)).toContain(text);
  // Six points round the box of 80…120 × 210…270 points, whose origin is at the bottom.
  expect(numbers(cloud, 'Vertices')).toEqual([74, 204, 126, 204, 126, 276, 74, 276]);
  const drawn = cloud.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'));
  expect(drawn).toBeInstanceOf(PDFRawStream);

  // PDFium draws the cloud from its appearance, and the drawing below it stays.
  const before = await openPdf(source);
  const after = await openPdf(target);
  const [old, now] = [await before.pageText(1), await after.pageText(1)];
  expect(now.words).toEqual(old.words);
  expect(now.annotations?.[0]).toMatchObject({ kind: 'Polygon' });
  await Promise.all([before.close(), after.close()]);
});

test.each([
  [90, [0, 1, -1, 0]],
  [180, [-1, 0, 0, -1]],
  [270, [0, -1, 1, 0]],
] as const)(
  'on a page turned by %d degrees and cut, clouds stand where they are seen, their numbers upright',
  async (turn, matrix) => {
    const [source, target] = [path('pdf'), path('pdf')];
    const document = await PDFDocument.create();
    const page = document.addPage([500, 400]);
    page.setCropBox(50, 20, 400, 300);
    page.setRotation(degrees(turn));
    // A mark where the change is, drawn in the page's own space: what is seen there is what the box names.
    const seen = { x: 0.2, y: 0.1, width: 0.1, height: 0.2 };
    const [fx, fy] = [seen.x + seen.width / 2, seen.y + seen.height / 2];
    const centre = {
      90: { x: 50 + fy * 400, y: 20 + fx * 300 },
      180: { x: 50 + (1 - fx) * 400, y: 20 + fy * 300 },
      270: { x: 50 + (1 - fy) * 400, y: 20 + (1 - fx) * 300 },
    }[turn];
    await writeFile(source, await document.save());
    await writeClouded({ items: judge([item(1)], [], null), sheets: [], prices: null }, source, target);
    const [cloud] = (await annotationsOf(target)) as [PDFDict];
    const [x0, y0, x1, , , y1] = numbers(cloud, 'Vertices') as [number, number, number, number, number, number];
    expect([(x0 + x1) / 2, (y0 + y1) / 2]).toEqual([expect.closeTo(centre.x, 3), expect.closeTo(centre.y, 3)]);
    const stream = cloud.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N')) as PDFRawStream;
    expect(new TextDecoder().decode(stream.getContents())).toContain(`${matrix.join(' ')} `);
    // As displayed, PDFium finds the cloud round the very place.
    const opened = await openPdf(target);
    const { annotations, width, height } = await opened.pageText(1);
    const { x, y, width: w, height: h } = annotations![0]!;
    expect(x < fx * width && fx * width < x + w && y < fy * height && fy * height < y + h).toBe(true);
    await opened.close();
  },
);

test('a change made at many places has a cloud at each of them, none round all', async () => {
  const [source, target] = [path('pdf'), path('pdf')];
  await writeFile(source, await drawPdf([{ width: 400, height: 300, draw: (page) => page.text('plan', 10, 10) }]));
  const at = (x: number) => item(1, { bounding_box: { x, y: 0.2, width: 0.05, height: 0.05 } });
  const repeated = item(1, {
    ...{ kind: 'repeated' as const, description: '3 symbols of one kind added', parts: [at(0.1), at(0.5), at(0.9)] },
    bounding_box: { x: 0.1, y: 0.2, width: 0.85, height: 0.05 },
  });
  await writeClouded({ items: judge([repeated], [], null), sheets: [], prices: null }, source, target);
  const clouds = await annotationsOf(target);
  const widths = clouds.map((cloud) => {
    const [left, , right] = numbers(cloud, 'Vertices');
    return right! - left!;
  });
  expect(widths).toEqual([32, 32, 32]);
  for (const cloud of clouds) expect(contents(cloud)).toMatch(/^1\. 3 symbols of one kind added/);
});

test('a drawing that cannot be read takes no clouds, and says why', async () => {
  const source = path('pdf');
  await writeFile(source, encryptedPdf());
  const writing = writeClouded({ items: judge([item(1)], [], null), sheets: [], prices: null }, source, path('pdf'));
  await expect(writing).rejects.toMatchObject({ name: 'FileError' });
});

test('the list has a row for each single change, prices, and a link that can be followed', async () => {
  const target = path('xlsx');
  const door = { kind: 'graphic_added', division: '08', trade: 'Doors and windows' } as const;
  const parts = [
    item(0, { ...door, quantity: { value: 1, unit: 'each' } }),
    item(0, { ...door, kind: 'graphic_removed', quantity: { value: 1, unit: 'each' } }),
  ];
  const items = [
    item(1, { kind: 'group', parts, place: 'near grid B-4' }),
    item(2, { description: '=1+1', clouded: false, layer: 'A-WALL' }),
  ];
  const prices = { currency: 'EUR', prices: [{ unit: 'each' as const, division: '08', price: 850 }] };
  const sheets = [{ sheet_number: 'A-101' } as ComparedSheet];
  await writeChanges({ items: judge(items, [said(items[1]!, 'rejected', '@home')], prices), sheets, prices }, target);
  const book = read(await readFile(target), { cellFormula: true });
  const sheet = book.Sheets.Changes as Record<string, { v: unknown; t: string; f?: string; l?: { Target: string } }>;
  const heads = Object.fromEntries(
    'ABCDEFGHIJKLMNOPQRSTUVW'.split('').map((column) => [sheet[`${column}1`]?.v, column]),
  );
  const at = (title: string, row: number) => sheet[`${heads[title]}${row}`];
  expect([2, 3, 4].map((row) => [at('No.', row)?.v, at('Part', row)?.v])).toEqual([
    [1, 1],
    [1, 2],
    [2, undefined],
  ]);
  expect([2, 3, 4].map((row) => at('Cost estimate', row)?.v)).toEqual([850, -850, undefined]);
  expect(at('Arithmetic', 3)?.v).toBe('− 1 each × 850.00 EUR = -850.00 EUR');
  expect([at('Sheet', 2)?.v, at('Trade', 2)?.v, at('Quantity', 2)?.v]).toEqual(['A-101', 'Doors and windows', 1]);
  expect(at('Layer', 4)?.v).toBe('A-WALL');
  expect([at('Status', 4)?.v, at('Clouded', 4)?.v, at('Comment', 4)?.v]).toEqual(['rejected', 'no', '@home']);
  expect([at('Change', 4)?.v, at('Change', 4)?.f, at('Change', 4)?.t]).toEqual(['=1+1', undefined, 's']);
  expect(at('Link', 4)?.l?.Target).toBe('report.html#change-2');
  expect(sheet[`${heads['No.']}5`]).toBeUndefined();
  const totals = utils.sheet_to_json(book.Sheets.Totals!, { header: 1 });
  expect(totals.slice(1)).toEqual([
    ['Trade', '08 Doors and windows', 2, 4, 4, '+ 1 pc, − 1 pc', 0, 'EUR'],
    ['Trade', 'No trade named', 1, 4, 2],
    ['Kind', 'graphic added', 1, 4, 2, '+ 1 pc', 850, 'EUR'],
    ['Kind', 'graphic removed', 1, 4, 2, '− 1 pc', -850, 'EUR'],
    ['Kind', 'text changed', 1, 4, 2],
  ]);
});
