import * as z from 'zod';
import type { ComparisonRecord } from '../../../../shared/domain/comparisons/comparison.ts';
import type { ReportRecord } from '../../../../shared/domain/reports/report.ts';
import type { ReportCell, ReportColumn } from '../../../../shared/domain/reports/report-table.ts';
import type { SourcePorts, TableSource } from './source.ts';

const columns: readonly ReportColumn[] = [
  { key: 'compared_at', title: 'Compared', type: 'time', width: 9 },
  { key: 'drawing_number', title: 'Drawing', type: 'text', width: 12 },
  { key: 'from_revision', title: 'From', type: 'text', width: 6 },
  { key: 'to_revision', title: 'To', type: 'text', width: 6 },
  { key: 'item', title: 'Item', type: 'number', width: 5 },
  { key: 'page', title: 'Page', type: 'number', width: 5 },
  { key: 'kind', title: 'Kind', type: 'text', width: 11 },
  { key: 'description', title: 'Change', type: 'text', width: 46 },
  { key: 'difference_rating', title: 'Rating, 1 to 5', type: 'number', width: 8 },
  { key: 'cost_effect', title: 'Cost effect, −5 to 5', type: 'number', width: 9 },
  { key: 'comparison_id', title: 'Comparison', type: 'text', width: 13, isIdentifier: true },
];

/** The fields of an item of the stored result that a row shows. */
const Result = z.object({
  items: z.array(
    z.object({
      page: z.number(),
      kind: z.string(),
      description: z.string(),
      difference_rating: z.number(),
      cost_effect: z.number(),
    }),
  ),
});
type Item = z.infer<typeof Result>['items'][number];

const rowOf = (comparison: ComparisonRecord, text: string, number: number | null, item?: Item): ReportCell[] => [
  comparison.created_at,
  comparison.comparison_drawing_number ?? comparison.original_drawing_number,
  comparison.original_drawing_revision,
  comparison.comparison_drawing_revision,
  number,
  item?.page ?? null,
  item?.kind ?? null,
  text,
  item?.difference_rating ?? null,
  item?.cost_effect ?? null,
  comparison.id,
];

/** Returns the rows of a comparison; one without items states why, so that no comparison of the period is missing. */
const rowsOf = async (comparison: ComparisonRecord, files: SourcePorts['files.read']): Promise<ReportCell[][]> => {
  const { status, error, result_path } = comparison;
  if (status === 'failed') return [rowOf(comparison, `Not compared: ${error ?? 'failed'}`, null)];
  if (status !== 'ready' || result_path === null) return [rowOf(comparison, 'Not compared yet', null)];
  const { items } = Result.parse(JSON.parse(Buffer.from(await files.bytes(result_path)).toString('utf8')));
  if (items.length === 0) return [rowOf(comparison, 'No changes', null)];
  return items.map((item, i) => rowOf(comparison, item.description, i + 1, item));
};

const BATCH = 50;

/** Yields the project's comparisons created in the period, newest first. */
const comparisonsOf = async function* (
  { organization_id, project_id, from, to }: ReportRecord,
  comparisons: SourcePorts['comparisons.read'],
): AsyncGenerator<ComparisonRecord> {
  let cursor: string | undefined;
  do {
    const place = { list: 'inProject', parent: project_id, cursor, limit: BATCH } as const;
    const page = await comparisons.list(organization_id, place);
    for (const comparison of page.records) {
      if (from !== null && comparison.created_at < from) return;
      if (to === null || comparison.created_at <= to) yield comparison;
    }
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
};

/** One row per item of the comparisons of a period, the most important of each comparison first. */
export const drawingChanges: TableSource = async (record, ports) => {
  const rows = async function* () {
    for await (const comparison of comparisonsOf(record, ports['comparisons.read'])) {
      yield* await rowsOf(comparison, ports['files.read']);
    }
  };
  return { columns, rows: rows() };
};
