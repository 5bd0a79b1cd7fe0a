import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { handle as processSlice } from '../../../functions/workers/process-slice.ts';
import { newDocument } from '../../../shared/domain/documents/new-document.ts';
import { processingRun } from '../../../shared/domain/documents/processing-run.ts';
import { NotFound } from '../../../shared/domain/errors.ts';

const now = new Date('2026-06-01T09:00:00Z');
const caller = {
  ...{
    issuer: 'https://id.example.com',
    subject: 'ann',
    organizationId: 'acme',
    roles: [],
    scopes: [],
    isLimitedByScope: false,
  },
  ...{ name: null, email: null, company: null },
};
const record = newDocument(caller as never, now, {
  ...{ document_id: 'd', project_id: 'p', filename: 'a.pdf', store_path: 'files/acme/a/a.pdf' },
  ...{ processing_status: 'PROCESSING', write_id: 'w' },
});
const run = processingRun(record);

/** Joins two completed slices, of one page each without a word; returns the calls made. */
const joined = async (end: () => Promise<object>) => {
  const done: string[] = [];
  const page = (from: number) => ({ page: from, width: 200, height: 100, words: [], text: '' });
  const ports = {
    'documents.read': { get: async () => record },
    'documents.write': { extendLease: async () => true, dropLease: async () => {}, change: vi.fn(end) },
    'slices.write': {
      get: async () => ({ run, count: 2, size: 1, facts: {}, finished: new Set([1, 2]) }),
      remove: async () => void done.push('plan removed'),
    },
    'files.read': {
      bytes: async (path: string) => gzipSync(JSON.stringify({ pages: [page(path.includes('1.') ? 1 : 2)] })),
    },
    'files.write': {
      put: async () => {},
      delete: async (paths: string[]) => void done.push(`${paths.length} texts removed`),
    },
    'sheet-templates.read': { list: async () => ({ records: [] }) },
    'chunks.write': { replace: async () => {} },
    embedder: { model: 'm', embed: async () => [] },
    'queue.ocr': { send: async () => void done.push('recognition asked for') },
  };
  const message = {
    ...{ organization_id: 'acme', project_id: 'p', document_id: 'd' },
    slice: { run, from: 2, to: 2, next: 2 },
  };
  const given = {
    ...{ now, deadline: Date.now() + 60_000, requestId: 'q', signal: new AbortController().signal },
    delivery: { messageId: 'm', attempt: 1, last: false },
  };
  await processSlice(message, ports as never, given as never);
  expect(ports['documents.write'].change).toHaveBeenCalledOnce();
  return done;
};

test('after joining, a set is cleaned up, and recognition of its pages without text is requested', async () => {
  expect(await joined(async () => record)).toEqual(['recognition asked for', '2 texts removed', 'plan removed']);
});

test('nothing more is requested or removed for a set deleted while it was joined', async () => {
  expect(await joined(() => Promise.reject(new NotFound('The document is gone')))).toEqual([]);
});
