import { expect, test } from 'vitest';
import { contentChange, holdsAllContent } from '../../../shared/domain/documents/content.ts';
import { queuedChange } from '../../../shared/domain/documents/queued-change.ts';
import { EXCERPT_CHARACTERS, MAXIMUM_VERSIONS } from '../../../shared/domain/documents/values.ts';

const version = { id: 'v', path: 'content-v.txt', at: '2026-03-12T19:03:58.250Z', source: 'caller' as const };

test('a text becomes the newest version, and the oldest one is dropped', () => {
  const first = contentChange({ version_number: 0, versions: [] }, 'text', version);
  expect(first).toEqual({
    content_excerpt: 'text',
    content_length: 4,
    content_path: 'content-v.txt',
    content_source: 'caller',
    version_number: 1,
    latest_version: 'v',
    versions: [
      {
        version_id: 'v',
        version_number: 1,
        created_at: version.at,
        updated_at: version.at,
        content_path: 'content-v.txt',
        content_length: 4,
      },
    ],
  });
  const versions = Array.from({ length: MAXIMUM_VERSIONS }, (_, i) => ({
    ...(first.versions?.[0] as NonNullable<typeof first.versions>[number]),
    version_number: MAXIMUM_VERSIONS - i,
  }));
  const next = contentChange({ version_number: MAXIMUM_VERSIONS, versions }, 'next', version);
  expect(next.versions?.map(({ version_number }) => version_number)).toEqual(
    Array.from({ length: MAXIMUM_VERSIONS }, (_, i) => MAXIMUM_VERSIONS + 1 - i),
  );
});

test('a record holds a text up to the length of its excerpt', () => {
  const holds = (content_length: number) => holdsAllContent({ content_length });
  expect([0, EXCERPT_CHARACTERS, EXCERPT_CHARACTERS + 1].map(holds)).toEqual([true, true, false]);
  const long = 'a'.repeat(EXCERPT_CHARACTERS + 1);
  const { content_excerpt } = contentChange({ version_number: 0, versions: [] }, long, version);
  expect(content_excerpt?.length).toBeLessThanOrEqual(EXCERPT_CHARACTERS);
});

test('queuing a document clears the results of its last run', () => {
  expect(queuedChange(new Date(version.at))).toEqual({
    queued_at: version.at,
    attempts: 0,
    lease: null,
    text_status: null,
    error: null,
    error_detail: null,
  });
});
