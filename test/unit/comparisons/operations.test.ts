import { describe, expect, test, vi } from 'vitest';
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
  test('of a project that the caller is no member of does not exist to get or to delete', async () => {
    const { ports, remove, removeFiles } = portsOver();
    await expect(getComparison(request(false), ports)).rejects.toThrow(NotFound);
    await expect(deleteComparison(request(false), ports)).rejects.toThrow(NotFound);
    expect(remove).not.toHaveBeenCalled();
    expect(removeFiles).not.toHaveBeenCalled();
  });

  test('is deleted on the version that the caller has seen, with all its files and reviews', async () => {
    const { ports, remove, removeFiles, removeReview } = portsOver();
    await deleteComparison(request(true, '7'), ports);
    expect(remove).toHaveBeenCalledWith(record, { ifVersion: 7 });
    expect(removeFiles).toHaveBeenCalledWith('derived/acme/comparison-c/');
    expect(removeReview).toHaveBeenCalledWith({ id: 'r' });
  });

  test('is deleted as it stands where the caller names no version', async () => {
    const { ports, remove } = portsOver();
    await deleteComparison(request(true), ports);
    expect(remove).toHaveBeenCalledWith(record, { ifVersion: undefined });
  });
});
