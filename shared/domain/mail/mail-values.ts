import * as z from 'zod';

export const NOTIFICATION_TYPES = [
  'task_assigned',
  'task_updated',
  'task_due',
  'document_processed',
  'document_failed',
  'comparison_completed',
  'report_ready',
  'webhook_disabled',
  'transmittal_sent',
  'sheets_superseded',
] as const;
export const NotificationType = z.enum(NOTIFICATION_TYPES);
export type NotificationType = z.infer<typeof NotificationType>;

export const TemplateType = z.enum(['notification', 'digest', 'system', 'custom']);
export type TemplateType = z.infer<typeof TemplateType>;
