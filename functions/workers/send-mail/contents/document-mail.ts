import { NotFound } from '../../../../shared/domain/errors.ts';
import type { Notification } from '../../../../shared/domain/notifications/notification.ts';
import type { ContentOf, ContentPorts } from './mail-content.ts';

const pictureAt = async (path: string | null, ports: ContentPorts) => {
  if (path === null) return undefined;
  try {
    return { filename: 'first-page.png', bytes: await ports['files.read'].bytes(path) };
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
};

export const documentContent: ContentOf<Notification> = async ({ organization_id, entity_id, type }, _, ports) => {
  const document = await ports['documents.read'].get(organization_id, entity_id);
  const failed = type === 'document_failed';
  if (!document || document.is_deleted || document.processing_status !== (failed ? 'FAILED' : 'PROCESSED')) {
    return undefined;
  }
  return {
    values: {
      document_id: document.document_id,
      document_title: document.title ?? document.filename,
      document_reference: document.document_reference ?? '',
      document_revision: document.revision ?? '',
      document_type: document.document_type ?? '',
      document_pages: document.page_count === null ? '' : String(document.page_count),
      filename: document.filename,
      error: document.error ?? '',
    },
    ...(!failed && { picture: await pictureAt(document.thumbnail_image_path, ports) }),
  };
};
