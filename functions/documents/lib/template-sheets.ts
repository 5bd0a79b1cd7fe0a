import type { SheetTemplateRecord } from '../../../shared/domain/sheets/index.ts';
import type { ProjectAccess } from '../../../shared/http/operation.ts';
import type { DocumentsRead } from '../../../shared/ports.ts';

/** The sheets from which a template was learned. */
export interface TemplateSheets {
  /** Sheets in projects that the caller may see. */
  visible: readonly { document_id: string; page: number }[];
  /** Whether there are others in projects that the caller may not see. */
  hasHidden: boolean;
}

/** Documents per batch read. */
const LIMIT = 100;

/**
 * Returns the sheets of each template, restricted to what the caller may see, because a template reveals in which
 * projects it was learned. Sheets whose document has been removed count only for callers who see every project.
 */
export const sheetsOf = async (
  templates: readonly SheetTemplateRecord[],
  { organizationId, projects }: { organizationId: string; projects: ProjectAccess },
  documents: DocumentsRead,
): Promise<TemplateSheets[]> => {
  if ((await projects.visible()) === 'all') {
    return templates.map(({ examples }) => ({ visible: examples, hasHidden: false }));
  }
  const ids = [...new Set(templates.flatMap(({ examples }) => examples.map(({ document_id }) => document_id)))];
  const isVisible = new Map<string, boolean>();
  for (let start = 0; start < ids.length; start += LIMIT) {
    for (const record of await documents.getMany(organizationId, ids.slice(start, start + LIMIT))) {
      if (record) isVisible.set(record.document_id, await projects.allows(record.project_id));
    }
  }
  return templates.map(({ examples }) => ({
    visible: examples.filter(({ document_id }) => isVisible.get(document_id) === true),
    hasHidden: examples.some(({ document_id }) => isVisible.get(document_id) === false),
  }));
};
