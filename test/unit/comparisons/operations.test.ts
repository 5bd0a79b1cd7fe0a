import { describe, expect, test, vi } from 'vitest';
import { handle as createComparison } from '../../../functions/drawing-comparisons/create-comparison.ts';
import { handle as deleteComparison } from '../../../functions/drawing-comparisons/delete-comparison.ts';
import { handle as getComparison } from '../../../functions/drawing-comparisons/get-comparison.ts';
import type { ComparisonRecord } from '../../../shared/domain/comparisons/comparison.ts';
import { NotFound } from '../../../shared/domain/errors.ts';

const record = {
  ...{ id: 'c', project_id: 'p', organization_id: 'acme', record_version: 7 },
  ...{ files: { report: 'derived/report.html' }, result_path: 'derived/result.json' },
} as unknown as ComparisonRecord;

const request = (isMember: boolean, ifMatch?: string) =>
  ({
    params: { drawing_comparison_id: 'c' },
    caller: { organizationId: 'acme' },
    projects: { allows: async (project: string) => isMember && project === 'p' },
    ifMatch,
  }) as never;

const portsOver = () => {
  const remove = vi.fn(async (..._given: unknown[]) => record);
  const removeFiles = vi.fn(async (_folder: string) => {});
  const removeReview = vi.fn(async (_review: unknown) => {});
  const ports = {
    'comparisons.read': { get: async () => record },
    'comparisons.write': { delete: remove },
    'reviews.read': { ids: async () => ['r'], getMany: async () => [{ id: 'r' }] },
    'reviews.write': { delete: removeReview },
    'files.remove': { below: removeFiles },
  } as never;
  return { ports, remove, removeFiles, removeReview };
};

describe('a comparison', () => {
  test('in a project of which the caller is not a member cannot be found for reading or deleting', async () => {
    const { ports, remove, removeFiles } = portsOver();
    await expect(getComparison(request(false), ports)).rejects.toThrow(NotFound);
    await expect(deleteComparison(request(false), ports)).rejects.toThrow(NotFound);
    expect(remove).not.toHaveBeenCalled();
    expect(removeFiles).not.toHaveBeenCalled();
  });

  test('is deleted at the version that the caller has seen, with all its files and reviews', async () => {
    const { ports, remove, removeFiles, removeReview } = portsOver();
    await deleteComparison(request(true, '7'), ports);
    expect(remove).toHaveBeenCalledWith(record, { ifVersion: 7 });
    expect(removeFiles).toHaveBeenCalledWith('derived/acme/comparison-c/');
    expect(removeReview).toHaveBeenCalledWith({ id: 'r' });
  });

  test('is deleted in any version if the caller names none', async () => {
    const { ports, remove } = portsOver();
    await deleteComparison(request(true), ports);
    expect(remove).toHaveBeenCalledWith(record, { ifVersion: undefined });
  });
});

describe('a new comparison is labelled', () => {
  const sheet = (sheet_number: string | null, revision: string | null) => ({ sheet_number, revision });
  const documents: Record<string, object> = {
    set: { sheets: [sheet('A-101', 'A'), sheet('A-102', 'B')] },
    single: { sheets: [sheet('A-101', 'C')] },
    unread: { sheets: [] },
    named: { document_reference: 'SET-7', revision: 'P2', sheets: [sheet('A-101', 'C')] },
  };
  const drawing = (document_id: string) => ({
    ...{ document_id, organization_id: 'acme', project_id: 'p', is_deleted: false, mime_type: 'application/pdf' },
    ...{ full_image_path: 'page.png', document_reference: null, revision: null, ...documents[document_id] },
  });
  const numbersOf = async (original_document_id: string, comparison_document_id: string) => {
    const create = vi.fn(async (made: ComparisonRecord) => made);
    const ports = {
      'documents.read': { getMany: async (_: string, ids: string[]) => ids.map(drawing) },
      'organizations.read': { get: async () => undefined },
      'comparisons.write': { create },
      'queue.compare': { send: async () => {} },
    } as never;
    const asked = {
      body: { original_document_id, comparison_document_id },
      caller: { organizationId: 'acme', userId: 'ann' },
      projects: { allows: async () => true },
      now: new Date(),
      newId: () => 'w',
    } as never;
    await createComparison(asked, ports);
    const [made] = create.mock.calls[0] ?? expect.fail('none is made');
    return [
      [made.original_drawing_number, made.original_drawing_revision],
      [made.comparison_drawing_number, made.comparison_drawing_revision],
    ];
  };

  test('with number and revision of a single sheet, and not with those of one among several', async () => {
    expect(await numbersOf('set', 'single')).toEqual([
      [null, null],
      ['A-101', 'C'],
    ]);
    expect(await numbersOf('single', 'set')).toEqual([
      ['A-101', 'C'],
      [null, null],
    ]);
  });

  test("with the document's own number rather than its sheet's", async () => {
    expect(await numbersOf('named', 'unread')).toEqual([
      ['SET-7', 'P2'],
      [null, null],
    ]);
  });
});
