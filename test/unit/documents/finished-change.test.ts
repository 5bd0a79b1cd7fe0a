import { expect, test } from 'vitest';
import type { FileDigest } from '../../../functions/workers/process-document/file-digest.ts';
import { finishedChange } from '../../../functions/workers/process-document/finished-change.ts';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { newDocument } from '../../../shared/domain/documents/new-document.ts';
import type { Sheet } from '../../../shared/domain/sheets/sheet.ts';

const now = new Date('2026-06-01T09:00:00Z');
const caller: Caller = {
  ...{
    issuer: 'https://id.example.com',
    subject: 'ann',
    organizationId: 'acme',
    roles: ['member'],
    scopes: [],
    isLimitedByScope: false,
  },
  ...{ name: null, email: null, company: null },
};
const record = (more: Partial<DocumentRecord> = {}): DocumentRecord =>
  newDocument(caller, now, {
    ...{ document_id: 'a', project_id: 'p', filename: 'a.pdf', store_path: 'files/acme/a/a.pdf' },
    ...{ processing_status: 'PROCESSING', write_id: 'w' },
    ...more,
  });
const sheet = (page: number, title: string | null = null): Sheet => ({
  ...{ page, sheet_number: `A-${page}`, title, revision: null, date: null, scale: null },
  confidence: { sheet_number: 1, title: 1, revision: 0, date: 0, scale: 0 },
});
const digest = (more: Partial<FileDigest>): FileDigest => ({
  ...{ text: null, title: null, sheets: [], page_count: 1, full_image_path: null, thumbnail_image_path: null },
  ...{ sections: [], chunks: [], summary: null, keywords: [], related_queries: [], detail: null, needs_ocr: false },
  ...more,
});

test('sheets of thousands of pages are stored up to the size limit of the record', () => {
  const sheets = Array.from({ length: 5000 }, (_, i) => sheet(i + 1, 'Ground floor plan'));
  const change = finishedChange(record(), digest({ sheets, detail: { text_layer: 'partial' } }), now);
  const kept = change.sheets as Sheet[];
  expect(kept.length).toBeGreaterThan(500);
  expect(kept).toEqual(sheets.slice(0, kept.length));
  expect(JSON.stringify(change).length).toBeLessThan(200_000);
  expect(change.error_detail).toEqual({ text_layer: 'partial', sheets_up_to_page: kept.length });
  expect(finishedChange(record(), digest({ sheets: sheets.slice(0, 60) }), now)).toMatchObject({ error_detail: null });
});

test('a set that would not fit otherwise is stored without the sheets that it cites', () => {
  const sheet_references = Array.from({ length: 60 }, (_, i) => ({ sheet_number: `A-${100 + i}`, detail: '1' }));
  const set = (count: number) => Array.from({ length: count }, (_, i) => ({ ...sheet(i + 1), sheet_references }));
  expect(finishedChange(record(), digest({ sheets: set(20) }), now).sheets).toEqual(set(20));
  const large = finishedChange(record(), digest({ sheets: set(400) }), now).sheets as Sheet[];
  expect(large).toEqual(Array.from({ length: 400 }, (_, i) => sheet(i + 1)));
});

test("a proposal is no longer than a caller may write, and never replaces a caller's value", () => {
  const proposal = digest({ title: 'x'.repeat(100_000) });
  expect(finishedChange(record(), proposal, now).title).toHaveLength(512);
  expect(finishedChange(record({ title: 'Given' }), proposal, now).title).toBe('Given');
});

test('a proposal ends with a whole character', () => {
  const { title } = finishedChange(record(), digest({ title: `${'x'.repeat(511)}😀` }), now);
  expect(title).toBe('x'.repeat(511));
});

test("a caller's summary, keywords, reference and revision are kept", () => {
  const numbered = { ...sheet(1, 'Ground floor plan'), revision: 'B' };
  const read = digest({ summary: 'Read', keywords: ['door', 'wall'], sheets: [numbered] });
  const given = { summary: 'Given', keywords: ['mine'], document_reference: 'X-1', revision: 'Z' };
  expect(finishedChange(record(given), read, now)).toMatchObject(given);
  expect(finishedChange(record(), read, now)).toMatchObject({
    ...{ summary: 'Read', keywords: ['door', 'wall'], document_reference: 'A-1', revision: 'B' },
  });
});

test('an extracted text makes a version once, and none if a caller wrote the content', () => {
  const read = digest({ text: 'words' });
  const first = finishedChange(record(), read, now);
  expect(first).toMatchObject({ version_number: 1, content_excerpt: 'words', content_source: 'extracted' });
  expect(finishedChange(record(first as Partial<DocumentRecord>), read, now)).not.toHaveProperty('versions');
  expect(finishedChange(record({ content_source: 'caller' }), read, now)).not.toHaveProperty('versions');
});

test('a document without a type gets the one derived from its content', () => {
  const sections = 'SECTION 03 30 00\nCAST-IN-PLACE CONCRETE\n\nSECTION 042000\nUNIT MASONRY';
  const typeOf = (found: Partial<FileDigest>, more: Partial<DocumentRecord> = {}) =>
    finishedChange(record(more), digest(found), now).document_type;
  expect(typeOf({ sheets: [sheet(1)], text: sections })).toBe('DRAWING');
  expect(typeOf({ text: sections })).toBe('SPECIFICATION');
  expect(typeOf({ text: 'As SECTION 03 30 00 says' })).toBeNull();
  expect(typeOf({}, { mime_type: 'image/png' })).toBe('IMAGE');
  expect(typeOf({ sheets: [sheet(1)] }, { document_type: 'CONTRACT' })).toBe('CONTRACT');
});

test.each<[Partial<FileDigest>, string]>([
  [{ text: null }, 'none'],
  [{ text: '' }, 'complete'],
  [{ text: 'A', needs_ocr: true }, 'recognising'],
  [{ text: 'A', unread: true }, 'partial'],
])('of %j the text is %s', (given, status) => {
  expect(finishedChange(record(), digest(given), now).text_status).toBe(status);
});

test('an extracted text becomes a version if it differs and no caller wrote the content', () => {
  const { latest_version } = finishedChange(record(), digest({ text: 'A' }), now);
  expect(latest_version).toMatch(/^[0-9a-f]{32}$/);
  for (const given of [{ latest_version: latest_version ?? null }, { content_source: 'caller' as const }]) {
    expect(finishedChange(record(given), digest({ text: 'A' }), now)).not.toHaveProperty('latest_version');
  }
});

test('fields that the sheets proposed follow what they propose now, and the summary names them', () => {
  const read = (title: string) =>
    digest({ sheets: [sheet(1, title)], summary: `Drawing A-1 ${title}. Doors are oak.` });
  const first = finishedChange(record(), read('Grounl floor'), now) as Partial<DocumentRecord>;
  expect(first).toMatchObject({ title: 'Grounl floor', document_reference: 'A-1' });
  const again = finishedChange(record({ ...first, revision: 'C' }), read('Ground floor'), now);
  expect(again).toMatchObject({ title: 'Ground floor', document_reference: 'A-1', revision: 'C' });
  expect(again.summary).toBe('Drawing A-1 Ground floor. Doors are oak.');
  const own = record({ ...first, title: 'My title', summary: 'My summary.' });
  expect(finishedChange(own, read('Ground floor'), now)).toMatchObject({ title: 'My title', summary: 'My summary.' });
  const nothing = finishedChange(record({ ...first }), digest({}), now);
  expect(nothing).toMatchObject({ title: 'Grounl floor', document_reference: 'A-1' });
});

test('a value that a caller gave and the sheet prints alike stays when a later reading differs', () => {
  const read = (title: string) => digest({ sheets: [{ ...sheet(1, title), revision: 'B' }] });
  const given = record({ title: 'Ground floor' });
  const first = { ...given, ...finishedChange(given, read('Ground floor'), now) };
  expect(first).toMatchObject({ title: 'Ground floor', revision: 'B', own_fields: ['title'] });
  const again = { ...first, ...finishedChange(first, read('Graund fioor'), now) };
  expect(again).toMatchObject({ title: 'Ground floor', own_fields: ['title'] });
  const cleared = finishedChange({ ...again, title: null }, read('First floor'), now);
  expect(cleared).toMatchObject({ title: 'First floor', own_fields: [] });
});

test('the summary of a new document names the sheets as they were corrected', () => {
  const corrected = { ...sheet(1, 'Corrected'), source: { title: 'correction' as const } };
  const change = finishedChange(
    record({ sheets: [corrected] }),
    digest({ sheets: [sheet(1, 'Read')], summary: 'Drawing A-1 Read.' }),
    now,
  );
  expect(change).toMatchObject({ title: 'Corrected', summary: 'Drawing A-1 Corrected.' });
});
