import { expect, test } from 'vitest';
import { LINK_SECONDS, uploadEnd } from '../../../shared/domain/uploads/upload-record.ts';

test('an upload expires after a registration that began in time has ended', () => {
  const until = Date.parse('2026-03-12T19:00:00Z') / 1000;
  expect(uploadEnd({ registrable_until: until })).toBe('2026-03-12T20:00:00.000Z');
  expect(LINK_SECONDS).toBe(3600);
});
