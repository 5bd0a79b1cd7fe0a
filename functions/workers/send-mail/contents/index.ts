import type { NotificationType } from '../../../../shared/domain/mail/mail-values.ts';
import type { Notification } from '../../../../shared/domain/notifications/notification.ts';
import { comparisonContent } from './comparison-mail.ts';
import { documentContent } from './document-mail.ts';
import type { ContentOf } from './mail-content.ts';
import { reportContent } from './report-mail.ts';
import { supersededContent } from './superseded-mail.ts';
import { taskContent } from './task-mail.ts';
import { transmittalContent } from './transmittal-mail.ts';
import { webhookContent } from './webhook-mail.ts';

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
