import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComparedFiles } from '../../../shared/comparison/index.ts';
import type { ComparisonChange, ComparisonRecord } from '../../../shared/domain/comparisons/comparison.ts';
import { comparisonPath } from '../../../shared/domain/comparisons/paths.ts';
import type { FilesWrite } from '../../../shared/ports.ts';

/** Files written to the object store concurrently. */
const PARALLEL = 8;

/** Returns the name of an image in links and items: `sheet-1/overlay.png` → `sheet-1/overlay`. */
const nameOf = (path: string): string => path.replace(/\.(png|html)$/, '');

/**
 * Stores images, report and result of a finished comparison under its own prefix, so that storing them twice leaves the
 * same objects. Returns the change of the record. Each item names its own crops.
 */
export const storeComparison = async (
  record: ComparisonRecord,
  { result, files }: ComparedFiles,
  folder: string,
  store: FilesWrite,
): Promise<ComparisonChange & { files: Record<string, string>; result_path: string }> => {
  const pathOf = (path: string) => comparisonPath(record, path);
  const pictures = files.filter(({ role }) => role !== 'result');
  for (let start = 0; start < pictures.length; start += PARALLEL) {
    await Promise.all(
      pictures.slice(start, start + PARALLEL).map(async ({ path, media_type }) => {
        await store.put(pathOf(path), await readFile(join(folder, path)), media_type);
      }),
    );
  }
  const crops = new Map(pictures.map(({ role, item, path }) => [`${role} ${item}`, nameOf(path)]));
  const items = result.items.map((item) => ({
    ...item,
    crop: crops.get(`item ${item.number}`),
    older_crop: crops.get(`item_older ${item.number}`),
    newer_crop: crops.get(`item_newer ${item.number}`),
  }));
  const result_path = pathOf('result.json');
  await store.put(result_path, Buffer.from(JSON.stringify({ ...result, items })), 'application/json');
  return {
    // For a set without a common number or revision, the result has an empty string and the record keeps its value.
    original_drawing_number: result.original_drawing_number || record.original_drawing_number,
    comparison_drawing_number: result.comparison_drawing_number || record.comparison_drawing_number,
    original_drawing_revision: result.original_drawing_revision || record.original_drawing_revision,
    comparison_drawing_revision: result.comparison_drawing_revision || record.comparison_drawing_revision,
    description: result.description,
    summary: result.summary,
    item_count: result.items.length,
    result_path,
    // Without the crops, which the items name: those of a whole set would not fit into a record.
    files: Object.fromEntries(
      pictures.filter(({ item }) => item === undefined).map(({ path }) => [nameOf(path), pathOf(path)]),
    ),
    error: null,
    error_detail: null,
    lease: null,
  };
};
