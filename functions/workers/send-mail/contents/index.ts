import type { NotificationType } from '../../../../shared/domain/mail/values.ts';
import type { Notification } from '../../../../shared/domain/notifications/notification.ts';
import { comparisonContent } from './comparison.ts';
import type { ContentOf } from './content.ts';
import { documentContent } from './document.ts';
import { reportContent } from './report.ts';
import { supersededContent } from './superseded.ts';
import { taskContent } from './task.ts';
import { transmittalContent } from './transmittal.ts';
import { webhookContent } from './webhook.ts';

/** The content of the mail for each type of notification. */
export const contents: Readonly<Record<NotificationType, ContentOf<Notification>>> = {
  task_assigned: taskContent,
  task_updated: taskContent,
  task_due: taskContent,
  document_processed: documentContent,
  document_failed: documentContent,
  comparison_completed: comparisonContent,
  report_ready: reportContent,
  webhook_disabled: webhookContent,
  transmittal_sent: transmittalContent,
  sheets_superseded: supersededContent,
};
