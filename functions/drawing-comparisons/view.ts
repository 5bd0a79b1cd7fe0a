import * as z from 'zod';
import type { JudgedItem } from '../../shared/comparison/exports/judge.ts';
import { totalsOf } from '../../shared/comparison/totals.ts';
import { ComparisonRecord } from '../../shared/domain/comparisons/comparison.ts';
import { comparisonPath } from '../../shared/domain/comparisons/paths.ts';
import { PriceList } from '../../shared/domain/comparisons/price-list.ts';
import { updatedBy } from '../../shared/domain/events/event.ts';
import { disciplineOf } from '../../shared/domain/sheets/discipline.ts';
import { SupersededBy, supersededBy } from '../../shared/domain/sheets/superseded.ts';
import { PROJECT_SHEETS_PORTS, projectSheets } from '../../shared/http/project-sheets.ts';
import type { Ports } from '../../shared/ports.ts';
import { ComparedSheetView, ItemView, TotalsView } from './change-view.ts';
import { foundChanges, type StoredItem } from './lib/reviewed-changes.ts';

/** Lifetime in seconds of the links to images and report. */
const LINK_SECONDS = 3600;

const time = z.string().meta({ format: 'date-time' });
/** A comparison in a list: without its items and internal fields. */
export const ComparisonListItem = ComparisonRecord.omit({
  organization_id: true,
  result_path: true,
  files: true,
  price_list: true,
  attempts: true,
  queued_at: true,
  requested_by: true,
  lease: true,
  record_version: true,
  write_id: true,
})
  .extend({ created_at: time, updated_at: time, updated_by: updatedBy })
  .meta({ id: 'DrawingComparisonListItem' });

const SheetOfComparison = ComparedSheetView.extend({
  superseded_by: SupersededBy.nullable().meta({
    description: 'The revision that has replaced the newer sheet since; null if none has',
  }),
}).meta({ id: 'SheetOfComparison' });

/** The complete comparison; `items` is empty until it is ready. */
export const Comparison = ComparisonListItem.extend({
  price_list: PriceList.nullable(),
  items: z.array(ItemView),
  sheets: z.array(SheetOfComparison).meta({ description: 'Each pair of sheets, in the order of the newer document' }),
  totals: TotalsView,
  files: z.record(z.string(), z.string()).meta({
    description:
      'Links by name: `sheet-1/overlay`, `sheet-1/added` and `sheet-1/removed` of each sheet (PNG), `report` (HTML)',
    example: { report: 'https://files.example.com/report.html' },
  }),
}).meta({ id: 'DrawingComparison' });

/** Returns the record without internal fields: the schema drops every other field. */
export const toComparisonListItem = (record: ComparisonRecord): z.output<typeof ComparisonListItem> =>
  ComparisonListItem.parse({ ...record, updated_by: record.updated_by ?? null });

/** Returns a change with links to its images instead of their names. */
export const toItem = async (
  record: ComparisonRecord,
  { crop, older_crop, newer_crop, ...item }: StoredItem & JudgedItem,
  presign: Ports['files.presign'],
): Promise<ItemView> => {
  const names = Object.entries({ crop_url: crop, older_crop_url: older_crop, newer_crop_url: newer_crop });
  const links = names.map(async ([field, name]) =>
    name === undefined ? [] : [[field, await presign.view(comparisonPath(record, `${name}.png`), LINK_SECONDS)]],
  );
  const { number = 0, sheet = 0, ...rest } = item;
  // The engine's flat type has the fields of all kinds; `Item` restricts each kind to its own.
  return { number, sheet, ...rest, ...Object.fromEntries((await Promise.all(links)).flat()) } as ItemView;
};

/** The ports that `toComparison` needs, for `uses`. */
export const VIEW_PORTS = ['files.read', 'files.presign', 'reviews.read', ...PROJECT_SHEETS_PORTS] as const;

/** Returns the comparison with its changes and links to its images and report; without items until it is ready. */
export const toComparison = async (
  record: ComparisonRecord,
  ports: Pick<Ports, (typeof VIEW_PORTS)[number]>,
): Promise<z.input<typeof Comparison>> => {
  const presign = ports['files.presign'];
  const link = async ([name, path]: [string, string]) => [name, await presign.view(path, LINK_SECONDS)] as const;
  const [found, links] = await Promise.all([
    foundChanges(record, ports),
    Promise.all(Object.entries(record.files).map(link)),
  ]);
  const document_id = record.comparison_drawing_id;
  const register = found.sheets.length > 0 ? await projectSheets(record, ports) : undefined;
  return {
    ...toComparisonListItem(record),
    price_list: record.price_list,
    items: await Promise.all(found.items.map((item) => toItem(record, item, presign))),
    sheets: found.sheets.map((sheet) => ({
      ...sheet,
      discipline: disciplineOf(sheet.sheet_number, sheet.title),
      superseded_by: register && sheet.page !== null ? supersededBy(register, { document_id, page: sheet.page }) : null,
    })),
    totals: totalsOf(found.items, record.price_list),
    files: Object.fromEntries(links),
  };
};
