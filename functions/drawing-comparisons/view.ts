import type * as z from 'zod';
import type { ComparisonRecord } from '../../shared/domain/comparisons/comparison.ts';
import { type Comparison, ComparisonResult, toListItem } from '../../shared/domain/comparisons/view.ts';
import type { Ports } from '../../shared/ports.ts';

/** Seconds the links to pictures and report live. */
const LINK_SECONDS = 3600;

/** The comparison with what was found, and links to its pictures and its report; without items while it is not made. */
export const toComparison = async (
  record: ComparisonRecord,
  ports: Pick<Ports, 'files.read' | 'files.presign'>,
): Promise<z.input<typeof Comparison>> => {
  const [result, links] = await Promise.all([
    record.result_path === null ? undefined : ports['files.read'].bytes(record.result_path),
    Promise.all(
      Object.entries(record.files).map(
        async ([name, path]) => [name, await ports['files.presign'].view(path, LINK_SECONDS)] as const,
      ),
    ),
  ]);
  const found = result && ComparisonResult.parse(JSON.parse(Buffer.from(result).toString('utf8')));
  const files = Object.fromEntries(links);
  const items = (found?.items ?? []).map(({ crop, ...item }) => ({
    ...item,
    ...(typeof crop === 'string' && files[crop] !== undefined && { crop_url: files[crop] }),
  }));
  const sheets = Array.isArray(found?.sheets) ? found.sheets : [];
  return { ...toListItem(record), items, sheets, files };
};
