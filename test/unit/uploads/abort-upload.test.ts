import { expect, test } from 'vitest';
import { handle } from '../../../functions/uploads/abort-upload.ts';
import { Conflict } from '../../../shared/domain/errors.ts';
import type { UploadRecord } from '../../../shared/domain/uploads/upload-record.ts';
import type { ChangeGuard } from '../../../shared/ports.ts';

const now = new Date('2026-03-12T19:03:10Z');
const upload = {
  upload_id: 'u1',
  project_id: 'p1',
  store_path: 'uploads/o1/u1/sheet.pdf',
  multipart_id: 'm1',
  part_size: 5,
  registrable_until: now.getTime() / 1000 + 60,
  record_version: 1,
} as UploadRecord;
const request = {
  params: { upload_id: 'u1' },
  caller: { organizationId: 'o1' },
  projects: { allows: async () => true },
  ifMatch: '1',
  now,
  newId: () => 'w1',
} as never;

/**
 * An object store in which the upload is completed just before its parts are removed, or never.
 * @param awaiting the document that registers the upload while its parts are removed
 */
const abort = (
  isCompletedFirst: boolean,
  awaiting: string | null = null,
  failed: unknown[] = [],
  found: UploadRecord = upload,
) => {
  let stands = false;
  return handle(request, {
    'uploads.read': { get: async () => found },
    'uploads.write': {
      abort: async (_organization: string, _upload: string, { ifVersion }: ChangeGuard) => {
        if (awaiting !== null && ifVersion === 1) throw new Conflict();
        return { ...upload, document_id: awaiting };
      },
    } as never,
    'documents.write': { change: async (...given: unknown[]) => failed.push(given[2]) } as never,
    'files.read': { head: async () => (stands ? { size: 5 } : undefined) } as never,
    'files.multipart': {
      abort: async () => {
        stands = isCompletedFirst;
      },
    } as never,
  });
};

test('aborting a completed upload reports that the file exists', async () => {
  await expect(abort(true)).rejects.toThrow(Conflict);
  expect(await abort(false)).toMatchObject({ status: 200, body: { upload_id: 'u1' } });
});

test('an upload whose parts are gone is aborted although a document registers it meanwhile, and the document fails', async () => {
  const failed: unknown[] = [];
  expect(await abort(false, 'd1', failed)).toMatchObject({ status: 200 });
  expect(failed).toEqual(['d1']);
});

test('repeating an abort that was interrupted fails the document, whatever version the request names', async () => {
  const failed: unknown[] = [];
  const aborted = { ...upload, is_closed: true, is_aborted: true, document_id: 'd1', record_version: 2 };
  expect(await abort(false, null, failed, aborted)).toMatchObject({ status: 200 });
  expect(failed).toEqual(['d1']);
});
