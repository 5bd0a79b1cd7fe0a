import * as z from 'zod';
import type { ComparisonRecord } from '../../../../shared/domain/comparisons/comparison.ts';
import type { Notification } from '../../../../shared/domain/notifications/notification.ts';
import type { ContentOf, ContentPorts } from './mail-content.ts';
import { sealedLink } from './mail-link.ts';

const Result = z.object({
  items: z.array(
    z.object({ sheet: z.int().optional(), description: z.string(), difference_rating: z.int(), cost_effect: z.int() }),
  ),
});
type Item = z.infer<typeof Result>['items'][number];

/** Maximum changes listed in a mail. */
const SHOWN = 8;
/** Width in pixels: twice the width of a mail, for high-resolution screens. */
const WIDTH = 1072;

const byWeight = (a: Item, b: Item): number =>
  b.difference_rating - a.difference_rating || Math.abs(b.cost_effect) - Math.abs(a.cost_effect);

const resultOf = async ({ result_path }: ComparisonRecord, ports: ContentPorts): Promise<Item[]> => {
  if (result_path === null) return [];
  const bytes = await ports['files.read'].bytes(result_path);
  return Result.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))).items.sort(byWeight);
};

/** Returns the overlay of both drawings, small enough for a mail. */
const overlayOf = async ({ files }: ComparisonRecord, sheet: number, ports: ContentPorts) => {
  const path = files[`sheet-${sheet}/overlay`];
  if (path === undefined) return undefined;
  // Few mails have an image.
  const { default: sharp } = await import('sharp');
  const bytes = await sharp(await ports['files.read'].bytes(path))
    .resize({ width: WIDTH, withoutEnlargement: true })
    .png({ palette: true })
    .toBuffer();
  return { filename: 'overlay.png', bytes };
};

export const comparisonContent: ContentOf<Notification> = async (
  { organization_id, entity_id },
  recipient,
  ports,
  now,
) => {
  const record = await ports['comparisons.read'].get(organization_id, entity_id);
  if (record?.status !== 'ready') return undefined;
  const items = await resultOf(record, ports);
  const lines = items.slice(0, SHOWN).map((item) => `${item.difference_rating}/5  ${item.description}`);
  if (items.length > SHOWN) lines.push(`and ${items.length - SHOWN} more`);
  const { report: path } = record.files;
  const place = {
    ...{ organization_id, project_id: record.project_id },
    record: { type: 'drawing_comparison' as const, id: record.id },
  };
  return {
    values: {
      comparison_id: record.id,
      drawing_number: record.comparison_drawing_number || record.original_drawing_number || 'Drawing',
      older_revision: record.original_drawing_revision || 'older',
      newer_revision: record.comparison_drawing_revision || 'newer',
      change_count: String(items.length),
      summary: record.summary ?? '',
      changes: lines.join('\n'),
      report_url:
        path === undefined
          ? ''
          : await sealedLink({ ...place, path, filename: 'report.html', inline: true }, recipient, ports, now),
    },
    picture: await overlayOf(record, items[0]?.sheet ?? 1, ports),
  };
};
