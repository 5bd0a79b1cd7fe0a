import type { Notification } from '../../../../shared/domain/notifications/notification.ts';
import type { ContentOf } from './content.ts';
import { sealedLink } from './sealed-link.ts';

export const reportContent: ContentOf<Notification> = async ({ organization_id, entity_id }, _, ports, now) => {
  const report = await ports['reports.read'].get(organization_id, entity_id);
  if (report?.status !== 'ready' || report.file_path === null || report.filename === null) return undefined;
  return {
    values: {
      report_id: report.id,
      report_title: report.title,
      report_format: report.format.toUpperCase(),
      report_rows: report.row_count === null ? '' : String(report.row_count),
      filename: report.filename,
      download_url: await sealedLink({ path: report.file_path, filename: report.filename }, ports, now),
    },
  };
};
