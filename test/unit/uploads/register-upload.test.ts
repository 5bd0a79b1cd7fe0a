import { expect, test } from 'vitest';
import { handle } from '../../../functions/documents/create-document.ts';
import { Invalid, NotFound } from '../../../shared/domain/errors.ts';
import type { UploadRecord } from '../../../shared/domain/uploads/upload-record.ts';

const now = new Date('2026-03-12T19:03:10Z');
const path = 'uploads/acme/u1/sheet.pdf';
const issued = { upload_id: 'u1', project_id: 'p', store_path: path, registrable_until: now.getTime() / 1000 + 1 };

/** Registers an upload issued with the given values. Past the check, the requested project is missing. */
const register = (upload: Partial<UploadRecord>, at = now) => {
  const request = {
    body: { document_id: 'd', filename: 'sheet.pdf', store_path: path, project_id: 'p', processing_status: 'UPLOADED' },
    caller: { organizationId: 'acme' },
    projects: { allows: async () => true, visible: async () => 'all', visibleProject: async () => ({}) },
    now: at,
    newId: () => 'id',
  } as never;
  const past = new NotFound();
  return handle(request, {
    'projects.read': { get: async () => ({ id: 'p' }) },
    'organizations.read': { get: async () => undefined },
    'uploads.read': { get: async () => ({ ...issued, ...upload }) },
    'files.read': {
      head: async () => ({ size: 1, lastModified: now }),
      start: () => Promise.reject(past),
      bytes: () => Promise.reject(past),
      range: () => Promise.reject(past),
    },
  } as never);
};

test('an upload that has expired, or was issued for another project or path, cannot be registered', async () => {
  await expect(register({}, new Date(issued.registrable_until * 1000))).rejects.toThrow(Invalid);
  await expect(register({ project_id: 'other' })).rejects.toThrow(Invalid);
  await expect(register({ store_path: 'uploads/acme/u1/other.pdf' })).rejects.toThrow(Invalid);
  await expect(register({})).rejects.not.toThrow(Invalid);
});
