import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { recognisedDigest } from '../../../functions/workers/recognise-text/recognised-digest.ts';
import { giveUp, unitsToRead } from '../../../functions/workers/recognise-text/recognition.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { Conflict } from '../../../shared/domain/errors.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import { drawPdf } from '../../support/draw-pdf.ts';

const record = (given: object = {}) =>
  ({
    ...{ organization_id: 'o', project_id: 'p', document_id: 'd', record_version: 3, is_deleted: false },
    ...{
      processing_status: 'PROCESSED',
      error_detail: { text_layer: 'partial', scanned_pages: [2], block_pages: [1] },
    },
    ...{
      filename: 'a.png',
      mime_type: 'image/png',
      page_count: 2,
      full_image_path: 'full',
      thumbnail_image_path: null,
    },
    ...given,
  }) as unknown as DocumentRecord;

describe('pages to be recognised', () => {
  test('are scanned pages, then title blocks', () => {
    expect(unitsToRead(record())).toEqual([
      { page: 2, part: 'page' },
      { page: 1, part: 'block' },
    ]);
    expect(unitsToRead(record({ error_detail: { text_layer: 'none' } }))).toEqual([]);
  });

  test.each([
    undefined,
    record({ is_deleted: true }),
    record({ processing_status: 'QUEUED' }),
    record({ error_detail: null }),
    record({ error_detail: { text_layer: 'unreadable', scanned_pages: [2] } }),
  ])('are none if they are not to be read: %#', (given) => expect(unitsToRead(given)).toBeUndefined());
});

test('pages that are abandoned stay without text, title blocks are left unread', async () => {
  const given = async (
    standing: DocumentRecord | undefined,
    change = vi.fn(async (..._given: unknown[]) => standing),
  ) => {
    const ports = { 'documents.read': { get: async () => standing }, 'documents.write': { change } };
    await giveUp(record(), 'interrupted', ports as never);
    return change.mock.calls;
  };
  const guard = { ifVersion: 3, writeId: 'recognition-failed:3', now: expect.any(Date) };
  const unreadable = { text_layer: 'unreadable', scanned_pages: [2], code: 'interrupted' };
  expect(await given(record())).toEqual([['o', 'p', 'd', { text_status: 'partial', error_detail: unreadable }, guard]]);
  const blocks = record({ error_detail: { text_layer: 'complete', block_pages: [1] } });
  expect(await given(blocks)).toEqual([['o', 'p', 'd', { text_status: 'complete', error_detail: null }, guard]]);
  expect(await given(undefined)).toEqual([]);
  expect(await given(record({ processing_status: 'QUEUED' }))).toEqual([]);
  const taken = vi.fn().mockRejectedValue(new Conflict('It has changed', 'version_conflict'));
  expect(await given(record(), taken)).toHaveLength(1);
});

describe('a recognised image', () => {
  const text = (page: number) => ({ page, width: 100, height: 100, words: [], lines: [], text: `Page ${page}` });
  const page = (number: number, given: object = {}) => ({
    ...{ page: number, text: text(number), confidence: 80, complete: true, ...given },
  });
  const digest = (read: object[]) =>
    recognisedDigest(
      'nowhere',
      record(),
      read as never,
      {
        ...{ ocr: {} as never, deadline: 0, withObjects: async (pages) => [...pages] },
        ...{ opinion: undefined as never, opinions: 0 },
      },
      [],
    );

  test('says how much of it was read, and how surely', async () => {
    const both = await digest([page(1), page(2, { confidence: 61, complete: false })]);
    expect(both).toMatchObject({ page_count: 2, full_image_path: 'full', needs_ocr: false, unread: false });
    expect(both.detail).toEqual({
      ...{ text_layer: 'recognised', scanned_pages: [1, 2], recognised_pages: 2, recognition_confidence: 71 },
      recognition_complete: false,
    });
    const one = await digest([page(1), { page: 2, text: undefined, confidence: 0, complete: true }]);
    expect(one.unread).toBe(true);
    expect(one.detail).toEqual({
      ...{ text_layer: 'recognised', scanned_pages: [1, 2], recognised_pages: 1, recognition_confidence: 80 },
      ...{ recognition_complete: true, unread_pages: [2], reason: expect.stringContaining('not legible') },
    });
  });

  test('without any readable page has no text', async () => {
    const { detail, unread } = await digest([{ page: 1, text: undefined, confidence: 0, complete: false }]);
    expect([detail?.text_layer, detail?.recognition_confidence, unread]).toEqual(['unreadable', 0, true]);
    expect((await digest([])).detail).toBeNull();
    expect((await digest([{ page: 1, block: undefined }])).detail).toBeNull();
  });
});

test('the languages that pages were read in are stated, and those that they are in without data', async () => {
  const page = (number: number, language?: string) => ({
    ...{ page: number, confidence: 90, complete: true, ...(language && { language }) },
    text: { page: number, width: 100, height: 100, text: 'a', words: [] },
  });
  const read = [page(1), page(2, 'dan'), page(3, 'fin')];
  const digest = (languages?: object) =>
    recognisedDigest('a.png', record(), read, { ocr: { languages } } as never, []).then(({ detail }) => detail);
  const detail = await digest({ available: ['eng', 'nor'], missing: ['ell'] });
  expect(detail).toMatchObject({ recognition_languages: ['eng', 'nor'], missing_languages: ['ell', 'fin'] });
  const unbound = await digest();
  expect(unbound).not.toHaveProperty('recognition_languages');
  expect(unbound).not.toHaveProperty('missing_languages');
});

test('a page on which nothing is legible states the scripts that there is no data of', async () => {
  const digest = (available: readonly string[]) =>
    recognisedDigest(
      'a.png',
      record(),
      [{ page: 1, confidence: 0, complete: false }],
      { ocr: { languages: { available, missing: [] } } } as never,
      [],
    );
  const { detail, text, unread } = await digest(['eng', 'jpn', 'kir', 'chi_sim', 'ell']);
  expect([text, unread]).toEqual([null, true]);
  expect(detail?.reason).toMatch(
    /languages eng, jpn, kir, chi_sim, ell, and has no data of the scripts of kor, ara, heb\.$/,
  );
  const all = ['eng', 'jpn', 'kor', 'chi_sim', 'rus', 'ell', 'ara', 'heb'];
  expect((await digest(all)).detail?.reason).toMatch(/heb\.$/);
  expect((await digest(all)).detail?.reason).not.toContain('no data');
});

test('a page with few words keeps them where recognition finds fewer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'recognition-'));
  try {
    const path = join(folder, 'cover.pdf');
    const draw = (pdf: PDFKit.PDFDocument) =>
      pdf.fontSize(24).text('Structural drawings', 72, 72, { lineBreak: false });
    await writeFile(path, await drawPdf([{ width: 842, height: 595, draw }]));
    const means = {
      ...{ ocr: {} as never, deadline: 0, withObjects: async (pages: readonly PageText[]) => [...pages] },
      ...{ opinion: undefined as never, opinions: 0 },
    };
    const digest = (found: string[]) => {
      const words = found.map((text) => ({ text, x: 0, y: 0, width: 9, height: 9, size: 9, angle: 0, drawn: 0.9 }));
      const text = { page: 1, width: 842, height: 595, text: found.join(' '), words };
      const read = [{ page: 1, text, confidence: 0, complete: true }];
      return recognisedDigest(path, record({ mime_type: 'application/pdf' }), read, means, []);
    };
    expect(await digest([])).toMatchObject({ text: 'Structural drawings', unread: false });
    expect((await digest([])).chunks).toHaveLength(1);
    expect((await digest(['STRUCTURAL', 'DRAWINGS'])).text).toBe('STRUCTURAL DRAWINGS');
  } finally {
    await rm(folder, { recursive: true });
  }
});
