import { expect, test } from 'vitest';
import { notesOf } from '../../../shared/domain/documents/processing-notes.ts';

const scan = { text_layer: 'recognised', scanned_pages: [1] };
const processed = { processing_status: 'PROCESSED' } as const;

test('a scan that was read whole has notes on its reading, and no error', () => {
  for (const text_status of ['recognising', 'complete'] as const) {
    expect(notesOf({ ...processed, text_status, error_detail: scan })).toEqual({ error_detail: null, reading: scan });
  }
});

test('what could not be read is an error', () => {
  const unread = { ...scan, unread_pages: [1] };
  const partly = notesOf({ ...processed, text_status: 'partial', error_detail: unread });
  expect(partly).toEqual({ error_detail: unread, reading: unread });
  const full = { ...scan, sheets_up_to_page: 9 };
  expect(notesOf({ ...processed, text_status: 'complete', error_detail: full }).error_detail).toEqual(full);
  const warned = { warnings: ['a chart'] };
  const office = notesOf({ ...processed, text_status: 'complete', error_detail: warned });
  expect(office).toEqual({ error_detail: warned, reading: null });
});

test('failures and duplicates keep their details', () => {
  for (const processing_status of ['FAILED', 'DUPLICATE'] as const) {
    const error_detail = { code: 'damaged' };
    expect(notesOf({ processing_status, text_status: null, error_detail })).toEqual({ error_detail, reading: null });
  }
});
