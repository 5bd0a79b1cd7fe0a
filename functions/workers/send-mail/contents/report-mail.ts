import type { Notification } from '../../../../shared/domain/notifications/notification.ts';
import type { ContentOf } from './mail-content.ts';
import { sealedLink } from './mail-link.ts';

export const reportContent: ContentOf<Notification> = async ({ organization_id, entity_id }, recipient, ports, now) => {
  const report = await ports['reports.read'].get(organization_id, entity_id);
  if (report?.status !== 'ready' || report.file_path === null || report.filename === null) return undefined;
  const { id, project_id, file_path: path, filename } = report;
  const file = { organization_id, project_id, record: { type: 'report' as const, id }, path, filename };
  return {
    values: {
      report_id: id,
      report_title: report.title,
      report_format: report.format.toUpperCase(),
      report_rows: report.row_count === null ? '' : String(report.row_count),
      filename,
      download_url: await sealedLink(file, recipient, ports, now),
    },
  };
};
