import type { Notification } from '../../../../shared/domain/notifications/notification.ts';
import type { ContentOf } from './mail-content.ts';

export const supersededContent: ContentOf<Notification> = async ({ organization_id, entity_id, changes }, _, ports) => {
  const document = await ports['documents.read'].get(organization_id, entity_id);
  if (!document || document.is_deleted) return undefined;
  return {
    values: {
      document_id: document.document_id,
      document_title: document.title ?? document.filename,
      sheet_count: String(changes?.split('\n').length ?? 0),
      changes: changes ?? '',
    },
  };
};
