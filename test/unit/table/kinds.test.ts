import { describe, expect, test } from 'vitest';
import type { ComparisonRecord } from '../../../shared/domain/comparisons/comparison.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import type { ReceiptRecord } from '../../../shared/domain/transmittals/receipt.ts';
import type { UploadRecord } from '../../../shared/domain/uploads/upload-record.ts';
import { busyFields, isBusy } from '../../../shared/table/busy-fields.ts';
import { busyPartition, busyShard, personKey } from '../../../shared/table/keys.ts';
import { documentEvent, lifecycle, workEvents } from '../../../shared/table/kind-events.ts';
import { kinds, removableIn } from '../../../shared/table/kinds/index.ts';

const document = (fields: Partial<DocumentRecord>) =>
  ({ processing_status: 'PROCESSED', is_deleted: false, ...fields }) as DocumentRecord;
const AT = '2026-03-01T10:00:00.000Z';

describe('the event of a change', () => {
  test('of a record that requests alone change', () => {
    const eventOf = lifecycle('task');
    expect([eventOf(undefined, {}), eventOf({}, {}), eventOf({}, undefined)]).toEqual([
      ...['task.created', 'task.updated', 'task.deleted'],
    ]);
  });

  test.each([
    [undefined, 'queued', 'requested'],
    ['queued', 'running', 'updated'],
    ['running', 'ready', 'ready'],
    ['ready', 'ready', 'updated'],
    ['running', 'failed', 'failed'],
    ['failed', 'failed', 'updated'],
    ['ready', undefined, 'deleted'],
  ])('of a record that a worker completes, from %s to %s: %s', (before, after, event) => {
    const record = (status: string | undefined) => (status === undefined ? undefined : { status });
    expect(workEvents('report')(record(before), record(after))).toBe(`report.${event}`);
  });

  test.each<[Partial<DocumentRecord> | undefined, Partial<DocumentRecord> | undefined, string | undefined]>([
    [undefined, { processing_status: 'PENDING' }, 'registered'],
    [undefined, { processing_status: 'PENDING_PROCESSING' }, 'registered'],
    [undefined, { processing_status: 'UPLOADED' }, 'registered'],
    [undefined, { processing_status: 'QUEUED' }, 'received'],
    [undefined, { processing_status: 'ACCEPTED' }, 'received'],
    [{ processing_status: 'PENDING' }, { processing_status: 'QUEUED' }, 'received'],
    [{ processing_status: 'PROCESSED' }, { processing_status: 'QUEUED' }, 'updated'],
    [{ processing_status: 'PROCESSING' }, { processing_status: 'PROCESSED' }, 'processed'],
    [{ processing_status: 'QUEUED' }, { processing_status: 'DUPLICATE' }, 'duplicate'],
    [{ processing_status: 'PENDING' }, { processing_status: 'ACCEPTED' }, 'accepted'],
    [{ processing_status: 'PROCESSING' }, { processing_status: 'FAILED' }, 'failed'],
    [{ processing_status: 'PROCESSED' }, { processing_status: 'PROCESSED' }, 'updated'],
    [{ is_deleted: false }, { is_deleted: true }, 'deleted'],
    [{ is_deleted: true }, { is_deleted: false }, 'restored'],
    [{ is_deleted: true }, { is_deleted: true, purge_started_at: AT }, 'purged'],
    [{ purge_started_at: AT }, { purge_started_at: AT }, 'updated'],
    [{ is_deleted: true }, undefined, undefined],
  ])('of a document, from %o to %o: %s', (before, after, event) => {
    const type = documentEvent(before && document(before), after && document(after));
    expect(type).toBe(event && `document.${event}`);
  });

  test('of an upload, which ends, and of a receipt, whose changes are none', () => {
    const upload = {} as UploadRecord;
    const { typeOf } = kinds.uploads.events;
    expect(typeOf(undefined, upload)).toBe('upload.issued');
    expect(typeOf(upload, upload)).toBeUndefined();
    expect(typeOf(upload, undefined)).toBe('upload.removed');
    const receipt = { transmittal_id: 't' } as ReceiptRecord;
    expect(kinds.receipts.events.typeOf(undefined)).toBe('transmittal.downloaded');
    expect(kinds.receipts.events.typeOf(receipt)).toBeUndefined();
    expect(kinds.receipts.events.idOf(receipt)).toBe('t');
  });
});

describe('the sparse index', () => {
  const busy = { gsi1pk: busyPartition(busyShard('d1')), gsi1sk: AT };

  test.each(['QUEUED', 'PROCESSING'])('contains a document that is %s', (status) => {
    expect(isBusy(status)).toBe(true);
    expect(busyFields('d1', status, AT)).toEqual(busy);
    expect(kinds.documents.indexed(status, 'd1', AT)).toEqual(busy);
  });

  test.each(['PENDING', 'PROCESSED', 'FAILED', 'DUPLICATE'])('contains no document that is %s', (status) => {
    expect(busyFields('d1', status, AT)).toEqual({});
    expect(kinds.documents.indexed(status, 'd1', AT)).toBeNull();
  });

  test.each([
    [kinds.comparisons.indexed, 'BUSY-COMPARISONS'],
    [kinds.reports.indexed, 'BUSY-REPORTS'],
  ])('keeps a running record where it was queued, and none that ended', (indexed, partition) => {
    expect(indexed('queued', 'c1', AT)).toEqual({ gsi1pk: partition, gsi1sk: AT });
    expect(indexed('running', 'c1', AT)).toBeUndefined();
    expect(indexed('ready', 'c1', AT)).toBeNull();
  });
});

test('a comparison is in the lists of its project and of both documents', () => {
  const record = { project_id: 'p', original_drawing_id: 'a', comparison_drawing_id: 'b' } as ComparisonRecord;
  const { inProject, ofOlder, ofNewer } = kinds.comparisons.lists;
  expect([inProject, ofOlder, ofNewer].map((list) => list.parentOf(record))).toEqual(['p', 'a', 'b']);
});

test('people are in the partition of their organization, with identifiers that cannot contain a separator', () => {
  expect(personKey('acme', 'a#b')).toEqual({ pk: expect.stringMatching(/acme#PEOPLE$/), sk: 'a%23b' });
  expect(personKey('other', 'a#b').pk).not.toBe(personKey('acme', 'a#b').pk);
});

test('records are removed with their project, or with their organization, if a list contains all of them', () => {
  expect(removableIn('project')).toEqual(expect.arrayContaining(['receipts', 'set-comparisons', 'sheet-corrections']));
  expect(removableIn('organization')).toContain('sheet-templates');
  for (const name of removableIn('project')) {
    expect(kinds[name].lists).toHaveProperty('inProject');
    expect(kinds[name].belongsTo).toContain('project');
  }
  for (const name of removableIn('organization')) {
    expect(kinds[name].lists).toHaveProperty('inOrganization');
    expect(kinds[name].belongsTo).toContain('organization');
  }
  // Written by an adapter of its own, which a remover has to call.
  expect(removableIn('project')).not.toContain('tasks');
});
