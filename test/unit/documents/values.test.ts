import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../shared/domain/access/caller.ts';
import { latestOf } from '../../../shared/domain/documents/latest-revision.ts';
import { newDocument } from '../../../shared/domain/documents/new-document.ts';
import { TRANSITIONS, transitionTo } from '../../../shared/domain/documents/transitions.ts';
import { DocumentType, Filename, NewDocumentId } from '../../../shared/domain/documents/values.ts';

describe('values of a document', () => {
  test('a type is accepted in any spelling and returned in one', () => {
    expect(['drawing', 'DRAWING', 'Brochure'].map((text) => DocumentType.parse(text))).toEqual([
      'DRAWING',
      'DRAWING',
      'brochure',
    ]);
    for (const wrong of ['plan', 7, null]) expect(DocumentType.safeParse(wrong).success).toBe(false);
  });

  test.each(['.', '..', 'by-ids', 'search'])('%j is reserved, and rejected as identifier of a new document', (id) => {
    expect(NewDocumentId.safeParse(id).success).toBe(false);
    expect(NewDocumentId.safeParse(`${id}-1`).success).toBe(true);
  });

  test('a file name must not be a path', () => {
    for (const wrong of ['', '.', '..', 'a/b', 'a\\b', 'a\nb']) expect(Filename.safeParse(wrong).success).toBe(false);
    for (const right of ['...', '.a', 'a.pdf']) expect(Filename.safeParse(right).success).toBe(true);
  });
});

test('a state may be set from every state with a transition to it, and from no other', () => {
  expect(new Set(transitionTo('QUEUED').from)).toEqual(
    new Set([...TRANSITIONS.arrive.from, ...TRANSITIONS.reprocess.from]),
  );
  expect(transitionTo('PROCESSED')).toMatchObject({ from: ['PROCESSING'], to: 'PROCESSED' });
  expect(transitionTo('PENDING').from).toEqual([]);
});

test('the only revision that is not deleted is the latest, even if a younger one is deleted', () => {
  const old = { document_id: 'z', created_at: '2026-01-01', is_deleted: false };
  const deleted = { document_id: 'a', created_at: '2026-01-02', is_deleted: true };
  expect(latestOf([old, deleted])).toBe(old);
  expect(latestOf([deleted, old])).toBe(old);
  const younger = { ...old, document_id: 'a', created_at: '2026-01-02' };
  expect(latestOf([younger, old])).toBe(younger);
});

test('server-owned fields of a new document are set by the server whatever the request contains', () => {
  const caller: Caller = {
    ...{ issuer: 'i', subject: 'ann', organizationId: 'acme', roles: ['member'], scopes: [], isLimitedByScope: false },
    ...{ name: null, email: null, company: null },
  };
  const told = { organization_id: 'rival', created_at: '1999', updated_at: '1999', creation_id: 'other' };
  const now = new Date('2026-06-01T09:00:00Z');
  const record = newDocument(caller, now, {
    ...{ document_id: 'a', project_id: 'p', filename: 'a', store_path: 'files/acme/a/a', write_id: 'w' },
    ...{ processing_status: 'QUEUED', ...told },
  });
  expect(record).toMatchObject({
    ...{ organization_id: 'acme', creation_id: 'w', revision_root: 'a', file_extension: null },
    ...{ is_latest: true, is_deleted: false, auto_generated: false },
    ...{ created_at: now.toISOString(), updated_at: now.toISOString() },
  });
});
