import { expect, test } from 'vitest';
import { arrivalEnd, LINK_SECONDS, uploadEnd } from '../../../shared/domain/uploads/upload-record.ts';

test('an upload expires after a registration that began in time has ended', () => {
  const until = Date.parse('2026-03-12T19:00:00Z') / 1000;
  expect(uploadEnd({ registrable_until: until })).toBe('2026-03-12T20:00:00.000Z');
  expect(LINK_SECONDS).toBe(3600);
});

test('the file of an upload arrives within two lifetimes of its only link, or while its parts are signed', () => {
  const upload = {
    created_at: '2026-03-12T10:00:00.000Z',
    registrable_until: Date.parse('2026-03-13T10:00:00Z') / 1000,
  };
  expect(arrivalEnd({ ...upload, multipart_id: null })).toBe('2026-03-12T12:00:00.000Z');
  expect(arrivalEnd({ ...upload, multipart_id: 'm1' })).toBe('2026-03-13T11:00:00.000Z');
});
